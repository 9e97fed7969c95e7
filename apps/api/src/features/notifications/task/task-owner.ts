import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { alertStates } from '@knockwire/db/schema/notifications'
import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultCondition, normalizeCondition, operandsOf } from '@knockwire/domain/conditions/condition-rules'
import { maskCondition } from '@knockwire/domain/conditions/mask-condition'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { Firing } from '@knockwire/domain/notifications/firing'
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
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { lockTaskRow, requireTask } from '../../../access/owned/owned-task.ts'
import { type NotificationOwner, requireOwnerId, type StoredNotification, viewMute } from '../owner.ts'
import { type PreviewedOfTask, subjectOfTask } from './subject-of-task.ts'

interface TaskShapes {
  reference: { taskId: string }
  previewed: PreviewedOfTask
  save: SaveNotificationInput
  test: TestNotificationInput
  view: NotificationView
}

/** The condition as it would be stored, and what is wrong with it. */
const readCondition = async (
  tx: Transaction,
  caller: Caller,
  sent: Condition,
): Promise<{ condition: Condition; errors: FieldErrors }> => {
  const errors = checkCondition(sent)
  const isSeveral = operandsOf(sent).length > 1
  if (isSeveral && !(await mayCombine(tx, caller))) {
    return {
      condition: sent,
      errors: { ...errors, tooManyConditions: 'Your account has one condition a notification.' },
    }
  }
  return { condition: normalizeCondition(sent), errors }
}

const mayCombine = async (tx: Transaction, { accountId }: Caller): Promise<boolean> => {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), accounts.isAdvancedConditionEnabled))
  return found.length > 0
}

/** Only a notification that is sent once when a problem starts has an end of it to wait for. */
const readFiring = (sent: Firing): Firing => ({
  ...sent,
  notifyOnRecovery: sent.mode === 'ON_START' && sent.notifyOnRecovery,
  recoverAfterInARow: sent.mode === 'ON_START' ? sent.recoverAfterInARow : 1,
})

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

/** What was seen of another condition says nothing about this one. */
const resetAlertState = async (tx: Transaction, before: StoredNotification, condition: Condition) => {
  if (isDeepStrictEqual(before.condition, condition)) return
  await tx.delete(alertStates).where(eq(alertStates.notificationId, before.id))
}

const shownCondition = (secrets: Secrets | null, condition: Condition): Condition =>
  secrets === null ? maskCondition(condition) : condition

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
    condition: shownCondition(secrets, notification.condition ?? defaultCondition),
    firing: completeFiring(notification.firing),
    ...viewSetting(notification.setting, { secrets, slackChannel: channel }),
    mute: viewMute(notification, isMuted),
    createdAt: notification.createdAt.toISOString(),
  }),
  subjectOf: subjectOfTask,
  readTest,
}
