import { createHash } from 'node:crypto'
import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import { isCollection, textOf } from '@knockwire/domain/conditions/json-value'
import type { Resolved } from '@knockwire/domain/conditions/resolve-value'

/** A value of an earlier execution, kept for has_changed: whole, or where it is long, by its digest and beginning. */
export type RememberedValue = { value: JsonValue } | { digest: string; beginning: string }

const longestKept = 2000
const shownLength = 200

export const rememberValue = (value: JsonValue): RememberedValue => {
  const storable = toStorable(value)
  const text = canonicalText(storable)
  if (text.length <= longestKept) return { value: storable }
  return { digest: digestOf(text), beginning: `${textOf(storable).slice(0, shownLength).toWellFormed()}…` }
}

/** The earlier value as has_changed compares it with the current one. */
export const recallValue = (remembered: RememberedValue, current: JsonValue): Resolved => {
  if ('value' in remembered) {
    // What could not be kept as it was, a NUL for one, must not look like a change.
    const isSame = canonicalText(toStorable(current)) === canonicalText(remembered.value)
    return { value: isSame ? current : remembered.value, problem: null }
  }
  const isSame = digestOf(canonicalText(toStorable(current))) === remembered.digest
  return { value: isSame ? current : remembered.beginning, problem: null }
}

/** PostgreSQL's JSON has no NUL and no half of a surrogate pair. */
export const toStorable = (value: JsonValue): JsonValue => {
  if (typeof value === 'string') return storableText(value)
  if (!isCollection(value)) return value
  if (Array.isArray(value)) return value.map(toStorable)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), toStorable(member)]))
}

const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\u{fffd}')

/** The same text for the same content: the order of an object's members does not matter. */
const canonicalText = (value: JsonValue): string => {
  if (!isCollection(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] ?? null)}`).join(',')}}`
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')
