import type { Secrets } from '@knockwire/services/secrets/secrets'
import { type ReceiverNotificationView, ReceiverNotificationType } from '@knockwire/domain/notifications/notification'
import { viewSetting } from '@knockwire/services/channels/settings'
import type { ReceiverNotificationRow } from './queries.ts'

export const presentReceiverNotification = (
  secrets: Secrets,
  { notification, channel, receiverId }: ReceiverNotificationRow,
): ReceiverNotificationView => {
  const { recipient, emailSetting, slackSetting } = viewSetting(notification.setting, {
    secrets,
    slackChannel: channel,
  })
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
