import { oneLine } from './mail.ts'

const longestWords = 300

/** What a mail service's error says, as a message for the one who waits for the mail. */
export const mailProblem = (error: unknown): string => {
  const words = wordsOf(error)
  if (words === null) return unreached(error)
  return `The mail server did not take it: ${oneLine(words).slice(0, longestWords).toWellFormed()}`
}

const looksLikeCode = /\b(?:E(?!RROR\b)[A-Z]{4,20}|[A-Z]{3,20}(?:_[A-Z]{2,20}){1,6})\b/

/**
 * The system's own word for why a call failed, such as ECONNREFUSED or CERT_HAS_EXPIRED; null where there is none. It names no address
 * and no person. A library may put a vaguer one in its place, and keep the first in the message.
 */
export const codeOfProblem = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  const inMessage = looksLikeCode.exec(error.message.slice(0, longestWords))?.[0]
  if (inMessage !== undefined) return inMessage
  // As the SDK of Amazon and an AbortSignal say it.
  if (error.name === 'TimeoutError') return 'ETIMEDOUT'
  if (error.cause instanceof Error) return codeOfProblem(error.cause)
  return 'code' in error && typeof error.code === 'string' && looksLikeCode.test(error.code) ? error.code : null
}

const unreached = (error: unknown): string => {
  const code = codeOfProblem(error)
  if (code === null) return 'The response of the mail server was invalid.'
  if (/^(?:ETIMEDOUT|ETIME|ESOCKETTIMEDOUT)$/.test(code)) return `The mail server did not answer in time (${code}).`
  if (/^(?:ENOTFOUND|EAI_AGAIN|EDNS)$/.test(code)) return `The name of the mail server was not found (${code}).`
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return `No secure connection to the mail server could be made (${code}).`
  if (code === 'EAUTH') return 'The mail server did not accept the user and password (EAUTH).'
  if (/^(?:ECONN|EHOST|ENET|ESOCKET|EPIPE)/.test(code)) return `The mail server could not be reached (${code}).`
  return `The response of the mail server was invalid (${code}).`
}

/** Whether the mail service has said that it does not take the mail now, so that it has certainly not been sent. */
export const isTurnedAway = (error: unknown): boolean => {
  const status = statusOf(error)
  return status !== null && status >= 400 && status < 500
}

const statusOf = (error: unknown): number | null => {
  if (!(error instanceof Error)) return null
  if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode
  if (!('$metadata' in error) || !hasStatus(error.$metadata)) return null
  return Number(error.$metadata.httpStatusCode)
}

/** SMTP's own reply, or the sentence of Amazon's service. */
const wordsOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  if ('response' in error && typeof error.response === 'string') return error.response
  return '$metadata' in error && hasStatus(error.$metadata) ? error.message : null
}

const hasStatus = (metadata: unknown): metadata is { httpStatusCode: unknown } =>
  typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
