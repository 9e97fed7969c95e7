import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { receivedRequests, receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { eq, inArray } from 'drizzle-orm'

/**
 * Deletes a receiver with everything of it, in the caller's transaction, which has locked it. Notifications go before the
 * counters, in the order in which changing one takes its locks; and the counters before the requests, so that none that is
 * in flight is recorded after they were deleted. The retention of requests has to take the two the other way round, and
 * may be met half-way: PostgreSQL then ends one of the two transactions, which is to be done once more.
 */
export const deleteWholeReceiver = async (tx: DatabaseOrTransaction, receiverId: string): Promise<void> => {
  await tx.delete(notifications).where(eq(notifications.receiverId, receiverId))
  await tx.delete(receiverCounters).where(eq(receiverCounters.receiverId, receiverId))
  const ofReceiver = eq(receivedRequests.receiverId, receiverId)
  const subjects = tx.select({ id: receivedRequests.id }).from(receivedRequests).where(ofReceiver)
  await tx.delete(deliveries).where(inArray(deliveries.subjectId, subjects))
  await tx.delete(receivedRequests).where(ofReceiver)
  await tx.delete(receivers).where(eq(receivers.id, receiverId))
}
