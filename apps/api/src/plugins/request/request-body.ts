import { isAcceptedByPostgres } from '@knockwire/db/postgres-text'
import { AppError, type Problem } from '@knockwire/domain/errors'
import { jsonErrorIn } from '@knockwire/domain/text/json-error'
import type { FastifyInstance } from 'fastify'

/** The largest call, a notification with every operand there may be, has some 5,000 values and ten levels. */
const most = { values: 20_000, queryValues: 500, depth: 64 }

/** A call that has many objects in it, of which each is as large as any. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Values that its body may have, where that is more than in other calls. */
    mostValues?: number
  }
}

const malformed = (message: string) => new AppError('MALFORMED', message)

const unstorable = () =>
  malformed('The request holds a character that cannot be kept: U+0000 or half of a surrogate pair.')

/** With a list of what is left instead of calls of itself, so that no depth of nesting ends the stack. */
const checkValues = (root: unknown, mostValues: number) => {
  const left: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  let count = 0
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { value, depth } = one
    if (typeof value === 'string' && !isAcceptedByPostgres(value)) throw unstorable()
    // Bytes are for the route's own parser.
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    if (depth === most.depth) throw malformed(`The request is nested more than ${most.depth} levels deep.`)
    const names = Object.keys(value)
    count += names.length
    if (count > mostValues) throw malformed(`The request holds more than ${mostValues} values.`)
    if (!Array.isArray(value) && !names.every(isAcceptedByPostgres)) throw unstorable()
    for (const member of Object.values(value)) left.push({ value: member, depth: depth + 1 })
  }
}

/**
 * Refuses what no text column could take, and more values or a deeper nesting than any call has, before any feature sees
 * it and before a schema is tried on it, which costs ten times as much.
 */
export const rejectUnreadableValues = (app: FastifyInstance) => {
  app.addHook('preValidation', async (request) => {
    checkValues(request.body, request.routeOptions.config.mostValues ?? most.values)
    checkValues(request.query, most.queryValues)
  })
}

/**
 * Bodies are JSON only. Plain text is refused, since a foreign page's form can send it without
 * asking first; an empty body is no body, whatever its content type says.
 */
export const acceptJsonOnly = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else {
        const text = String(body)
        void parse(request, text, (error, value) => done(error === null ? null : unreadable(text), value))
      }
    },
  )
}

/** What the parser refuses is no JSON, or JSON with a name by which careless code is turned against itself. */
const unreadable = (text: string): AppError => {
  const position = jsonErrorIn(text)
  const message =
    position === null
      ? 'The body has a field "__proto__" or "constructor", which is not accepted.'
      : `The body is not valid JSON: see line ${position.line}, column ${position.column}.`
  const problem: Problem = {
    in: 'body',
    path: position === null ? '' : null,
    code: position === null ? 'forbidden_name' : 'invalid_json',
    message,
    ...(position !== null && { position }),
  }
  return new AppError('MALFORMED', message, { problems: [problem] })
}

const isEmptyObject = (body: object) => !Array.isArray(body) && Object.keys(body).length === 0

/**
 * A call that takes no body rejects one with anything in it, as others reject a field that they do not know: its
 * sender believes that it does something. What a route reads by its own parser (bytes) is its own affair.
 */
export const rejectUnexpectedBody = (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === undefined || routeOptions.schema?.body !== undefined || Buffer.isBuffer(body)) return
    if (body instanceof Object && isEmptyObject(body)) return
    throw new AppError('MALFORMED', 'This call takes no body.')
  })
}
