import type { Condition } from '../conditions/condition.ts'
import type { Firing } from './firing.ts'
import type { HeartbeatFiring, When } from './when.ts'

/** What decides when a notification is sent, whatever it belongs to. */
export interface Rule {
  condition: Condition
  firing: Firing
}

/** What a new notification of a heartbeat starts with. */
export const defaultHeartbeatFiring: HeartbeatFiring = {
  notifyOnRecovery: true,
  notifyWhenLate: false,
  afterInARow: 1,
  recoverAfterInARow: 1,
}

/** Null where no condition decides: of each request, and of a heartbeat. */
export const ruleOfWhen = (when: When): Rule | null => {
  if (when.kind !== 'REQUEST') return null
  const { kind: _kind, condition, ...firing } = when
  return { condition, firing }
}

/** Null where it is about requests. */
export const heartbeatOfWhen = (when: When): HeartbeatFiring | null => {
  if (when.kind !== 'HEARTBEAT') return null
  const { kind: _kind, ...firing } = when
  return firing
}

/** `heartbeat`: of a notification about a heartbeat, which has no rule. */
export const whenOfRule = (rule: Rule | null, heartbeat: HeartbeatFiring | null = null): When => {
  if (heartbeat !== null) return { kind: 'HEARTBEAT', ...heartbeat }
  return rule === null ? { kind: 'EACH_REQUEST' } : { kind: 'REQUEST', condition: rule.condition, ...rule.firing }
}
