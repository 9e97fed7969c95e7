import { invitationRules } from '@knockwire/domain/accounts/member-rules'
import { maxOperands } from '@knockwire/domain/conditions/condition-rules'
import { draftHours } from '@knockwire/domain/drafts'
import { longestCompletionSeconds } from '@knockwire/domain/executions/completion-rules'
import { longestExpectation, shortestEvery } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { neededDays } from '@knockwire/domain/heartbeats/learned/usual'
import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'
import { rejectionDays } from '@knockwire/domain/receivers/receiver-rules'
import { mostActivated } from '@knockwire/domain/tasks/activate-tasks'

/** What does not depend on the plan. */
export const limits = {
  notifications: notificationLimits,
  conditions: maxOperands,
  activatedAtOnce: mostActivated.toLocaleString('en'),
  completionDays: longestCompletionSeconds / 86_400,
  interval: `${shortestEvery} to ${longestExpectation}`,
  daysToLearnFrom: neededDays,
  draftHours,
  rejectionDays,
  invitationDays: invitationRules.lifetimeDays,
}
