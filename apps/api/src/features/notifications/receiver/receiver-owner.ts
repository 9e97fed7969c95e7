import { completeStoredTexts } from '@knockwire/domain/channels/settings'
import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { normalizeCondition } from '@knockwire/domain/conditions/condition-rules'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import { alertWordsOf } from '@knockwire/domain/notifications/alert-words'
import { completeFiring } from '@knockwire/domain/notifications/firing-rules'
import type { When } from '@knockwire/domain/notifications/when'
import { heartbeatOfWhen, ruleOfWhen, whenOfRule } from '@knockwire/domain/notifications/when-rules'
import type { Secrets } from '@knockwire/services/secrets/secrets'
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
import type { ApiContext, Caller } from '../../../context.ts'
import {
  type NotificationOwner,
  type NotificationSubject,
  requireOwnerId,
  type StoredNotification,
  viewMute,
} from '../owner.ts'
import { forgetAlertState, readCondition, readFiring, resetAlertState, shownCondition } from '../rule.ts'
import { type PreviewedOfReceiver, subjectOfReceiver } from './subject-of-receiver.ts'

interface ReceiverShapes {
  reference: { receiverId: string }
  previewed: PreviewedOfReceiver
  save: SaveReceiverNotificationInput
  test: TestReceiverNotificationInput
  view: ReceiverNotificationView
}

/** What is stored: a notification of each request has no condition, nor has one of a heartbeat. */
const storedWhenOf = ({ condition, firing, heartbeat }: StoredNotification): When =>
  whenOfRule(condition === null ? null : { condition, firing: completeFiring(firing) }, heartbeat)

/** The notifications of receivers: sent for each request, for those that a condition and a firing say, or of a heartbeat. */
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
  complete: (input, stored) => (stored === null ? input : completeStoredTexts(input, storedWhenOf(stored).kind)),
  readRule: async (tx, caller, { when }, stored) => {
    const requested = when ?? (stored ? storedWhenOf(stored) : eachRequest)
    const rule = ruleOfWhen(requested)
    const heartbeat = heartbeatOfWhen(requested)
    if (rule === null) return { rule: { condition: null, firing: null, heartbeat }, errors: {} }
    const { condition, errors } = await readCondition(tx, caller, rule.condition)
    return { rule: { condition, firing: readFiring(rule.firing), heartbeat }, errors }
  },
  onRuleSaved: async (tx, before, { condition = null, heartbeat = null }) => {
    await resetAlertState(tx, before, condition)
    if ((before.heartbeat === null) !== (heartbeat === null)) await forgetAlertState(tx, before)
  },
  view: (secrets, { notification, channel, isMuted }) => ({
    id: notification.id,
    version: notification.version,
    type: ReceiverNotificationType.parse(notification.type),
    receiverId: requireOwnerId(notification.receiverId),
    key: notification.key,
    when: viewWhen(secrets, storedWhenOf(notification)),
    ...viewSetting(notification.setting, { secrets, slackChannel: channel }),
    mute: viewMute(notification, isMuted),
    createdAt: notification.createdAt.toISOString(),
  }),
  subjectOf: subjectOfReceiver,
  readTest: async (context, caller, { receiverId, receiver, when }) => {
    const rule = when === undefined ? null : ruleOfWhen(when)
    const condition = rule?.condition
    const heartbeat = when && heartbeatOfWhen(when)
    const previewed = {
      receiverId,
      receiver,
      ...(condition && { condition }),
      ...(heartbeat && { isOfHeartbeat: true }),
    }
    const { subject } = await subjectOfReceiver(context, caller, previewed)
    const values = subject.values as ReceiverTemplateValues
    if (heartbeat) return { values: { ...values, alert: { ...values.alert, state: 'Test' } }, errors: {} }
    if (condition === undefined) return { values, errors: {} }
    return { values: await testValues(context, caller, subject, condition), errors: checkCondition(condition) }
  },
}

const eachRequest: When = { kind: 'EACH_REQUEST' }

const viewWhen = (secrets: Secrets | null, when: When): When =>
  when.kind === 'REQUEST' ? { ...when, condition: shownCondition(secrets, when.condition) } : when

/** The values of the newest request, and of its condition whether or not it is met. */
const testValues = async (
  { sandbox }: ApiContext,
  { accountId }: Caller,
  subject: NotificationSubject['subject'],
  condition: Condition,
): Promise<ReceiverTemplateValues> => {
  const values = subject.values as ReceiverTemplateValues
  const preview = subject.input && (await sandbox.run(accountId, { kind: 'preview', templates: [], ...subject }))
  const verdict = preview?.verdict
  const normalized = normalizeCondition(condition)
  return {
    ...values,
    condition: {
      ...values.condition,
      description: `Test: ${describeCondition(normalized)}`,
      value: verdict?.value ?? values.condition.value,
      holds: true,
    },
    alert: { ...values.alert, ...(verdict && alertWordsOf(normalized, verdict)), state: 'Test' },
  }
}
