import { compare } from './compare.ts'
import type { Condition, SimpleCondition } from './condition.ts'
import { usesPreviousValue, operandsOf } from './condition-rules.ts'
import { describeMet, describeOperandValue, describeUnmet } from './describe.ts'
import { type JsonValue, textOf } from './json-value.ts'
import type { Observation, Resolved } from './sources/source.ts'

/** What an operand is decided on. `previous` is null where no execution came before, and is read only by has_changed. */
export interface OperandValues {
  current: Resolved
  previous: Resolved | null
  /** Whether the comparison holds, where that was found out from more than is given here, such as the whole of a long text. */
  holds?: boolean
}

interface OperandVerdict {
  condition: SimpleCondition
  value: JsonValue
  holds: boolean
  /** What is the case, with the value it was decided on, or why that could not be read. */
  readonly reason: string
}

/**
 * `invalid`: a value could not be read within bounds. It counted as null, so the condition may hold all the same;
 * `holds` is what decides whether to notify.
 */
export interface Verdict {
  kind: 'met' | 'unmet' | 'invalid'
  holds: boolean
  operands: OperandVerdict[]
  /** That of the first operand. */
  value: JsonValue
}

const maxShownLength = 200

/** Decides a condition. `values` are those of its operands, in the order of `operandsOf`. */
export function evaluateCondition(condition: Condition, values: readonly OperandValues[]): Verdict {
  const inputs = operandsOf(condition).map((operand, index) => ({ operand, given: valuesAt(values, index) }))
  const operands = inputs.map(({ operand, given }) => evaluateOperand(operand, given))
  const holds = operands.every((operand) => operand.holds)
  const isInvalid = inputs.some(({ operand, given }) => problemOf(operand, given) !== null)
  const kind = isInvalid ? 'invalid' : holds ? 'met' : 'unmet'
  return { kind, holds, operands, value: operands[0]?.value ?? null }
}

function valuesAt(values: readonly OperandValues[], index: number): OperandValues {
  const found = values[index]
  if (found === undefined) throw new RangeError(`No value was given for operand ${index}.`)
  return found
}

function evaluateOperand(condition: SimpleCondition, { current, previous, holds }: OperandValues): OperandVerdict {
  const problem = problemOf(condition, { current, previous })
  // A value that could not be read is no change.
  const isUnknownChange = usesPreviousValue(condition) && problem !== null
  const compared = { value: current.value, rightValue: condition.rightValue, previous: previous?.value }
  const isMet = !isUnknownChange && (holds ?? compare(condition.comparison, compared))
  return {
    condition,
    value: current.value,
    holds: isMet,
    // Made when somebody asks: of most runs nobody does.
    get reason() {
      if (usesPreviousValue(condition)) return explainChange(condition, { current, previous, holds: isMet }, problem)
      if (problem !== null) return `${describeOperandValue(condition)} could not be read: ${problem}`
      const [value, rightValue] = [shown(current.value), shown(condition.rightValue)]
      if (isMet) return describeMet(condition, value, rightValue)
      return describeUnmet({ ...condition, rightValue }, value)
    },
  }
}

const problemOf = (condition: SimpleCondition, { current, previous }: OperandValues) =>
  current.problem ?? (usesPreviousValue(condition) ? (previous?.problem ?? null) : null)

/** `JSON body at $.price changed: 105 → 110`. */
function explainChange(condition: SimpleCondition, values: OperandValues, problem: string | null): string {
  const { current, previous, holds } = values
  const name = describeOperandValue(condition)
  if (problem !== null) return `${name} could not be compared: ${problem}`
  if (previous === null) return `No earlier execution to compare with (${name} is ${shown(current.value)})`
  if (!holds) return `${name} has not changed: ${shown(current.value)}`
  return `${name} changed: ${shown(previous.value)} → ${shown(current.value)}`
}

function shown(value: JsonValue): string {
  const text = textOf(value)
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}

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
    previous: previous !== null && usesPreviousValue(operand) ? read(operand, previous) : null,
  }))
  return evaluateCondition(condition, values)
}
