import type { Condition, SimpleCondition } from './condition.ts'
import { evaluateCondition, type Verdict } from './evaluate.ts'
import { looksBack, operandsOf } from './operands.ts'
import type { Observation, Resolved } from './resolve-value.ts'

export type ReadValue = (operand: SimpleCondition, observation: Observation) => Resolved

/**
 * Decides a condition on an execution and, where some operand looks back, the one before it (null where there is none).
 * `read` is `extractValue`, inside a worker.
 */
export function evaluateObserved(
  condition: Condition,
  current: Observation,
  previous: Observation | null,
  read: ReadValue,
): Verdict {
  const values = operandsOf(condition).map((operand) => ({
    current: read(operand, current),
    previous: previous !== null && looksBack(operand) ? read(operand, previous) : null,
  }))
  return evaluateCondition(condition, values)
}
