import { z } from 'zod'
import {
  completeReceiverTexts,
  receiverSettingInputs,
  receiverSettingViews,
  settingInputs,
  settingViews,
} from '../channels/settings.ts'
import { receiverChannelTypes } from '../channels/channel-types.ts'
import { Condition } from '../conditions/condition.ts'
import { keyView } from '../definitions/described.ts'
import { Id, Timestamp } from '../id.ts'
import { pageQuery } from '../page.ts'
import { NotificationType } from './deliveries/delivery.ts'
import { Version } from '../versions.ts'
import { Firing } from './firing.ts'
import { MuteView } from './mute.ts'
import { PreviewNotificationInput, TypedReceiver } from './preview.ts'
import { When } from './when.ts'

/** The setting of `type` is required, and no other is accepted. */
export const SaveNotificationInput = z.strictObject({
  type: NotificationType,
  taskId: Id,
  condition: Condition,
  firing: Firing.optional(),
  ...settingInputs,
  /** The version that was read; absent, the save replaces whatever is stored. */
  version: Version.optional(),
})
export type SaveNotificationInput = z.infer<typeof SaveNotificationInput>

/**
 * Not saved; `notificationId`: the one that is being edited, whose stored secrets the setting may leave out; `task`: as its
 * page's form shows it, as for a preview.
 */
export const TestNotificationInput = SaveNotificationInput.extend({
  notificationId: Id.optional(),
  task: PreviewNotificationInput.shape.task,
})
export type TestNotificationInput = z.infer<typeof TestNotificationInput>

export const NotificationView = z.object({
  id: Id,
  version: Version,
  type: NotificationType,
  taskId: Id,
  ...keyView,
  condition: Condition,
  firing: Firing,
  /** The email address, phone number, Slack channel or URL. */
  recipient: z.string(),
  ...settingViews,
  /** Null where it is not muted. */
  mute: MuteView.nullable(),
  createdAt: Timestamp,
})
export type NotificationView = z.infer<typeof NotificationView>

/** Of a task: all of its notifications. Of an account: a page of all, with their number. */
const listOf = <T extends z.ZodType>(view: T) =>
  z.object({ results: z.array(view), total: z.number().int().optional(), page: z.number().int().optional() })

export const NotificationList = listOf(NotificationView)
/** Without `taskId`, those of all tasks, page by page. */
export const NotificationListQuery = z.strictObject({ taskId: Id.optional(), ...pageQuery(50) })

export const ReceiverNotificationType = NotificationType.extract(receiverChannelTypes)
export type ReceiverNotificationType = z.infer<typeof ReceiverNotificationType>

/** What a receiver's notification is saved with, whatever call saves it. */
export const receiverNotificationShape = {
  type: ReceiverNotificationType,
  /** Not given, it is each request for a new notification, and stays as it is for one that is saved. */
  when: When.optional(),
  ...receiverSettingInputs,
}

const savedReceiverNotification = {
  ...receiverNotificationShape,
  receiverId: Id,
  /** The version that was read; absent, the save replaces whatever is stored. */
  version: Version.optional(),
}

export const SaveReceiverNotificationInput = z.strictObject(savedReceiverNotification).overwrite(completeReceiverTexts)
export type SaveReceiverNotificationInput = z.infer<typeof SaveReceiverNotificationInput>

export const TestReceiverNotificationInput = z
  .strictObject({ ...savedReceiverNotification, notificationId: Id.optional(), receiver: TypedReceiver.optional() })
  .overwrite(completeReceiverTexts)
export type TestReceiverNotificationInput = z.infer<typeof TestReceiverNotificationInput>

export const ReceiverNotificationView = z.object({
  id: Id,
  version: Version,
  type: ReceiverNotificationType,
  receiverId: Id,
  ...keyView,
  when: When,
  recipient: z.string(),
  ...receiverSettingViews,
  /** Null where it is not muted. */
  mute: MuteView.nullable(),
  createdAt: Timestamp,
})
export type ReceiverNotificationView = z.infer<typeof ReceiverNotificationView>

export const ReceiverNotificationList = listOf(ReceiverNotificationView)
/** Without `receiverId`, those of all receivers, page by page. */
export const ReceiverNotificationListQuery = z.strictObject({ receiverId: Id.optional(), ...pageQuery(50) })
