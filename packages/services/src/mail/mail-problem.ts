import { oneLine } from './mail.ts'

const longestWords = 300

/** What a mail service's error says, as a message for the one who waits for the mail. */
export const mailProblem = (error: unknown): string => {
  const words = wordsOf(error)
  if (words === null) return 'The mail server could not be reached, or its response was invalid.'
  return `The mail server did not take it: ${oneLine(words).slice(0, longestWords).toWellFormed()}`
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
