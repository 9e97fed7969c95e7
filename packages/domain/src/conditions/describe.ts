import { type Comparison, hidesRightValue, isNumeric } from './comparisons.ts'
import { type Condition, operandsOf, type SimpleCondition } from './condition.ts'
import { sources } from './sources/registry.ts'

const verbs: Readonly<Record<Comparison, string>> = {
  any: 'is anything',
  has_changed: 'has changed',
  string_equal_to: 'is',
  string_not_equal_to: 'is not',
  string_contain: 'contains',
  string_not_contain: 'does not contain',
  number_equal_to: 'equals',
  number_not_equal_to: 'does not equal',
  number_greater_than: 'is greater than',
  number_greater_than_or_equal_to: 'is at least',
  number_less_than: 'is less than',
  number_less_than_or_equal_to: 'is at most',
  collection_has_key: 'has the key',
  collection_has_value: 'has the value',
  boolean_is_true: 'is true',
  boolean_is_false: 'is false',
  is_null: 'is null',
  not_null: 'is not null',
}

/** A condition in words, as tables and messages show it: `Response code equals 200`. */
export const describeCondition = (condition: Condition): string =>
  capitalized(operandsOf(condition).map(describeOperand).join(' and '))

/** A comparison in words with the value it was made of: `Response code (500) equals 200`. */
export const describeComparison = (operand: SimpleCondition, value: string, rightValue: string): string =>
  capitalized(wordsOf(operand, `(${value}) `, rightValue))

const describeOperand = (operand: SimpleCondition): string => wordsOf(operand, '', objectOf(operand))

function wordsOf({ source, property, comparison }: SimpleCondition, value: string, object: string): string {
  const text = `${sources[source].describe(property.trim())} ${value}${verbs[comparison]}`
  return hidesRightValue(comparison) ? text : `${text} ${object}`
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function objectOf({ source, comparison, rightValue }: SimpleCondition): string {
  if (!isNumeric(comparison)) return `"${rightValue ?? ''}"`
  const { unit } = sources[source]
  return unit === null ? String(rightValue) : `${rightValue} ${unit}`
}
