import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { alertStates, notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import { type Condition, normalizeCondition, operandsOf } from '@knockwire/domain/conditions/condition'
import { AppError, type FieldErrors, notFound, throwIfInvalid } from '@knockwire/domain/errors'
import { defaultFiring, type Firing } from '@knockwire/domain/notifications/firing'
import {
  notificationLimits,
  type NotificationView,
  type SaveNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { taskVariables } from '@knockwire/domain/templates/variables'
import { changedFields, nextVersion } from '@knockwire/domain/versions'
import { readSetting } from '@knockwire/services/channels/settings'
import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { lockTaskRow, requireTask } from '../tasks/owned-task.ts'
import { presentNotification } from './presenter.ts'
import { findNotification, selectOfTask, type TaskNotificationRow } from './queries.ts'
import { validateTemplates } from './settings/template-faults.ts'

/** The condition as it would be kept, and what speaks against it. */
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

/** Only what tells once that it started has something to tell when it stops. */
const readFiring = (sent: Firing = defaultFiring): Firing => ({
  ...sent,
  notifyOnRecovery: sent.mode === 'ON_START' && sent.notifyOnRecovery,
})

/** The task is held while its notifications are counted, so that creations at once cannot pass the limit together. */
export const createNotification = async (
  context: ApiContext,
  caller: Caller,
  input: SaveNotificationInput,
): Promise<NotificationView> => {
  const templateErrors = await validateTemplates(context, caller, input, taskVariables)
  return context.db.transaction(async (tx) => {
    await lockTaskRow(tx, caller, input.taskId)
    const { setting, errors } = await readSetting({ ...context, ...caller, tx, stored: null }, input)
    const rule = await readCondition(tx, caller, input.condition)
    throwIfInvalid({ ...templateErrors, ...errors, ...rule.errors, ...(await validateCount(tx, input.taskId)) })
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const now = new Date(nowMs)
    await tx.insert(notifications).values({
      id,
      accountId: caller.accountId,
      taskId: input.taskId,
      type: input.type,
      condition: rule.condition,
      firing: readFiring(input.firing),
      setting,
      createdAt: now,
      updatedAt: now,
    })
    return presentNotification(context.secrets, await findNotification(tx, caller, id))
  })
}

const validateCount = async (tx: Transaction, taskId: string): Promise<FieldErrors> => {
  const [kept] = await tx.select({ count: count() }).from(notifications).where(eq(notifications.taskId, taskId))
  const limit = notificationLimits.perTask
  if ((kept?.count ?? 0) < limit) return {}
  return { notificationCount: `A task has at most ${limit} notifications. Please delete one first.` }
}

interface Update {
  id: string
  input: SaveNotificationInput
  /** The version that the caller started from; undefined where they do not say. */
  version?: number | undefined
}

/** Task and type stay as they are. When it tells, where not sent, stays too. */
export const updateNotification = async (
  context: ApiContext,
  caller: Caller,
  { id, input, version }: Update,
): Promise<NotificationView> => {
  const templateErrors = await validateTemplates(context, caller, input, taskVariables)
  return context.db.transaction(async (tx) => {
    const row = await findNotification(tx, caller, id, { isLocked: true })
    rejectMove(row, input)
    const kept = row.notification
    const scope = { ...context, ...caller, tx, stored: kept.setting }
    const { setting, errors } = await readSetting(scope, input)
    const { condition, errors: conditionErrors } = await readCondition(tx, caller, input.condition)
    throwIfInvalid({ ...templateErrors, ...errors, ...conditionErrors })
    const firing = readFiring(input.firing ?? kept.firing ?? undefined)
    const updatedAt = new Date(context.now())
    await tx.update(notifications).set({ condition, firing, setting, updatedAt }).where(eq(notifications.id, id))
    await forgetOther(tx, row, condition)
    const before = presentNotification(context.secrets, row)
    const after = presentNotification(context.secrets, await findNotification(tx, caller, id))
    // Rejected, nothing of the above is committed.
    const changed = [...changedFields(before, after), ...secretsSent(input)]
    const versions = nextVersion(kept, { changed, sent: version, current: () => before })
    await tx.update(notifications).set(versions).where(eq(notifications.id, id))
    return { ...after, version: versions.version }
  })
}

/** A password is never read back, so that one which is sent counts as a change. */
const secretsSent = ({ request }: SaveNotificationInput): string[] =>
  request?.target.basicAuth.password === undefined ? [] : ['request.target.basicAuth.password']

const rejectMove = ({ taskId, notification }: TaskNotificationRow, input: SaveNotificationInput) => {
  if (input.taskId === taskId && input.type === notification.type) return
  throw new AppError('MALFORMED', 'A notification keeps its task and its type. Please create another one instead.')
}

/** What was seen of another condition says nothing about this one. */
const forgetOther = async (tx: Transaction, { notification }: TaskNotificationRow, condition: Condition) => {
  if (isDeepStrictEqual(notification.condition, condition)) return
  await tx.delete(alertStates).where(eq(alertStates.notificationId, notification.id))
}

/** What it has told already stays in the history. */
export const deleteNotification = async (
  { db }: ApiContext,
  { accountId }: Caller,
  { id }: { id: string },
): Promise<void> => {
  const mine = and(eq(notifications.id, id), eq(notifications.accountId, accountId), isNotNull(notifications.taskId))
  const deleted = await db.delete(notifications).where(mine).returning({ id: notifications.id })
  if (deleted.length === 0) throw notFound('notification')
}

/** All of a task's, in the order in which they were made: there are 20 at most. */
export const listNotifications = async (
  { db, secrets }: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<{ results: NotificationView[] }> => {
  await requireTask(db, caller, taskId)
  return { results: (await selectOfTask(db, taskId)).map((row) => presentNotification(secrets, row)) }
}
