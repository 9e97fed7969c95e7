import { isSecretHeader } from '@knockwire/domain/headers/secret-headers'
import { withSourcePositions } from './source-positions.ts'

interface FailedQuery extends Error {
  query: string
}

const isFailedQuery = (error: Error): error is FailedQuery =>
  'params' in error && 'query' in error && typeof error.query === 'string'

/** PostgreSQL quotes the row in the first two; the third are a query's values. The others are written by name. */
const leftOut: ReadonlySet<string> = new Set([
  'detail',
  'where',
  'params',
  'cause',
  'errors',
  'name',
  'message',
  'stack',
])

/** Values only: an idle connection's error holds its whole client, and with it the key that cancels its queries. */
const ownFields = (error: Error) =>
  Object.fromEntries(Object.entries(error).filter(([name, value]) => !leftOut.has(name) && !(value instanceof Object)))

const framesOf = ({ stack = '', message }: Error) =>
  withSourcePositions(stack.slice(stack.indexOf(message) + message.length))

/** However deep one error stands in another, or in itself. */
const maxDepth = 6

const describe = (error: unknown, depth: number): unknown => {
  if (depth > maxDepth) return undefined
  if (!(error instanceof Error)) return describeOther(error)
  if (isFailedQuery(error)) return describeQuery(error, depth)
  const { message, stack, cause } = error
  return {
    type: error.constructor.name,
    message,
    ...(stack !== undefined && { stack: withSourcePositions(stack) }),
    ...ownFields(error),
    ...(cause !== undefined && { cause: describe(cause, depth + 1) }),
    ...(error instanceof AggregateError && { errors: error.errors.map((one) => describe(one, depth + 1)) }),
  }
}

const mostFields = 30

/** A code or a few words, in which no token, address or document stands. */
const isWords = (text: string) => /^[\w .,:;'"()/-]{1,100}$/.test(text)
const isCode = (text: string) => /^[\w.:-]{1,40}$/.test(text)

const mayBeWritten = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'string' ? isCode(value) && !isSecretHeader(name) : !(value instanceof Object)

/**
 * What is no error: a library may give what it received as a cause, such as a provider's response with its tokens. Numbers and codes
 * are written, all other fields by their names alone.
 */
const describeOther = (value: unknown): unknown => {
  if (typeof value === 'string') return isWords(value) ? value : `(a text of ${value.length} characters)`
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '(a function)' : value
  const fields = Object.entries(value).slice(0, mostFields)
  const named = fields.filter((field) => !mayBeWritten(field)).map(([name]) => name)
  return { ...Object.fromEntries(fields.filter(mayBeWritten)), ...(named.length > 0 && { fields: named }) }
}

/** The statement and what PostgreSQL said of it, as one. */
const describeQuery = (error: FailedQuery, depth: number) => {
  const cause = error.cause instanceof Error ? error.cause : new Error('query failed')
  const { query } = error
  return { ...Object(describe(cause, depth + 1)), query, stack: `${cause.message}${framesOf(error)}` }
}

/**
 * An error for the log. A failed query carries its parameters, which are people's data and hashes, in its message,
 * its stack and fields of its own, also where another error names it as its cause.
 */
export const errorForLog = (error: unknown): unknown => describe(error, 0)
