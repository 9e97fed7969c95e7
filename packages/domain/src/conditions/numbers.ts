import type { ExactOrNumber } from './comparing/compare-exactly.ts'
import { ExactNumber } from './comparing/exact-number.ts'
import type { JsonValue } from './json-value.ts'

/** In characters. What is longer is no number, and is not matched at all. */
export const maxNumberLength = 400

/** Each character can be matched in one way only, so that a long text costs a pass over it and not its square. */
const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/

/** As many digits as JavaScript's numbers can distinguish: texts of them are compared as numbers, which is the quickest. */
const safeLength = 15

/** A number, or a text that is one, exactly as it is written; nothing else is taken for a number. */
export function readExactly(value: JsonValue): ExactOrNumber | null {
  if (typeof value === 'number') return value
  const text = value instanceof ExactNumber ? String(value) : value
  if (typeof text !== 'string' || text.length > maxNumberLength || !decimal.test(text)) return null
  return text.length <= safeLength && !/e/i.test(text) ? Number(text) : text.trim()
}

export const isNumber = (value: JsonValue): boolean => readExactly(value) !== null

/** The nearest number that JavaScript has, for computing; null where there is none, as of 1e400. */
export function readNumber(value: JsonValue): number | null {
  const read = readExactly(value)
  const number = read === null ? Number.NaN : Number(read)
  return Number.isFinite(number) ? number : null
}
