import type { Condition } from '@knockwire/domain/conditions/condition'
import type { Firing } from '@knockwire/domain/notifications/firing'
import type { NotificationView, ReceiverNotificationView } from '@knockwire/domain/notifications/notification'

type Settings = Pick<NotificationView, 'emailSetting' | 'smsSetting' | 'slackSetting' | 'request'>

/** A notification as it was read, of a task or of a receiver. */
export interface KeptNotification extends Settings {
  id: string
  type: NotificationView['type']
  recipient: string
  /** Null for receivers, which tell of each request. */
  rule: { condition: Condition; firing: Firing } | null
}

export const keptOfTask = ({ condition, firing, ...view }: NotificationView): KeptNotification => ({
  ...view,
  rule: { condition, firing },
})

export const keptOfReceiver = (view: ReceiverNotificationView): KeptNotification => ({ ...view, rule: null })
