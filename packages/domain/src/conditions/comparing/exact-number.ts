import { compareExactly } from './compare-exactly.ts'
import { isSameNumber } from '../normal-form.ts'

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
    return this.#orderTo(other) > 0
  }

  geq(other: unknown): boolean {
    return this.#orderTo(other) >= 0
  }

  lt(other: unknown): boolean {
    return this.#orderTo(other) < 0
  }

  leq(other: unknown): boolean {
    return this.#orderTo(other) <= 0
  }

  toJSON(): object {
    return JSON.rawJSON(this.#text)
  }

  /** Below zero where this is less, zero where both are the same number; NaN beside what is no number. */
  #orderTo(other: unknown): number {
    if (!isNumeric(other)) return Number.NaN
    const [text, otherText] = [this.#text, String(other)]
    if (isComparable(text) && isComparable(otherText)) return compareExactly(text, otherText)
    return this.equals(other) ? 0 : this.valueOf() - other.valueOf()
  }
}

/** In characters: of longer numbers only the nearest that JavaScript has are compared. */
const longestCompared = 400
const isComparable = (text: string): boolean => text.length <= longestCompared && !/^-?[IN]/.test(text)

const isNumeric = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber

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
