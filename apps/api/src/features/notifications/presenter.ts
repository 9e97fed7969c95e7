import type { Secrets } from '@knockwire/services/secrets/secrets'
import { defaultCondition } from '@knockwire/domain/conditions/condition'
import { defaultFiring } from '@knockwire/domain/notifications/firing'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import type { TaskNotificationRow } from './queries.ts'
import { viewSetting } from '@knockwire/services/channels/settings'

export const presentNotification = (
  secrets: Secrets,
  { notification, channel, taskId }: TaskNotificationRow,
): NotificationView => ({
  id: notification.id,
  version: notification.version,
  type: notification.type,
  taskId,
  condition: notification.condition ?? defaultCondition,
  firing: notification.firing ?? defaultFiring,
  ...viewSetting(notification.setting, { secrets, slackChannel: channel }),
  createdAt: notification.createdAt.toISOString(),
})
