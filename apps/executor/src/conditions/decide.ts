import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { usesPreviousValue, operandsOf } from '@knockwire/domain/conditions/condition-rules'
import {
  comparableOperands,
  evaluateCondition,
  type OperandValues,
  type Verdict,
} from '@knockwire/domain/conditions/evaluate'
import {
  type AlertState,
  decideFiring,
  type FiringDecision,
  type Observed,
  noAlert,
} from '@knockwire/domain/notifications/firing-rules'
import { isSameValue, type Reading, recallValue, type RememberedValue, unread } from './reading.ts'
import type { Rule } from './rules.ts'

/** What a notification remembers, with the values that its operands compare with: null for those that do not look back. */
export interface RuleState extends AlertState {
  lastValues: (RememberedValue | null)[] | null
  /** When the first execution of the row for which it has held began; null where it does not hold or that is not known. */
  heldSince: Date | null
}

export interface Decision {
  verdict: Verdict
  /** Where the condition does not hold, of each operand whose value could not be read: its explanation, with the reason. */
  problems: string[]
  occasion: FiringDecision['occasion']
  /** What the first operand that has changed was before, or where none has, the first that looks at changes. */
  previousValue: JsonValue | undefined
  state: RuleState
}

/**
 * Whether to notify of an execution, and what to remember of it. A test run notifies whenever the condition holds, so that
 * a notification can be tried, and leaves the alert, and what is compared with, as it is.
 */
export const decide = (
  rule: Rule,
  readings: readonly Reading[],
  before: RuleState | null,
  { isTest, isMuted = false, startedAt }: { isTest: boolean; isMuted?: boolean; startedAt: Date },
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
    : decideFiring(rule.firing, alert, { observed: observedOf(verdict), isMuted })
  const { consecutiveMatches } = firing.state
  const unreadOperands = verdict.operands.filter((_, at) => readings[at]?.problem !== null)
  const problems = verdict.holds ? [] : unreadOperands.map(({ reason }) => reason)
  return {
    verdict,
    problems,
    occasion: firing.occasion,
    previousValue: previousValueOf(verdict, before),
    state: {
      ...firing.state,
      heldSince: heldSinceOf(alert.consecutiveMatches, consecutiveMatches, before?.heldSince ?? null, startedAt),
      lastValues: isTest ? (before?.lastValues ?? null) : rememberedOf(rule, readings, before?.lastValues ?? null),
    },
  }
}

const previousValueOf = ({ operands }: Verdict, before: RuleState | null): JsonValue | undefined => {
  const changed = operands.findIndex(({ condition, holds }) => holds && usesPreviousValue(condition))
  const at = changed >= 0 ? changed : operands.findIndex(({ condition }) => usesPreviousValue(condition))
  const remembered = before?.lastValues?.[at]
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

/** What is compared with from now on: `known` where this execution gives nothing to compare with. Null where nothing looks back. */
export const rememberedOf = (
  { condition }: Rule,
  readings: readonly Reading[],
  known: RuleState['lastValues'],
): RuleState['lastValues'] => {
  if (!operandsOf(condition).some(usesPreviousValue)) return null
  const comparable = comparableOperands(condition, readings)
  return readings.map(({ remembered }, at) => (comparable[at] ? remembered : null) ?? known?.[at] ?? null)
}
