import type { Comparison, Condition, ConditionSource, SimpleCondition } from './condition.ts'
import { comparisons, isNumeric, toRightValue } from './comparisons.ts'
import { sources } from './sources/registry.ts'

/** In the order of menus. */
export const conditionSources = Object.keys(sources) as ConditionSource[]

/** An advanced condition holds at most this many operands (`tooManyConditions`). */
export const maxOperands = 10

export const defaultCondition: Condition = {
  source: 'response_code',
  property: '',
  comparison: 'number_equal_to',
  rightValue: 200,
  advancedCondition: null,
}

/** The comparisons that must all hold: those of the advanced condition where there are any, else the condition itself. */
export function operandsOf({ advancedCondition, ...simple }: Condition): SimpleCondition[] {
  const operands = advancedCondition?.orOperands[0]?.andOperands ?? []
  return operands.length === 0 ? [simple] : operands
}

/** Whether the values of the execution before are needed too. */
export const usesPreviousValue = ({ comparison }: Pick<SimpleCondition, 'comparison'>) => comparison === 'has_changed'

/**
 * A condition as it is stored: numbers as numbers, no property where the source has none, of an advanced condition the
 * part that is used, and its first operand mirrored by the simple fields.
 */
export function normalizeCondition(condition: Condition): Condition {
  const operands = operandsOf(condition).map(normalizeOperand)
  const isAdvanced = (condition.advancedCondition?.orOperands[0]?.andOperands.length ?? 0) > 0
  const advancedCondition = isAdvanced ? { orOperands: [{ andOperands: operands }] } : null
  return { ...normalizeOperand(operands[0] ?? simpleOf(condition)), advancedCondition }
}

const simpleOf = ({ advancedCondition: _advanced, ...simple }: Condition): SimpleCondition => simple

function normalizeOperand({ source, property, comparison, rightValue }: SimpleCondition): SimpleCondition {
  return {
    source,
    property: sources[source].property === null ? '' : property.trim(),
    comparison,
    rightValue:
      isNumeric(comparison) && rightValue !== null ? toRightValue(comparison, String(rightValue)) : rightValue,
  }
}

/** A condition whose source was changed starts anew (TN-35 to TN-39). */
export const withSource = (source: ConditionSource): SimpleCondition => ({
  source,
  property: '',
  comparison: sources[source].defaultComparison,
  rightValue: 200,
})

/** Every comparison, the source's sensible ones first. */
export const comparisonsFor = (source: ConditionSource): Comparison[] => [
  ...new Set<Comparison>([...sources[source].sensibleComparisons, ...comparisons]),
]
