import { compare } from '@knockwire/domain/conditions/compare'
import { usesPreviousValue, type SimpleCondition } from '@knockwire/domain/conditions/condition'
import { isCollection, type JsonValue, textOf } from '@knockwire/domain/conditions/json-value'
import { type Resolved, unresolved } from '@knockwire/domain/conditions/sources/source'
import { rememberValue, type RememberedValue } from './remembered-value.ts'

/**
 * What an execution gives for an operand, small however long the value is: whatever looks at all of a long value has
 * been done where it was read, which is the sandbox.
 */
export interface Reading {
  /** Cut where it is long. */
  value: JsonValue
  problem: string | null
  /** Whether the comparison holds. Of has_changed that is found out later. */
  holds: boolean
  /** For has_changed; null of other comparisons, and where the value could not be read. */
  remembered: RememberedValue | null
}

/** More of a value than any message is read for. */
export const longestValue = 10_000

/** `remember` may know the value from before. */
export const readingOf = (
  operand: SimpleCondition,
  { value, problem }: Resolved,
  remember: typeof rememberValue = rememberValue,
): Reading => {
  const { comparison, rightValue } = operand
  const isLookingBack = usesPreviousValue(operand)
  return {
    value: cutValue(value),
    problem,
    holds: !isLookingBack && compare(comparison, { value, rightValue, previous: undefined }),
    remembered: isLookingBack && problem === null ? remember(value) : null,
  }
}

/** A bound was hit: the value counts as null. */
export const unread = (operand: SimpleCondition, problem: string): Reading => readingOf(operand, unresolved(problem))

const cutValue = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string' && !isCollection(value)) return value
  const text = textOf(value)
  return text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : value
}
