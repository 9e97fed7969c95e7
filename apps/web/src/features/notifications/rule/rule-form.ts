import {
  defaultCondition,
  defaultRequestCondition,
  operandsOf,
  usesPreviousValue,
} from '@knockwire/domain/conditions/condition-rules'
import type { Firing, FiringMode } from '@knockwire/domain/notifications/firing'
import { defaultFiring, inARowLimits } from '@knockwire/domain/notifications/firing-rules'
import type { HeartbeatFiring } from '@knockwire/domain/notifications/when'
import { type Rule, whenOfRule } from '@knockwire/domain/notifications/when-rules'
import type { Owner } from '../../../lib/api/query-keys.ts'
import { conditionRowsOf, toCondition, type ConditionRow } from '../../../components/condition-editor/condition-form.ts'

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
  recoverAfterInARow: number | string
}

export const ruleFormOf = ({ condition, firing }: Rule): RuleForm => ({ rows: conditionRowsOf(condition), firing })

/** A message for each run of a task would use up a day's mails within minutes. */
const newFiring: Firing = { ...defaultFiring, mode: 'ON_START', notifyOnRecovery: true }

export const newRuleForm = (): RuleForm => ruleFormOf({ condition: defaultCondition, firing: newFiring })

/** A receiver's, once it is not sent for each request: each of those that match is news, as each request is. */
export const newRequestRuleForm = (): RuleForm =>
  ruleFormOf({ condition: defaultRequestCondition, firing: defaultFiring })

/** The rule as it is sent: a receiver's may be none. `heartbeat`: of one that tells of its receiver's heartbeat. */
export const toRuleInput = (
  { kind }: Pick<Owner, 'kind'>,
  form: RuleForm | null,
  heartbeat: HeartbeatFiring | null = null,
) => {
  const rule = form && toRule(form)
  return kind === 'task' ? rule : { when: whenOfRule(rule, heartbeat) }
}

/** A change has nothing to recover from. */
export const toRule = ({ rows, firing }: RuleForm): Rule => ({
  condition: toCondition(rows),
  firing: toFiring(
    rows.some(usesPreviousValue) ? { ...firing, notifyOnRecovery: false, recoverAfterInARow: 1 } : firing,
  ),
})

export const toFiring = ({ mode, notifyOnRecovery, afterInARow, recoverAfterInARow }: FiringForm): Firing => ({
  mode,
  notifyOnRecovery: mode === 'ON_START' && notifyOnRecovery,
  afterInARow: toCount(afterInARow),
  recoverAfterInARow: mode === 'ON_START' ? toCount(recoverAfterInARow) : 1,
})

export const toCount = (typed: number | string): number =>
  Math.min(inARowLimits.max, Math.max(inARowLimits.min, Math.trunc(Number(typed)) || 1))

/** For tables: null where it is sent every time, as most are. */
export function describeFiring({ condition, firing }: Rule): string | null {
  const { mode, notifyOnRecovery, afterInARow, recoverAfterInARow } = firing
  const after = afterInARow > 1 ? `after ${afterInARow} in a row` : null
  if (mode === 'EVERY_TIME') return after === null ? null : `Every time, ${after}`
  const start = operandsOf(condition).some(usesPreviousValue)
    ? 'On the first of consecutive changes'
    : 'When it becomes true'
  const recovery = recoverAfterInARow > 1 ? `recovery after ${recoverAfterInARow} in a row` : 'recovery'
  const end = notifyOnRecovery ? `and on ${recovery}` : recoverAfterInARow > 1 ? recovery : null
  return [after === null ? start : `Once ${after}`, end].filter((part) => part !== null).join(', ')
}
