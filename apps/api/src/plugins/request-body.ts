import { isAcceptedByPostgres } from '@knockwire/db/postgres-text'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'

/** With a list of what is left instead of calls of itself, so that no depth of nesting ends the stack. */
const holdsOnlyAccepted = (value: unknown): boolean => {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && !isAcceptedByPostgres(one)) return false
    if (typeof one !== 'object' || one === null) continue
    for (const [name, member] of Object.entries(one)) left.push(name, member)
  }
  return true
}

/** Refuses what no text column could take, before any feature sees it. */
export const rejectUnstorableText = (app: FastifyInstance) => {
  app.addHook('preValidation', async (request) => {
    if (holdsOnlyAccepted(request.body) && holdsOnlyAccepted(request.query)) return
    throw new AppError(
      'MALFORMED',
      'The request holds a character that cannot be kept: U+0000 or half of a surrogate pair.',
    )
  })
}

/**
 * Bodies are JSON only. Plain text is refused, since a foreign page's form can send it without
 * asking first; an empty body is no body, whatever its content type says.
 */
export const acceptJsonOnly = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

const isEmptyObject = (body: object) => !Array.isArray(body) && Object.keys(body).length === 0

/**
 * A call that takes no body rejects one with anything in it, as others reject a field that they do not know: its
 * sender believes that it does something. What a route reads by a parser of its own (bytes) is its own affair.
 */
export const rejectUnexpectedBody = (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === undefined || routeOptions.schema?.body !== undefined || Buffer.isBuffer(body)) return
    if (body instanceof Object && isEmptyObject(body)) return
    throw new AppError('MALFORMED', 'This call takes no body.')
  })
}
