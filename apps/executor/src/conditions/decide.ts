import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { usesPreviousValue, operandsOf } from '@knockwire/domain/conditions/condition-rules'
import { evaluateCondition, type OperandValues, type Verdict } from '@knockwire/domain/conditions/evaluate'
import {
  type AlertState,
  decideFiring,
  type FiringDecision,
  type Observed,
  noAlert,
} from '@knockwire/domain/notifications/firing-rules'
import { isSameValue, type Reading, recallValue, type RememberedValue, unread } from './reading.ts'
import type { Rule } from './rules.ts'

/** What a notification remembers, its operands' last readable values included: null for those that do not look back. */
export interface RuleState extends AlertState {
  lastValues: (RememberedValue | null)[] | null
  /** When the first execution of the row for which it has held began; null where it does not hold or that is not known. */
  heldSince: Date | null
}

export interface Decision {
  verdict: Verdict
  /** Of each operand whose value could not be read: its explanation, with the reason why. */
  problems: string[]
  occasion: FiringDecision['occasion']
  /** What the first operand that looks at changes was before; undefined where none does or nothing came before. */
  previousValue: JsonValue | undefined
  state: RuleState
}

/**
 * Whether to notify of an execution, and what to remember of it. A test run notifies whenever the condition holds, so that
 * a notification can be tried, and leaves the alert as it is.
 */
export const decide = (
  rule: Rule,
  readings: readonly Reading[],
  before: RuleState | null,
  { isTest, startedAt }: { isTest: boolean; startedAt: Date },
): Decision => {
  const verdict = evaluateCondition(
    rule.condition,
    operandsOf(rule.condition).map((operand, at) =>
      toValues(operand, readings[at] ?? unread(operand, 'The value could not be read.'), before?.lastValues?.[at]),
    ),
  )
  const alert = before ?? noAlert
  const firing: FiringDecision = isTest
    ? { occasion: verdict.holds ? 'HOLDS' : null, state: alert }
    : decideFiring(rule.firing, alert, observedOf(verdict))
  const { isNotified, consecutiveMatches } = firing.state
  const problems = verdict.operands.filter((_, at) => readings[at]?.problem !== null).map(({ reason }) => reason)
  return {
    verdict,
    problems,
    occasion: firing.occasion,
    previousValue: previousValueOf(rule, before),
    state: {
      isNotified,
      consecutiveMatches,
      heldSince: heldSinceOf(alert.consecutiveMatches, consecutiveMatches, before?.heldSince ?? null, startedAt),
      lastValues: lastValuesOf(rule, readings, before),
    },
  }
}

const previousValueOf = ({ condition }: Rule, before: RuleState | null): JsonValue | undefined => {
  const remembered = before?.lastValues?.[operandsOf(condition).findIndex(usesPreviousValue)]
  return remembered ? recallValue(remembered) : undefined
}

const heldSinceOf = (countBefore: number, count: number, since: Date | null, at: Date): Date | null => {
  if (count === 0) return null
  return countBefore === 0 ? at : since
}

const toValues = (
  operand: SimpleCondition,
  reading: Reading,
  before: RememberedValue | null | undefined,
): OperandValues => {
  if (!usesPreviousValue(operand)) return { current: reading, previous: null, holds: reading.holds }
  if (!before) return { current: reading, previous: null, holds: false }
  const isSame = reading.remembered === null || isSameValue(reading.remembered, before)
  const value = isSame ? reading.value : recallValue(before)
  return { current: reading, previous: { value, problem: null }, holds: !isSame }
}

const observedOf = ({ holds, kind }: Verdict): Observed => {
  if (holds) return 'holds'
  return kind === 'invalid' ? 'unknown' : 'does-not-hold'
}

/** Where a value could not be read, the one before it is still the last known. */
const lastValuesOf = (rule: Rule, readings: readonly Reading[], before: RuleState | null) =>
  rememberedOf(rule, readings)?.map((value, at) => value ?? before?.lastValues?.[at] ?? null) ?? null

/** What is kept of an execution for the next one; null where nothing looks back. */
export const rememberedOf = ({ condition }: Rule, readings: readonly Reading[]): RuleState['lastValues'] =>
  operandsOf(condition).some(usesPreviousValue) ? readings.map(({ remembered }) => remembered) : null
