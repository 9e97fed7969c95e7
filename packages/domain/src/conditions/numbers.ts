import { ExactNumber, normalForm } from './exact-number.ts'
import type { JsonValue } from './json-value.ts'

/** In characters. What is longer is no number, and is not matched at all. */
export const maxNumberLength = 400

/** Each character can be matched in one way only, so that a long text costs a pass over it and not its square. */
const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/

/** A text where JavaScript's number might be another one. */
export type ExactOrNumber = number | string

/** As many digits as every number of JavaScript tells apart: texts of them are compared as numbers, which is the quickest. */
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

/** Below zero where a is less than b, above where it is more, zero where both are the same number. */
export function compareExactly(a: ExactOrNumber, b: ExactOrNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [parse(a), parse(b)]
  if (left.sign !== right.sign) return left.sign - right.sign
  return left.sign * compareSizes(left, right)
}

/** `sign` times 0.`digits` times ten to the power of `magnitude`. */
interface Decimal {
  sign: number
  /** Without zeros at their ends. */
  digits: string
  magnitude: bigint
}

const zero: Decimal = { sign: 0, digits: '', magnitude: 0n }

function parse(number: ExactOrNumber): Decimal {
  const text = String(number)
  const form = normalForm(text.startsWith('+') ? text.slice(1) : text)
  if (form === '0') return zero
  const sign = form.startsWith('-') ? -1 : 1
  const [digits = '', power = ''] = form.slice(sign < 0 ? 1 : 0).split('e')
  return { sign, digits, magnitude: BigInt(power) + BigInt(digits.length) }
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -1 : 1
  if (a.digits === b.digits) return 0
  return a.digits < b.digits ? -1 : 1
}
