import { oneLine } from './mail.ts'

const longestWords = 300

/** What a mail service's error says, as a sentence for whoever waits for the mail. */
export const mailProblem = (error: unknown): string => {
  const words = wordsOf(error)
  if (words === null) return 'The mail server could not be reached, or its answer was not understood.'
  return `The mail server did not take it: ${oneLine(words).slice(0, longestWords).toWellFormed()}`
}

/** SMTP's own reply, or the sentence of Amazon's service. */
const wordsOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  if ('response' in error && typeof error.response === 'string') return error.response
  return '$metadata' in error && hasStatus(error.$metadata) ? error.message : null
}

const hasStatus = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
