import {
  ReceiverNotificationList,
  ReceiverNotificationListQuery,
  ReceiverNotificationType,
  ReceiverNotificationView,
  SaveReceiverNotificationInput,
  TestReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'
import { PreviewReceiverNotificationInput } from '@knockwire/domain/notifications/preview'
import { type ReceiverTemplateValues, receiverVariables } from '@knockwire/domain/templates/variables'
import { viewSetting } from '@knockwire/services/channels/settings'
import { findReceiver, lockReceiver } from '../../../access/owned/owned-receiver.ts'
import { type NotificationOwner, requireOwnerId, viewMute } from '../owner.ts'
import { type PreviewedOfReceiver, subjectOfReceiver } from './subject-of-receiver.ts'

interface ReceiverShapes {
  reference: { receiverId: string }
  previewed: PreviewedOfReceiver
  save: SaveReceiverNotificationInput
  test: TestReceiverNotificationInput
  view: ReceiverNotificationView
}

/** The notifications of receivers: sent for each request. */
export const receiverOwner: NotificationOwner<ReceiverShapes> = {
  name: 'receiver',
  event: 'request',
  path: '/receiver-notifications',
  schemas: {
    ListQuery: ReceiverNotificationListQuery,
    List: ReceiverNotificationList,
    View: ReceiverNotificationView,
    Save: SaveReceiverNotificationInput,
    Test: TestReceiverNotificationInput,
    Preview: PreviewReceiverNotificationInput,
  },
  key: 'receiverId',
  idOf: ({ receiverId }) => receiverId,
  limit: notificationLimits.perReceiver,
  variables: receiverVariables,
  require: findReceiver,
  lock: lockReceiver,
  readRule: async () => ({ rule: {}, errors: {} }),
  onRuleSaved: async () => {},
  view: (secrets, { notification, channel, isMuted }) => ({
    id: notification.id,
    version: notification.version,
    type: ReceiverNotificationType.parse(notification.type),
    receiverId: requireOwnerId(notification.receiverId),
    ...viewSetting(notification.setting, { secrets, slackChannel: channel }),
    mute: viewMute(notification, isMuted),
    createdAt: notification.createdAt.toISOString(),
  }),
  subjectOf: subjectOfReceiver,
  readTest: async (context, caller, { receiverId, receiver }) => {
    const { subject } = await subjectOfReceiver(context, caller, { receiverId, receiver })
    return { values: subject.values as ReceiverTemplateValues, errors: {} }
  },
}
