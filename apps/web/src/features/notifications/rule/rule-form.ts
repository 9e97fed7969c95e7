import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultCondition, operandsOf, usesPreviousValue } from '@knockwire/domain/conditions/condition-rules'
import type { Firing, FiringMode } from '@knockwire/domain/notifications/firing'
import { inARowLimits } from '@knockwire/domain/notifications/firing-rules'
import { conditionRowsOf, toCondition, type ConditionRow } from './condition-form.ts'

/** On which condition a task's notification is sent, and how often. */
export interface Rule {
  condition: Condition
  firing: Firing
}

/** A rule as it is being edited. */
export interface RuleForm {
  rows: ConditionRow[]
  firing: FiringForm
}

/** How often a notification is sent, as it is being edited. */
export interface FiringForm {
  mode: FiringMode
  notifyOnRecovery: boolean
  /** As typed; may be empty meanwhile. */
  afterInARow: number | string
}

export const ruleFormOf = ({ condition, firing }: Rule): RuleForm => ({ rows: conditionRowsOf(condition), firing })

/** A message for each run of a task would use up a day's mails within minutes. */
const newFiring: Firing = { mode: 'ON_START', notifyOnRecovery: true, afterInARow: inARowLimits.min }

export const newRuleForm = (): RuleForm => ruleFormOf({ condition: defaultCondition, firing: newFiring })

/** A change has nothing to recover from. */
export const toRule = ({ rows, firing }: RuleForm): Rule => ({
  condition: toCondition(rows),
  firing: toFiring({ ...firing, notifyOnRecovery: firing.notifyOnRecovery && !rows.some(usesPreviousValue) }),
})

export const toFiring = ({ mode, notifyOnRecovery, afterInARow }: FiringForm): Firing => ({
  mode,
  notifyOnRecovery: mode === 'ON_START' && notifyOnRecovery,
  afterInARow: Math.min(inARowLimits.max, Math.max(inARowLimits.min, Math.trunc(Number(afterInARow)) || 1)),
})

/** For tables: null where it is sent every time, as most are. */
export function describeFiring({ condition, firing }: Rule): string | null {
  const { mode, notifyOnRecovery, afterInARow } = firing
  const after = afterInARow > 1 ? `after ${afterInARow} in a row` : null
  if (mode === 'EVERY_TIME') return after === null ? null : `Every time, ${after}`
  const start = operandsOf(condition).some(usesPreviousValue)
    ? 'On the first of consecutive changes'
    : 'When it becomes true'
  return [after === null ? start : `Once ${after}`, notifyOnRecovery ? 'and on recovery' : null]
    .filter((part) => part !== null)
    .join(', ')
}
