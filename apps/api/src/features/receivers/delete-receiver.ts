import type { Transaction } from '@knockwire/db/client'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { receivedRequests, receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { AppError } from '@knockwire/domain/errors'
import { eq, inArray } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { againOnDeadlock } from './again-on-deadlock.ts'
import { holdReceiver } from './queries.ts'

/**
 * Deletes a receiver with everything of it. Notifications go before the gate, in the order in which changing one takes
 * its locks; and the gate before the requests, so that none that is under way is recorded after they were deleted. The
 * retention of requests has to take the two the other way round, and may be met half-way.
 */
export const deleteReceiver = (
  { db }: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<void> => againOnDeadlock(() => db.transaction((tx) => deleteWhole(tx, caller, receiverId)))

const deleteWhole = async (tx: Transaction, caller: Caller, receiverId: string) => {
  const { status } = await holdReceiver(tx, caller, receiverId)
  if (status === 'ACTIVE') throw new AppError('CONFLICT', 'This receiver is active. Please deactivate it first.')
  await tx.delete(notifications).where(eq(notifications.receiverId, receiverId))
  await tx.delete(receiverCounters).where(eq(receiverCounters.receiverId, receiverId))
  const ofReceiver = eq(receivedRequests.receiverId, receiverId)
  const subjects = tx.select({ id: receivedRequests.id }).from(receivedRequests).where(ofReceiver)
  await tx.delete(deliveries).where(inArray(deliveries.subjectId, subjects))
  await tx.delete(receivedRequests).where(ofReceiver)
  await tx.delete(receivers).where(eq(receivers.id, receiverId))
}
