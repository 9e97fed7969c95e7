import type { Comparison, Condition, ConditionSource, SimpleCondition } from './condition.ts'
import { comparisonLabels, comparisons, isNumeric, toRightValue } from './comparing/comparisons.ts'
import { sources } from './sources/registry.ts'
import type { ConditionEvent } from './sources/source.ts'

/** Those of one kind of events, in the order of menus. */
export const sourcesOf = (event: ConditionEvent): ConditionSource[] =>
  (Object.keys(sources) as ConditionSource[]).filter((source) => sources[source].event === event)

/** An advanced condition holds at most this many operands (`tooManyConditions`). */
export const maxOperands = 10

export const defaultCondition: Condition = {
  source: 'response_code',
  property: '',
  comparison: 'number_equal_to',
  rightValue: 200,
  advancedCondition: null,
}

/** What a receiver's condition begins with. */
export const defaultRequestCondition: Condition = {
  source: 'request_method',
  property: '',
  comparison: 'string_equal_to',
  rightValue: 'POST',
  advancedCondition: null,
}

/**
 * The comparisons of a condition: it holds where all of one alternative hold. Those of the advanced condition where there
 * are any, else the condition itself.
 */
export function alternativesOf(condition: Condition): SimpleCondition[][] {
  const given = condition.advancedCondition?.orOperands.filter(({ andOperands }) => andOperands.length > 0) ?? []
  return given.length === 0 ? [[simpleOf(condition)]] : given.map(({ andOperands }) => andOperands)
}

/** Those of all alternatives, in order. Each run of each task with a condition asks for it, and most have but one. */
export const operandsOf = (condition: Condition): SimpleCondition[] =>
  condition.advancedCondition === null ? [simpleOf(condition)] : alternativesOf(condition).flat()

/** Whether the value of an earlier execution is needed too. */
export const usesPreviousValue = ({ comparison }: Pick<SimpleCondition, 'comparison'>) => comparison === 'has_changed'

type Operation = Pick<SimpleCondition, 'source' | 'comparison'>

/** Whether it asks if a response came at all, which is known where none did, too. */
export const asksForResponse = ({ source, comparison }: Operation): boolean =>
  sources[source].ofResponse?.includes(comparison) ?? false

/**
 * A condition as it is stored: numbers as numbers, no property where the source has none, of an advanced condition the
 * alternatives that have operands, and its first operand mirrored by the simple fields.
 */
export function normalizeCondition(condition: Condition): Condition {
  const alternatives = alternativesOf(condition).map((operands) => operands.map(normalizeOperand))
  const isAdvanced = condition.advancedCondition?.orOperands.some(({ andOperands }) => andOperands.length > 0) ?? false
  const advancedCondition = isAdvanced ? { orOperands: alternatives.map((andOperands) => ({ andOperands })) } : null
  return { ...normalizeOperand(alternatives[0]?.[0] ?? simpleOf(condition)), advancedCondition }
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

const responseLabels: Partial<Record<Comparison, string>> = { is_null: 'No response', not_null: 'Has a response' }

/** As the selector shows it. */
export const comparisonLabelOf = (operation: Operation): string =>
  (asksForResponse(operation) ? responseLabels[operation.comparison] : undefined) ??
  comparisonLabels[operation.comparison]

/** A condition whose source was changed starts over (TN-35 to TN-39). */
export const withSource = (source: ConditionSource): SimpleCondition => ({
  source,
  property: '',
  comparison: sources[source].defaultComparison,
  rightValue: sources[source].event === 'execution' ? 200 : '',
})

/** Every comparison, the source's sensible ones first. */
export const comparisonsFor = (source: ConditionSource): Comparison[] => [
  ...new Set<Comparison>([...sources[source].sensibleComparisons, ...comparisons]),
]
