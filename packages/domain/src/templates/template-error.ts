import { LiquidError } from 'liquidjs'

/** The engine's limits, in the words of someone who wrote a template. */
const limits: [RegExp, string][] = [
  [/memory alloc limit exceeded/, 'The template makes more text than is allowed.'],
  [/template render limit exceeded/, 'The template takes too long.'],
  [/parse length limit exceeded/, 'The template is too long.'],
  [/call stack/i, 'The template is nested too deeply.'],
]

const maxReasonLength = 200

/** One sentence that says what is wrong with a template, and where. */
export function templateErrorSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const limit = limits.find(([pattern]) => pattern.test(text))
  if (limit !== undefined) return limit[1]
  const reason = text
    .replace(/, line:\d+, col:\d+[^]*$/, '')
    .replace(/\.$/, '')
    .slice(0, maxReasonLength)
  const line = LiquidError.is(error) ? error.token.getPosition()[0] : undefined
  return line === undefined ? `The template fails: ${reason}.` : `Line ${line} of the template: ${reason}.`
}
