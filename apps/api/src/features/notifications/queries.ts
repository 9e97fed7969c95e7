import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { notFound } from '@knockwire/domain/errors'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import { type NotificationRow, selectNotifications } from './settings/select-settings.ts'

/** A task's notification, with what only a receiver's may leave out. */
export interface TaskNotificationRow extends NotificationRow {
  taskId: string
}

const asTaskNotification = (row: NotificationRow): TaskNotificationRow => {
  const { taskId } = row.notification
  if (taskId === null) throw new Error('A task’s notification has no task.')
  return { ...row, taskId }
}

export const selectOfTask = async (db: DatabaseOrTransaction, taskId: string): Promise<TaskNotificationRow[]> =>
  (await selectNotifications(db, eq(notifications.taskId, taskId))).map(asTaskNotification)

/** `isLocked`: whoever else wants to change it waits until the transaction ends. */
export const findNotification = async (
  tx: Transaction,
  { accountId }: Caller,
  id: string,
  { isLocked = false } = {},
): Promise<TaskNotificationRow> => {
  const mine = and(eq(notifications.id, id), eq(notifications.accountId, accountId), isNotNull(notifications.taskId))
  const select = selectNotifications(tx, mine)
  const [row] = await (isLocked ? select.for('no key update', { of: notifications }) : select)
  if (row === undefined) throw notFound('notification')
  return asTaskNotification(row)
}
