import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { receivedRequests, receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { eq, sql } from 'drizzle-orm'
import { deleteWithSubjectsSql } from '../deliveries/delivery-sql.ts'

/**
 * Deletes a receiver with everything of it, in the caller's transaction, which has locked it. Notifications go before the
 * counters, in the order in which changing one takes its locks; and the counters before the requests, so that none that is
 * in flight is recorded after they were deleted. The retention of requests has to take the two the other way round, and
 * may be met half-way: PostgreSQL then ends one of the two transactions, which is to be done once more.
 */
export const deleteWholeReceiver = async (tx: DatabaseOrTransaction, receiverId: string): Promise<void> => {
  await tx.delete(notifications).where(eq(notifications.receiverId, receiverId))
  await tx.delete(receiverCounters).where(eq(receiverCounters.receiverId, receiverId))
  let deleted = rowsAtOnce
  while (deleted > 0) deleted = await deleteOldestRequests(tx, receiverId, rowsAtOnce)
  await deleteHeartbeatHistory(tx, receiverId)
  await tx.delete(receivers).where(eq(receivers.id, receiverId))
}

/** With the deliveries that are about it. */
const deleteHeartbeatHistory = async (tx: DatabaseOrTransaction, receiverId: string): Promise<void> => {
  await tx.execute(sql`
    with to_delete as (delete from heartbeat_changes where receiver_id = ${receiverId} returning id)
    ${sql.raw(deleteWithSubjectsSql)}`)
}

/** Rows of one statement, which may not take longer than any statement may. */
const rowsAtOnce = 500

/** Deletes so many of a receiver's requests, and gives how many. The order is that of the index, nulls included. */
export const deleteOldestRequests = async (
  tx: DatabaseOrTransaction,
  receiverId: string,
  limit: number,
): Promise<number> => {
  const oldest = await tx
    .select({ id: receivedRequests.id })
    .from(receivedRequests)
    .where(eq(receivedRequests.receiverId, receiverId))
    .orderBy(sql`${receivedRequests.id} nulls first`)
    .limit(limit)
  if (oldest.length === 0) return 0
  const ids = oldest.map(({ id }) => id)
  await tx.execute(sql`
    with to_delete as (select unnest(${sql.param(ids)}::uuid[]) as id),
      deleted_deliveries as (${sql.raw(deleteWithSubjectsSql)})
    delete from received_requests using to_delete where received_requests.id = to_delete.id`)
  return oldest.length
}
