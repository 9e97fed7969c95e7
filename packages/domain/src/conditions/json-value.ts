import { ExactNumber } from './comparing/exact-number.ts'

export type JsonValue = null | boolean | number | ExactNumber | string | JsonValue[] | { [name: string]: JsonValue }

export const isCollection = (value: JsonValue): value is JsonValue[] | { [name: string]: JsonValue } =>
  value !== null && typeof value === 'object' && !(value instanceof ExactNumber)

/** The text form of a scalar; the compact JSON of a collection. */
export const textOf = (value: JsonValue) => (isCollection(value) ? JSON.stringify(value) : String(value))

/** Compares by content: the order of an object's members does not matter. */
export function contentEquals(a: JsonValue, b: JsonValue): boolean {
  if (a instanceof ExactNumber) return a.equals(b)
  if (!isCollection(a) || !isCollection(b)) return a === b
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && arrayEquals(a, b)
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.hasOwn(b, name) && contentEquals(a[name] ?? null, b[name] ?? null))
}

const arrayEquals = (a: JsonValue[], b: JsonValue[]) =>
  a.length === b.length && a.every((element, index) => contentEquals(element, b[index] ?? null))
