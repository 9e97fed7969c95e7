import { notifications } from '@knockwire/db/schema/notifications'
import { notFound } from '@knockwire/domain/errors'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

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
