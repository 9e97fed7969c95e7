import { z } from 'zod'
import { Condition } from '../conditions/condition.ts'
import { Id, Timestamp } from '../id.ts'
import { RequestInput, RequestView } from '../requests/request-target.ts'
import { NotificationType } from './delivery.ts'
import { Firing } from './firing.ts'
import { EmailSetting, SlackSettingInput, SlackSettingView, SmsSetting } from './settings.ts'

export const notificationLimits = { perTask: 20, perReceiver: 10 } as const

const settingInputs = {
  emailSetting: EmailSetting.optional(),
  smsSetting: SmsSetting.optional(),
  slackSetting: SlackSettingInput.optional(),
  request: RequestInput.optional(),
}

/** Of the settings the one of `type` is required; the others are refused. */
export const SaveNotificationInput = z.strictObject({
  type: NotificationType,
  taskId: Id,
  condition: Condition,
  firing: Firing.optional(),
  ...settingInputs,
})
export type SaveNotificationInput = z.infer<typeof SaveNotificationInput>

export const NotificationView = z.object({
  id: Id,
  type: NotificationType,
  taskId: Id,
  condition: Condition,
  firing: Firing,
  /** The email address, phone number, Slack channel or URL. */
  recipient: z.string(),
  emailSetting: EmailSetting.optional(),
  smsSetting: SmsSetting.optional(),
  slackSetting: SlackSettingView.optional(),
  request: RequestView.optional(),
  createdAt: Timestamp,
})
export type NotificationView = z.infer<typeof NotificationView>

export const NotificationList = z.object({ results: z.array(NotificationView) })
export const NotificationListQuery = z.strictObject({ taskId: Id })

export const ReceiverNotificationType = NotificationType.extract(['EMAIL', 'SLACK'])
export type ReceiverNotificationType = z.infer<typeof ReceiverNotificationType>

export const SaveReceiverNotificationInput = z.strictObject({
  type: ReceiverNotificationType,
  receiverId: Id,
  emailSetting: EmailSetting.optional(),
  slackSetting: SlackSettingInput.optional(),
})
export type SaveReceiverNotificationInput = z.infer<typeof SaveReceiverNotificationInput>

export const ReceiverNotificationView = z.object({
  id: Id,
  type: ReceiverNotificationType,
  receiverId: Id,
  recipient: z.string(),
  emailSetting: EmailSetting.optional(),
  slackSetting: SlackSettingView.optional(),
  createdAt: Timestamp,
})
export type ReceiverNotificationView = z.infer<typeof ReceiverNotificationView>

export const ReceiverNotificationList = z.object({ results: z.array(ReceiverNotificationView) })
export const ReceiverNotificationListQuery = z.strictObject({ receiverId: Id })
