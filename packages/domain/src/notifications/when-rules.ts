import type { Condition } from '../conditions/condition.ts'
import type { Firing } from './firing.ts'
import type { When } from './when.ts'

/** What decides when a notification is sent, whatever it belongs to. */
export interface Rule {
  condition: Condition
  firing: Firing
}

/** Null: each request, which nothing has to decide. */
export const ruleOfWhen = (when: When): Rule | null => {
  if (when.kind === 'EACH_REQUEST') return null
  const { kind: _kind, condition, ...firing } = when
  return { condition, firing }
}

export const whenOfRule = (rule: Rule | null): When =>
  rule === null ? { kind: 'EACH_REQUEST' } : { kind: 'REQUEST', condition: rule.condition, ...rule.firing }
