import { ExactNumber } from '../conditions/comparing/exact-number.ts'

const numberText = /^\s*-?\d+(\.\d+)?\s*$/

/** Optional minus, digits, optional decimal part, with white space around it: text that a chart can plot (TH-10). */
export const isNumberText = (text: string): boolean => numberText.test(text)

/** The number that a chart plots for a value of a body; null where it is none. */
export const plottedNumber = (value: unknown): number | null => {
  if (value instanceof ExactNumber) return plottedNumber(value.valueOf())
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && isNumberText(value) ? Number(value) : null
}
