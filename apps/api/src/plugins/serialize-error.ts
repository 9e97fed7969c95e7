import { stdSerializers } from 'pino'

interface FailedQuery extends Error {
  query: string
}

const isFailedQuery = (error: Error): error is FailedQuery =>
  'params' in error && 'query' in error && typeof error.query === 'string'

const framesOf = ({ stack = '', message }: Error) => stack.slice(stack.indexOf(message) + message.length)

/** PostgreSQL quotes the row in these. */
const withoutRow = ({ detail: _detail, where: _where, ...rest }: Record<string, unknown>) => rest

/**
 * An error for the log. A failed query carries its parameters, which are people's data and hashes,
 * in its message, its stack and fields of its own: its statement and its cause are enough.
 */
export const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (!isFailedQuery(error)) return withoutRow({ ...stdSerializers.err(error) })
  const cause = error.cause instanceof Error ? stdSerializers.err(error.cause) : { message: 'query failed' }
  return withoutRow({ ...cause, query: error.query, stack: `${cause.message}${framesOf(error)}` })
}
