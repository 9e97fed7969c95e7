import { normalForm } from '../normal-form.ts'

/** A text where JavaScript's number might be another one. */
export type ExactOrNumber = number | string

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
