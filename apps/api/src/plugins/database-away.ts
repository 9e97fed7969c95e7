/** SQLSTATE classes and codes of a server that is away, restarting, or out of connections. */
const awaySqlState = /^(08...|57P0[123]|53300)$/
const awaySystemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
/** node-postgres gives these no code. */
const awayMessage =
  /timeout exceeded when trying to connect|connection terminated|Client has encountered a connection error/i

const isAway = (error: Error & { code?: unknown }) =>
  typeof error.code === 'string'
    ? awaySqlState.test(error.code) || awaySystemCodes.has(error.code)
    : awayMessage.test(error.message)

/** Whether an error, or what caused it, says that no database connection could be had: trying again later may help. */
export const isDatabaseAway = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isAway(cause)) return true
    if (cause instanceof AggregateError) return cause.errors.some(isDatabaseAway)
  }
  return false
}
