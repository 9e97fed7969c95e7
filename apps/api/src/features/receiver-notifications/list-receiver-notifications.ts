import type { ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import type { ApiContext, Caller } from '../../context.ts'
import { presentReceiverNotification } from './presenter.ts'
import { requireReceiver, selectOfReceiver } from './queries.ts'

/** All of a receiver's, in the order in which they were made: there are 10 at most. */
export const listReceiverNotifications = async (
  { db, secrets }: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<{ results: ReceiverNotificationView[] }> => {
  await requireReceiver(db, caller, receiverId)
  const rows = await selectOfReceiver(db, receiverId)
  return { results: rows.map((row) => presentReceiverNotification(secrets, row)) }
}
