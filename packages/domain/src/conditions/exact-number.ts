declare global {
  interface JSON {
    /** Stands for itself in what JSON.stringify writes (ECMAScript 2026). */
    rawJSON: (text: string) => object
  }
}

/**
 * A JSON number that a JavaScript number would change, such as a 19-digit id, as it is written. JSON.stringify writes it
 * so. It has no members, so that nothing that walks through a document finds one in it.
 */
export class ExactNumber {
  readonly #text: string

  /** `text`: a number by the grammar of JSON (RFC 8259, section 6). */
  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }

  /** The nearest number that JavaScript has, for computing. */
  valueOf(): number {
    return Number(this.#text)
  }

  /** Liquid compares what has these five by them. */
  equals(other: unknown): boolean {
    if (other instanceof ExactNumber) return isSameNumber(this.#text, other.#text)
    return typeof other === 'number' && Number.isFinite(other) && isSameNumber(this.#text, String(other))
  }

  gt(other: unknown): boolean {
    return isNumeric(other) && this.valueOf() > other.valueOf()
  }

  geq(other: unknown): boolean {
    return this.equals(other) || this.gt(other)
  }

  lt(other: unknown): boolean {
    return isNumeric(other) && this.valueOf() < other.valueOf()
  }

  leq(other: unknown): boolean {
    return this.equals(other) || this.lt(other)
  }

  toJSON(): object {
    return JSON.rawJSON(this.#text)
  }
}

const isNumeric = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber

/** An exponent of more digits is not computed with: beside it, the digits before it do not matter. */
const longestExponent = 400
/** Of more digits, only a bigint is exact. */
const longestSafe = 15

/**
 * The same text for all ways of writing one number, `0.1`, `1e-1` and `0.10`: its digits without zeros at their ends, and
 * the power of ten that they are multiplied by. `text` is by JSON's grammar. Takes linear time.
 */
export function normalForm(text: string): string {
  const sign = text.startsWith('-') ? '-' : ''
  const exponentAt = text.search(/e/i)
  const mantissa = text.slice(sign.length, exponentAt < 0 ? undefined : exponentAt)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = `${whole}${fraction}`
  const start = skipZeros(digits)
  if (start === digits.length) return '0'
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  const significant = `${sign}${digits.slice(start, end)}`
  const [exponentSign, exponent] = exponentAt < 0 ? ['', '0'] : splitExponent(text.slice(exponentAt + 1))
  if (exponent.length > longestExponent) return `${significant}e${exponentSign}${exponent}`
  const shift = digits.length - end - fraction.length
  const written = `${exponentSign}${exponent === '' ? '0' : exponent}`
  const power = exponent.length > longestSafe ? BigInt(written) + BigInt(shift) : Number(written) + shift
  return `${significant}e${power}`
}

function splitExponent(text: string): [sign: string, digits: string] {
  const digits = text.replace(/^[+-]/, '')
  return [text.startsWith('-') ? '-' : '', digits.slice(skipZeros(digits))]
}

function skipZeros(digits: string): number {
  let at = 0
  while (digits[at] === '0') at += 1
  return at
}

/** Whether two texts by JSON's grammar are the same number. */
export const isSameNumber = (a: string, b: string): boolean => a === b || normalForm(a) === normalForm(b)

interface ReviverContext {
  /** Of a number, as it is written. */
  source?: string
}

/**
 * For JSON.parse: a number that JavaScript's cannot hold is kept as it is written, else two 19-digit ids could look alike.
 * A reviver costs several times the parsing, so it is only passed where `mayLoseValue` finds something.
 */
export const keepValue = <T>(_name: string, value: T, context?: ReviverContext): T | ExactNumber => {
  const text = context?.source
  if (typeof value !== 'number' || text === undefined || String(value) === text) return value
  return Number.isFinite(value) && isSameNumber(String(value), text) ? value : new ExactNumber(text)
}
export const mayLoseValue = /[\d.]{16}|\d[eE][+-]?\d{3}/

/** The same, where it also matters how a number is written: `1.0` is not written as `1`. */
export const keepForm = <T>(_name: string, value: T, context?: ReviverContext): T | ExactNumber => {
  const text = context?.source
  return typeof value !== 'number' || text === undefined || String(value) === text ? value : new ExactNumber(text)
}
export const mayLoseForm = /[\d.]{16}|\d[eE]|\.\d*0(?!\d)|-0/
