import type { Condition } from '@knockwire/domain/conditions/condition'
import { looksBack, operandsOf } from '@knockwire/domain/conditions/operands'
import { needsState } from '@knockwire/domain/notifications/decide-firing'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import type { Firing } from '@knockwire/domain/notifications/firing'

/** A task's notification, as far as it decides whether to tell. */
export interface Rule {
  notificationId: string
  type: NotificationType
  condition: Condition
  firing: Firing
  /** Changes with every edit. */
  version: number
  /** It remembers something from earlier executions already. */
  hasState: boolean
}

/** Whether earlier executions bear on what it tells, or this one on what it tells later. */
export const remembers = ({ condition, firing, hasState }: Rule): boolean =>
  hasState || needsState(firing) || operandsOf(condition).some(looksBack)
