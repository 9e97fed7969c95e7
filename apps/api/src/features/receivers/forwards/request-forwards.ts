import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { receivedRequests, receivers, requestForwards } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { notFound } from '@knockwire/domain/errors'
import { mostForwards, type RequestForwardInput, type RequestForwardView } from '@knockwire/domain/receivers/forward'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { isMine } from '../../../access/owned/owned-receiver.ts'

interface ReportForward {
  receiverId: string
  executionId: string
  input: RequestForwardInput
}

/**
 * Notes what a machine responded to a request that was forwarded to it. The audit log has no entry of it: nothing of the account
 * changes, and a developer's machine reports thousands.
 */
export const reportForward = async (
  { db, now }: ApiContext,
  caller: Caller,
  { receiverId, executionId, input }: ReportForward,
): Promise<RequestForwardView> => {
  const id = uuidv7(now())
  const values = { ...input, startedAt: new Date(input.startedAt) }
  await db.transaction(async (tx) => {
    const found = await tx
      .select({ id: receivedRequests.id })
      .from(receivedRequests)
      .innerJoin(receivers, eq(receivers.id, receivedRequests.receiverId))
      .where(and(eq(receivedRequests.id, executionId), isMine(caller, receiverId)))
    if (found.length === 0) throw notFound('request')
    await tx
      .insert(requestForwards)
      .values({ ...values, id, receiverId, requestId: executionId, createdAt: new Date(now()) })
    await deleteOlder(tx, executionId)
  })
  return { ...input, id }
}

const ofRequest = (requestId: string) => eq(requestForwards.requestId, requestId)

const deleteOlder = async (tx: DatabaseOrTransaction, requestId: string): Promise<void> => {
  const newestFirst = tx.select({ id: requestForwards.id }).from(requestForwards).where(ofRequest(requestId))
  const [oldestKept] = await newestFirst
    .orderBy(desc(requestForwards.id))
    .limit(1)
    .offset(mostForwards - 1)
  if (oldestKept === undefined) return
  await tx.delete(requestForwards).where(and(ofRequest(requestId), lt(requestForwards.id, oldestKept.id)))
}

/** Where a request was forwarded to, the last first. */
export const loadForwards = async (db: DatabaseOrTransaction, requestId: string): Promise<RequestForwardView[]> => {
  const rows = await db
    .select()
    .from(requestForwards)
    .where(ofRequest(requestId))
    .orderBy(desc(requestForwards.id))
    .limit(mostForwards)
  return rows.map(({ id, target, startedAt, durationMs, status, error }) => ({
    id,
    target,
    startedAt: startedAt.toISOString(),
    durationMs,
    status,
    error,
  }))
}
