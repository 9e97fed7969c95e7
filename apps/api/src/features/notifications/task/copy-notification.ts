import type { Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import type { CopyOutcome, NotificationCopiesView } from '@knockwire/domain/notifications/copies'
import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { throwIfAddressUnconfirmed } from '../../../access/owned/confirmed-account.ts'
import { noteHandEdit } from '../../../access/owned/hand-edits.ts'
import { lockTaskRows } from '../../../access/owned/owned-task.ts'
import { insertCopies } from '../insert-copies.ts'
import { findNotification } from '../notifications.ts'
import type { StoredNotification } from '../owner.ts'
import { taskOwner } from './task-owner.ts'
import { auditNotification } from '../audit-notification.ts'

interface Copy {
  id: string
  taskIds: readonly string[]
}

/**
 * Copies a task's notification to other tasks: when it is sent, to whom and with which text. A copy is not muted, and
 * remembers nothing of the other task's executions. What cannot be copied to one task does not keep it from the others.
 */
export const copyNotification = (
  context: ApiContext,
  caller: Caller,
  { id, taskIds }: Copy,
): Promise<NotificationCopiesView> =>
  context.db.transaction(async (tx) => {
    const original = await findNotification(tx, caller, taskOwner, id)
    const { notification } = original
    await throwIfAddressUnconfirmed(context, tx, caller.accountId, 'be notified')
    const results = await outcomesOf(tx, caller, notification, [...new Set(taskIds)])
    const copied = results.filter(({ outcome }) => outcome === 'COPIED').map(({ taskId }) => taskId)
    const which = eq(notifications.id, id)
    const copies = await insertCopies(tx, { which, to: { taskIds: copied }, nowMs: context.now() })
    for (const [taskId, [copyId = null]] of copies) {
      const row = { ...original, notification: { ...notification, id: copyId ?? id, taskId } }
      await auditNotification(context, tx, caller, { action: 'notification.created', row })
      const paths = [`/notifications/${row.notification.id}`]
      await noteHandEdit(context, tx, caller, { kind: 'task', id: taskId, paths })
    }
    return { results: results.map((one) => ({ ...one, notificationId: copies.get(one.taskId)?.[0] ?? null })) }
  })

interface Result {
  taskId: string
  outcome: CopyOutcome
}

/** The tasks are locked while their notifications are counted, so that creations at once cannot pass the limit together. */
const outcomesOf = async (
  tx: Transaction,
  caller: Caller,
  notification: StoredNotification,
  taskIds: readonly string[],
): Promise<Result[]> => {
  const owned = await lockTaskRows(tx, caller, taskIds)
  const counts = await countNotifications(tx, notification, [...owned])
  return taskIds.map((taskId) => {
    const { total, same } = counts.get(taskId) ?? { total: 0, same: 0 }
    if (!owned.has(taskId)) return { taskId, outcome: 'NOT_FOUND' }
    if (same > 0) return { taskId, outcome: 'ALREADY_THERE' }
    return { taskId, outcome: total >= notificationLimits.perTask ? 'FULL' : 'COPIED' }
  })
}

const asJson = (value: object | null) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`

/** How many each task has, and how many of them are the same as this one. */
const countNotifications = async (
  tx: Transaction,
  { type, condition, firing, setting }: StoredNotification,
  taskIds: readonly string[],
) => {
  const isSame = and(
    sql`${notifications.type} = ${type}`,
    sql`${notifications.condition} is not distinct from ${asJson(condition)}`,
    sql`${notifications.firing} is not distinct from ${asJson(firing)}`,
    sql`${notifications.setting} = ${asJson(setting)}`,
  )
  const rows = await tx
    .select({
      taskId: notifications.taskId,
      total: count(),
      same: sql<number>`count(*) filter (where ${isSame})`.mapWith(Number),
    })
    .from(notifications)
    .where(inArray(notifications.taskId, [...taskIds]))
    .groupBy(notifications.taskId)
  return new Map(rows.map(({ taskId, ...counts }) => [taskId ?? '', counts]))
}
