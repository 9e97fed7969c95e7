import { notifications } from '@knockwire/db/schema/notifications'
import { notFound } from '@knockwire/domain/errors'
import type { ApiContext, Caller } from '../../context.ts'
import { ofReceiver } from './queries.ts'

/** What it has told already stays in the history. */
export const deleteReceiverNotification = async (
  { db }: ApiContext,
  caller: Caller,
  { id }: { id: string },
): Promise<void> => {
  const deleted = await db.delete(notifications).where(ofReceiver(caller, id)).returning({ id: notifications.id })
  if (deleted.length === 0) throw notFound('notification')
}
