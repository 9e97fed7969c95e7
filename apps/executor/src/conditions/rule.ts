import { type Condition, usesPreviousValue, operandsOf } from '@knockwire/domain/conditions/condition'
import { type Firing, needsState } from '@knockwire/domain/notifications/firing'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'

/** A task's notification, as far as it decides whether to tell. */
export interface Rule {
  notificationId: string
  type: NotificationType
  condition: Condition
  firing: Firing
  /** Changes when the condition is edited, or when it tells; not with whom, or what. */
  version: string
  /** It remembers something from earlier executions already. */
  hasState: boolean
}

/** Whether earlier executions bear on what it tells, or this one on what it tells later. */
export const remembers = (rule: Rule): boolean => rule.hasState || needsState(rule.firing) || isLookingBack(rule)

/** Whether it compares with an execution of which it remembers nothing, as it does after it was made or edited. */
export const comparesFirst = (rule: Rule): boolean => !rule.hasState && isLookingBack(rule)

const isLookingBack = ({ condition }: Rule) => operandsOf(condition).some(usesPreviousValue)

/**
 * `n` is the notification. An edit that is taken back leaves the rule as it was. Hashed as they are stored: each run of
 * each task with a condition asks for it, and text made of them first would cost as much as all the rest of the query.
 */
export const versionSql =
  '(coalesce(jsonb_hash_extended(n.condition, 0), 0) # coalesce(jsonb_hash_extended(n.firing, 1), 0))::text'
