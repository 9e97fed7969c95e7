import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import { defaultCondition, normalizeCondition } from '@knockwire/domain/conditions/condition-rules'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import { alertWordsOf } from '@knockwire/domain/notifications/alert-words'
import { completeFiring } from '@knockwire/domain/notifications/firing-rules'
import {
  NotificationList,
  NotificationListQuery,
  NotificationView,
  SaveNotificationInput,
  TestNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'
import { PreviewNotificationInput } from '@knockwire/domain/notifications/preview'
import { type TaskTemplateValues, taskVariables } from '@knockwire/domain/templates/variables'
import { viewSetting } from '@knockwire/services/channels/settings'
import type { ApiContext, Caller } from '../../../context.ts'
import { lockTaskRow, requireTask } from '../../../access/owned/owned-task.ts'
import { type NotificationOwner, requireOwnerId, viewMute } from '../owner.ts'
import { readCondition, readFiring, resetAlertState, shownCondition } from '../rule.ts'
import { type PreviewedOfTask, subjectOfTask } from './subject-of-task.ts'

interface TaskShapes {
  reference: { taskId: string }
  previewed: PreviewedOfTask
  save: SaveNotificationInput
  test: TestNotificationInput
  view: NotificationView
}

/** What is opened where a task has no execution yet; of a draft, the page of the draft. */
const taskUrl = ({ settings }: ApiContext, taskId: string) => `${settings.publicOrigin}/dashboard/tasks/${taskId}`

/** The values of the newest execution, and of its condition whether or not it is met. */
const readTest = async (context: ApiContext, caller: Caller, input: TestNotificationInput) => {
  const { id, subject } = await subjectOfTask(context, caller, input)
  const preview =
    subject.input && (await context.sandbox.run(caller.accountId, { kind: 'preview', templates: [], ...subject }))
  const values = subject.values as TaskTemplateValues
  const operands = preview?.verdict?.operands ?? []
  const unreadReasons = operands.filter(({ problem }) => problem !== undefined).map(({ reason }) => reason)
  const condition = {
    ...values.condition,
    description: [`Test: ${describeCondition(normalizeCondition(input.condition))}`, ...unreadReasons].join('. '),
    value: preview?.verdict?.value ?? values.condition.value,
    holds: true,
  }
  const url = taskUrl(context, input.taskId)
  const execution = { ...values.execution, ...(id === null && { url, shortUrl: url }) }
  const normalized = normalizeCondition(input.condition)
  const words = preview?.verdict ? alertWordsOf(normalized, preview.verdict) : {}
  const alert = { ...values.alert, ...words }
  return { values: { ...values, condition, alert, execution }, errors: checkCondition(input.condition) }
}

/** The notifications of tasks: sent when their condition and their firing say so. */
export const taskOwner: NotificationOwner<TaskShapes> = {
  name: 'task',
  event: 'execution',
  path: '/notifications',
  schemas: {
    ListQuery: NotificationListQuery,
    List: NotificationList,
    View: NotificationView,
    Save: SaveNotificationInput,
    Test: TestNotificationInput,
    Preview: PreviewNotificationInput,
  },
  key: 'taskId',
  idOf: ({ taskId }) => taskId,
  limit: notificationLimits.perTask,
  variables: taskVariables,
  require: requireTask,
  lock: lockTaskRow,
  complete: (input) => input,
  readRule: async (tx, caller, input, stored) => {
    const { condition, errors } = await readCondition(tx, caller, input.condition)
    return { rule: { condition, firing: readFiring(input.firing ?? completeFiring(stored?.firing)) }, errors }
  },
  onRuleSaved: async (tx, before, { condition }) => {
    if (condition) await resetAlertState(tx, before, condition)
  },
  view: (secrets, { notification, channel, isMuted }) => ({
    id: notification.id,
    version: notification.version,
    type: notification.type,
    taskId: requireOwnerId(notification.taskId),
    key: notification.key,
    condition: shownCondition(secrets, notification.condition ?? defaultCondition),
    firing: completeFiring(notification.firing),
    ...viewSetting(notification.setting, { secrets, slackChannel: channel }),
    mute: viewMute(notification, isMuted),
    createdAt: notification.createdAt.toISOString(),
  }),
  subjectOf: subjectOfTask,
  readTest,
}
