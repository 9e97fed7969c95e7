import { compare } from './comparing/compare.ts'
import type { Condition, SimpleCondition } from './condition.ts'
import { alternativesOf, asksForResponse, operandsOf, usesPreviousValue } from './condition-rules.ts'
import { describeMet, describeOperandValue, describeUnmet } from './describe.ts'
import { type JsonValue, textOf } from './json-value.ts'
import { beginningOf } from '../text/shorten.ts'
import type { Observation, Resolved } from './sources/source.ts'

/** What an operand is decided on. `previous`: what has_changed compares with, and nothing else; null where there is nothing. */
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
  /** Why its value could not be read; left out where it was. */
  problem?: string
}

/** `invalid`: it does not hold, and some value could not be read. */
export interface Verdict {
  kind: 'met' | 'unmet' | 'invalid'
  holds: boolean
  /** Those of all alternatives, in the order of `operandsOf`. */
  operands: OperandVerdict[]
  /** That of the first operand of the alternative that holds; where none does, of the first one. */
  value: JsonValue
}

const maxShownLength = 200

/** Decides a condition. `values` are those of its operands, in the order of `operandsOf`. */
export function evaluateCondition(condition: Condition, values: readonly OperandValues[]): Verdict {
  if (condition.advancedCondition === null) return evaluateSimple(condition, valuesAt(values, 0))
  let at = 0
  let isInvalid = false
  const alternatives = alternativesOf(condition).map((operands) =>
    operands.map((operand) => {
      const given = valuesAt(values, at++)
      isInvalid ||= problemOf(operand, given.current) !== null
      return evaluateOperand(operand, given)
    }),
  )
  const met = alternatives.find((operands) => operands.every(({ holds }) => holds))
  const holds = met !== undefined
  const kind = holds ? 'met' : isInvalid ? 'invalid' : 'unmet'
  return { kind, holds, operands: alternatives.flat(), value: (met ?? alternatives[0])?.[0]?.value ?? null }
}

/** As the above does, for most of all conditions. */
function evaluateSimple(condition: Condition, given: OperandValues): Verdict {
  const [simple] = operandsOf(condition)
  const operand = evaluateOperand(simple ?? condition, given)
  const { holds, value } = operand
  const kind = holds ? 'met' : operand.problem === undefined ? 'unmet' : 'invalid'
  return { kind, holds, operands: [operand], value }
}

function valuesAt(values: readonly OperandValues[], index: number): OperandValues {
  const found = values[index]
  if (found === undefined) throw new RangeError(`No value was given for operand ${index}.`)
  return found
}

/** Why an operand's value could not be read, or null. A missing response is an answer to whether one came. */
export const problemOf = (operand: SimpleCondition, { problem }: Resolved): string | null =>
  problem === null || asksForResponse(operand) ? null : problem

/** Whether an operand that does not look back holds. What could not be read meets no comparison, negations included. */
export const isMetBy = (operand: SimpleCondition, current: Resolved): boolean =>
  problemOf(operand, current) === null &&
  compare(operand.comparison, { value: current.value, rightValue: operand.rightValue, previous: undefined })

function evaluateOperand(condition: SimpleCondition, { current, previous, holds }: OperandValues): OperandVerdict {
  const problem = problemOf(condition, current)
  const compared = { value: current.value, rightValue: condition.rightValue, previous: previous?.value }
  const isMet = problem === null && (holds ?? compare(condition.comparison, compared))
  return {
    condition,
    value: current.value,
    holds: isMet,
    ...(problem !== null && { problem }),
    // Made when somebody asks: of most runs nobody does.
    get reason() {
      if (problem !== null) return `${describeOperandValue(condition)} could not be read: ${problem}`
      if (usesPreviousValue(condition)) return explainChange(condition, { current, previous, holds: isMet })
      const [value, rightValue] = [shown(current.value), shown(condition.rightValue)]
      if (isMet) return describeMet(condition, value, rightValue)
      return describeUnmet({ ...condition, rightValue }, value)
    },
  }
}

/** `JSON body at $.price changed: 105 → 110`. */
function explainChange(condition: SimpleCondition, { current, previous, holds }: OperandValues): string {
  const name = describeOperandValue(condition)
  if (previous === null) return `No earlier execution to compare with (${name} is ${shown(current.value)})`
  if (!holds) return `${name} has not changed: ${shown(current.value)}`
  return `${name} changed: ${shown(previous.value)} → ${shown(current.value)}`
}

function shown(value: JsonValue): string {
  const text = textOf(value)
  return text.length > maxShownLength ? `${beginningOf(text, maxShownLength)}…` : text
}

/** What an execution gave for an operand. Of one that looks back, `holds` means nothing here. */
export interface OperandReading {
  problem: string | null
  holds: boolean
}

/**
 * Which operands' values of an execution later ones are compared with: those that look back, could be read, and whose
 * alternative's other operands held. A 503 page between two equal values is no change of them.
 */
export function comparableOperands(condition: Condition, readings: readonly OperandReading[]): boolean[] {
  let first = 0
  return alternativesOf(condition).flatMap((operands) => {
    const own = readings.slice(first, first + operands.length)
    first += operands.length
    const isOfAlternative = operands.every((operand, at) => usesPreviousValue(operand) || own[at]?.holds === true)
    return operands.map((operand, at) => isOfAlternative && usesPreviousValue(operand) && own[at]?.problem === null)
  })
}

export type ReadValue = (operand: SimpleCondition, observation: Observation) => Resolved

/**
 * Decides a condition on an execution and, where some operand looks back, on those before it, the newest first. `read` is
 * `extractValue`, inside a worker.
 */
export function evaluateObserved(
  condition: Condition,
  current: Observation,
  earlier: readonly Observation[],
  read: ReadValue,
): Verdict {
  const operands = operandsOf(condition)
  const previous = operands.some(usesPreviousValue) ? readPrevious(condition, earlier, read) : []
  const values = operands.map((operand, at) => ({ current: read(operand, current), previous: previous[at] ?? null }))
  return evaluateCondition(condition, values)
}

/** For each operand that looks back, the value that it is compared with. */
function readPrevious(condition: Condition, earlier: readonly Observation[], read: ReadValue): (Resolved | null)[] {
  const operands = operandsOf(condition)
  const found = operands.map((): Resolved | null => null)
  for (const observation of earlier) {
    const values = operands.map((operand) => read(operand, observation))
    const readings = values.map((value, at) => {
      const operand = operands[at]
      return { problem: value.problem, holds: operand !== undefined && isMetBy(operand, value) }
    })
    for (const [at, isComparable] of comparableOperands(condition, readings).entries())
      if (isComparable) found[at] ??= values[at] ?? null
    if (operands.every((operand, at) => !usesPreviousValue(operand) || found[at] !== null)) break
  }
  return found
}
