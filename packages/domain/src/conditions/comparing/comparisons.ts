import { compareExactly } from './compare-exactly.ts'
import type { Comparison } from '../condition.ts'
import { readExactly } from '../numbers.ts'

export const comparisons = [
  'any',
  'has_changed',
  'string_equal_to',
  'string_not_equal_to',
  'string_contain',
  'string_not_contain',
  'number_equal_to',
  'number_not_equal_to',
  'number_greater_than',
  'number_greater_than_or_equal_to',
  'number_less_than',
  'number_less_than_or_equal_to',
  'collection_has_key',
  'collection_has_value',
  'boolean_is_true',
  'boolean_is_false',
  'is_null',
  'not_null',
] as const

/** As the selector shows them. */
export const comparisonLabels: Readonly<Record<Comparison, string>> = {
  any: 'Any',
  has_changed: 'Has changed',
  string_equal_to: 'String equal to',
  string_not_equal_to: 'String not equal to',
  string_contain: 'String contains',
  string_not_contain: 'String does not contain',
  number_equal_to: 'Number equal to',
  number_not_equal_to: 'Number not equal to',
  number_greater_than: 'Number greater than',
  number_greater_than_or_equal_to: 'Number greater than or equal to',
  number_less_than: 'Number less than',
  number_less_than_or_equal_to: 'Number less than or equal to',
  collection_has_key: 'Collection has key',
  collection_has_value: 'Collection has value',
  boolean_is_true: 'Boolean is true',
  boolean_is_false: 'Boolean is false',
  is_null: 'Is null',
  not_null: 'Is not null',
}

const withoutRightValue = new Set<Comparison>([
  'any',
  'has_changed',
  'boolean_is_true',
  'boolean_is_false',
  'is_null',
  'not_null',
])

/** Whether the comparison has nothing to compare with, so that the right-value box is hidden (TN-40 to TN-43). */
export const hidesRightValue = (comparison: Comparison) => withoutRightValue.has(comparison)

const matchedByNull = new Set<Comparison>([
  'string_not_equal_to',
  'string_not_contain',
  'number_not_equal_to',
  'is_null',
])

/**
 * Whether a missing value matches, such as that of an execution without a response. `any` always holds, and
 * `has_changed` depends on what came before.
 */
export const matchesNull = (comparison: Comparison) => matchedByNull.has(comparison)

export const isNumeric = (comparison: Comparison) => comparison.startsWith('number_')

/** Whether the comparison is by size, which has an opposite among numbers only. */
export const isOrder = (comparison: Comparison) => /^number_(greater|less)/.test(comparison)

/**
 * What is typed in the right-value box as it is sent: a number for a numeric comparison, as far as it is one (TN-44). One that
 * JavaScript's numbers would change, such as an id of 19 digits, stays the text that it is.
 */
export function toRightValue(comparison: Comparison, typed: string): string | number {
  const read = isNumeric(comparison) ? readExactly(typed) : null
  if (read === null) return typed
  const number = Number(read)
  return Number.isFinite(number) && compareExactly(number, read) === 0 ? number : typed.trim()
}
