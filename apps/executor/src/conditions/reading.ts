import { createHash } from 'node:crypto'
import { beginningForPostgres, sanitizeForPostgres } from '@knockwire/db/postgres-text'
import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { usesPreviousValue } from '@knockwire/domain/conditions/condition-rules'
import { isMetBy, problemOf } from '@knockwire/domain/conditions/evaluate'
import { ExactNumber } from '@knockwire/domain/conditions/comparing/exact-number'
import { normalForm } from '@knockwire/domain/conditions/normal-form'
import { isCollection, type JsonValue, textOf } from '@knockwire/domain/conditions/json-value'
import { type Resolved, unresolved } from '@knockwire/domain/conditions/sources/source'
import { beginningOf } from '@knockwire/domain/text/shorten'

/** A value of an execution, kept for has_changed: whole, or where it is long, by its digest and beginning. */
export type RememberedValue = { value: JsonValue } | { digest: string; beginning: string }

const longestKept = 2000
const shownLength = 200

/** Of a long value this takes a while: belongs in the sandbox. */
export const rememberValue = (value: JsonValue): RememberedValue => {
  const text = canonicalText(value)
  if (text.length <= longestKept) return { value: sanitizeJson(value) }
  const beginning = beginningForPostgres(textOf(value), shownLength)
  return { digest: digestOf(text), beginning: `${beginning}…` }
}

export const isSameValue = (a: RememberedValue, b: RememberedValue): boolean => {
  if ('digest' in a || 'digest' in b) return 'digest' in a && 'digest' in b && a.digest === b.digest
  return canonicalText(a.value) === canonicalText(b.value)
}

/** As much of it as is kept. */
export const recallValue = (remembered: RememberedValue): JsonValue =>
  'value' in remembered ? remembered.value : remembered.beginning

/** PostgreSQL writes the number's digits out: one with a long exponent would become as long as that says, or be refused. */
const isKeptByPostgres = (number: ExactNumber): boolean => !/[eE][+-]?0*[1-9]\d{3}/.test(String(number))

/** A value as PostgreSQL's JSON keeps it. */
export const sanitizeJson = (value: JsonValue): JsonValue => {
  if (typeof value === 'string') return sanitizeForPostgres(value)
  if (value instanceof ExactNumber) return isKeptByPostgres(value) ? value : String(value)
  if (!isCollection(value)) return value
  if (Array.isArray(value)) return value.map(sanitizeJson)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [sanitizeForPostgres(name), sanitizeJson(member)]),
  )
}

/**
 * The same text for the same content: the order of an object's members does not matter, and what could not be kept as
 * it was, a NUL for one, must not look like a change.
 */
const canonicalText = (value: JsonValue): string => {
  if (typeof value === 'string') return JSON.stringify(sanitizeForPostgres(value))
  if (value instanceof ExactNumber) return normalForm(String(value))
  if (!isCollection(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  const members = Object.entries(value).map(([name, member]) => [sanitizeForPostgres(name), member] as const)
  const sorted = [...new Map(members)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(',')}}`
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * What an execution gives for an operand, small however long the value is: whatever looks at all of a long value has
 * been done where it was read, which is the sandbox.
 */
export interface Reading {
  /** Cut where it is long. */
  value: JsonValue
  /** Why it could not be read. */
  problem: string | null
  /** Whether the comparison holds. Of has_changed that is found out later. */
  holds: boolean
  /** For has_changed; null of other comparisons, and where the value could not be read. */
  remembered: RememberedValue | null
}

/** More of a value than any message is read for. */
const longestValue = 10_000

/** `remember` may know the value from before. */
export const readingOf = (
  operand: SimpleCondition,
  read: Resolved,
  remember: typeof rememberValue = rememberValue,
): Reading => {
  const { value } = read
  const problem = problemOf(operand, read)
  const isLookingBack = usesPreviousValue(operand)
  return {
    value: cutValue(value),
    problem,
    holds: !isLookingBack && isMetBy(operand, read),
    remembered: isLookingBack && problem === null ? remember(value) : null,
  }
}

/** It meets no comparison. */
export const unread = (operand: SimpleCondition, problem: string): Reading => readingOf(operand, unresolved(problem))

const cutValue = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string' && !isCollection(value)) return value
  const text = textOf(value)
  return text.length > longestValue ? `${beginningOf(text, longestValue)}…` : value
}
