import type { Secrets } from '@knockwire/services/secrets/secrets'
import { type ReceiverNotificationView, ReceiverNotificationType } from '@knockwire/domain/notifications/notification'
import { viewSetting } from '../notifications/settings/setting-view.ts'
import type { ReceiverNotificationRow } from './queries.ts'

export const presentReceiverNotification = (
  secrets: Secrets,
  { notification, channel, receiverId }: ReceiverNotificationRow,
): ReceiverNotificationView => {
  const { recipient, emailSetting, slackSetting } = viewSetting(secrets, notification.setting, channel)
  return {
    id: notification.id,
    type: ReceiverNotificationType.parse(notification.type),
    receiverId,
    recipient,
    ...(emailSetting && { emailSetting }),
    ...(slackSetting && { slackSetting }),
    createdAt: notification.createdAt.toISOString(),
  }
}
