import type { Condition, SimpleCondition } from './condition.ts'

/** The comparisons that must all hold: those of the advanced condition where there are any, else the condition itself. */
export function operandsOf({ advancedCondition, ...simple }: Condition): SimpleCondition[] {
  const operands = advancedCondition?.orOperands[0]?.andOperands ?? []
  return operands.length === 0 ? [simple] : operands
}

/** Whether the values of the execution before are needed too. */
export const looksBack = (operand: SimpleCondition) => operand.comparison === 'has_changed'
