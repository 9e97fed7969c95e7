import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import type { Transaction } from '@knockwire/db/client'
import { receivedRequests, receiverCounters, requestForwards } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import { deleteDeliveriesOf } from '@knockwire/services/deliveries/write-deliveries'
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { findReceiver } from '../../../access/owned/owned-receiver.ts'
import { findHead } from './queries.ts'
import { audit } from '../../../access/audit.ts'

/** Deleted in one transaction: while it commits, callers of the receiver wait for its counter. */
const rowsAtOnce = 1000

interface DeleteRequest {
  receiverId: string
  executionId: string
}

/** Deletes one request with its deliveries; what of them is still to be sent is not sent any more. */
export const deleteRequest = async (
  context: ApiContext,
  caller: Caller,
  { receiverId, executionId }: DeleteRequest,
): Promise<void> => {
  const { db, log } = context
  const { name } = await findReceiver(db, caller, receiverId)
  const isIt = eq(receivedRequests.id, executionId)
  const deleted = await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const count = await deleteRows(tx, receiverId, isIt)
      const object = { type: 'REQUEST', id: executionId, name } as const
      if (count > 0)
        await audit(context, tx, caller, { action: 'receiver.requests_deleted', object, subjectId: receiverId })
      return count
    }),
  )
  if (deleted === 0) throw notFound('request')
  log.info({ accountId: caller.accountId, receivedRequestId: executionId }, 'received request deleted')
}

/** Deletes all requests that are there, in short transactions; those that arrive meanwhile stay. */
export const deleteAllRequests = async (
  context: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<void> => {
  const { db, log } = context
  const { name } = await findReceiver(db, caller, receiverId)
  const { top } = await findHead(db, caller, { receiverId, page: 0, size: 1 })
  if (top === null) return
  const areThere = lte(receivedRequests.id, top)
  const object = { type: 'RECEIVER', id: receiverId, name } as const
  for (let isFirst = true; ; isFirst = false) {
    const deleted = await retryOnDeadlock(() =>
      db.transaction(async (tx) => {
        if (isFirst) await audit(context, tx, caller, { action: 'receiver.requests_deleted', object })
        return deleteRows(tx, receiverId, areThere)
      }),
    )
    if (deleted < rowsAtOnce) break
  }
  log.info({ accountId: caller.accountId, receiverId }, 'received requests deleted')
}

/** Requests before their counter, as retention does: a caller waits for the transaction that holds the counter. */
const deleteRows = async (tx: Transaction, receiverId: string, which: SQL): Promise<number> => {
  const chosen = await tx
    .select({ id: receivedRequests.id })
    .from(receivedRequests)
    .where(and(eq(receivedRequests.receiverId, receiverId), which))
    .orderBy(sql`${receivedRequests.id} asc nulls first`)
    .limit(rowsAtOnce)
    .for('update')
  const ids = chosen.map(({ id }) => id)
  if (ids.length === 0) return 0
  const deleted = await tx
    .delete(receivedRequests)
    .where(inArray(receivedRequests.id, ids))
    .returning({ bytes: receivedRequests.storedBytes })
  await deleteDeliveriesOf(tx, ids)
  await tx.delete(requestForwards).where(inArray(requestForwards.requestId, ids))
  const bytes = deleted.reduce((sum, row) => sum + (row.bytes ?? 0), 0)
  await tx
    .update(receiverCounters)
    .set({
      total: sql`${receiverCounters.total} - ${deleted.length}::int`,
      storedBytes: sql`greatest(0, ${receiverCounters.storedBytes} - ${bytes}::bigint)`,
    })
    .where(eq(receiverCounters.receiverId, receiverId))
  return deleted.length
}
