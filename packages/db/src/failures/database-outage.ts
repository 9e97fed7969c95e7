/**
 * Classes of SQLSTATE that say nothing against the statement: the connection, a read-only or idle session, a conflict
 * with others, resources, locks, an operator, the system.
 */
const outageClasses = new Set(['08', '25', '40', '53', '55', '57', '58'])

/** What node-postgres says without a code where a connection is lost, not to be had, or does not answer in time. */
const connectionMessages = [
  'Connection terminated',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'There was an error establishing an SSL connection',
]

/**
 * Whether the database is away or busy, so that the same statement may succeed later. False for what the database has
 * against the statement itself, and for faults of ours.
 */
export const isDatabaseOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code !== null) return isSqlState(code) ? outageClasses.has(code.slice(0, 2)) : isNetworkCode(code)
  if (connectionMessages.some((message) => error.message.startsWith(message))) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseOutage)
  return isDatabaseOutage(error.cause)
}

/** Classes of SQLSTATE that repeating the statement does not correct: data, integrity, syntax, limits. */
const rejectionClasses = new Set(['22', '23', '42', '54'])

/** Whether the database rejects what the statement carries, so that repeating it is of no use. */
export const isDatabaseRejection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code === null ? isDatabaseRejection(error.cause) : isSqlState(code) && rejectionClasses.has(code.slice(0, 2))
}

const codeOf = (error: Error): string | null => ('code' in error && typeof error.code === 'string' ? error.code : null)

/** All that are in use begin with a digit, but for those of foreign data, of PL/pgSQL and of the server's own faults. */
const isSqlState = (code: string) => /^[0-9FHPX][0-9A-Z]{4}$/.test(code)

/** As ECONNREFUSED. */
const isNetworkCode = (code: string) => /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_')
