import { maxOperands } from '@knockwire/domain/conditions/condition-rules'
import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'

/** What does not depend on the plan. */
export const limits = { notifications: notificationLimits, conditions: maxOperands }
