import { isNumeric, toRightValue } from './comparisons.ts'
import type { Condition, SimpleCondition } from './condition.ts'
import { operandsOf } from './operands.ts'
import { sources } from './sources.ts'

/**
 * A condition as it is kept: numbers as numbers, no property where the source has none, of an advanced condition the
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
