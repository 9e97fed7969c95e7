import { evaluateCondition, type Verdict } from '@knockwire/domain/conditions/evaluate'
import { looksBack, operandsOf } from '@knockwire/domain/conditions/operands'
import type { Resolved } from '@knockwire/domain/conditions/resolve-value'
import {
  type AlertState,
  decideFiring,
  type FiringDecision,
  type Observed,
  untold,
} from '@knockwire/domain/notifications/decide-firing'
import { recallValue, rememberValue, type RememberedValue } from './remembered-value.ts'
import type { Rule } from './rule.ts'

/** What a notification remembers, its operands' last readable values included: null for those that do not look back. */
export interface RuleState extends AlertState {
  lastValues: (RememberedValue | null)[] | null
}

export interface Decision {
  verdict: Verdict
  /** Of each operand whose value could not be read: its explanation, with the reason why. */
  problems: string[]
  tells: FiringDecision['tells']
  state: RuleState
}

/**
 * Whether to tell of an execution, and what to remember of it. A test run tells whenever the condition holds, so that
 * a notification can be tried, and leaves alone what has been told.
 */
export const decide = (
  rule: Rule,
  values: readonly Resolved[],
  before: RuleState | null,
  { isTest }: { isTest: boolean },
): Decision => {
  const operands = operandsOf(rule.condition)
  const verdict = evaluateCondition(
    rule.condition,
    operands.map((operand, at) => {
      const current = values[at] ?? { value: null, problem: 'The value could not be read.' }
      const remembered = looksBack(operand) ? before?.lastValues?.[at] : undefined
      return { current, previous: remembered ? recallValue(remembered, current.value) : null }
    }),
  )
  const told = before ?? untold
  const firing: FiringDecision = isTest
    ? { tells: verdict.holds ? 'HOLDS' : null, state: told }
    : decideFiring(rule.firing, told, observedOf(verdict))
  const { isTold, heldInARow } = firing.state
  const problems = verdict.operands.flatMap(({ reason }, at) => (values[at]?.problem === null ? [] : [reason]))
  return {
    verdict,
    problems,
    tells: firing.tells,
    state: { isTold, heldInARow, lastValues: lastValuesOf(rule, values, before) },
  }
}

const observedOf = ({ holds, kind }: Verdict): Observed => {
  if (holds) return 'holds'
  return kind === 'invalid' ? 'unknown' : 'does-not-hold'
}

/** Where a value could not be read, the one before it is still the last known. */
const lastValuesOf = ({ condition }: Rule, values: readonly Resolved[], before: RuleState | null) => {
  const operands = operandsOf(condition)
  if (!operands.some(looksBack)) return null
  return operands.map((operand, at) => {
    const current = values[at]
    if (!looksBack(operand)) return null
    return current === undefined || current.problem !== null
      ? (before?.lastValues?.[at] ?? null)
      : rememberValue(current.value)
  })
}
