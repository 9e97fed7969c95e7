import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { deliveries } from '@knockwire/db/schema/notifications'
import type { DeliveryStatus } from '@knockwire/domain/notifications/deliveries/delivery'
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'

/** A delivery that is not stored yet. */
export type NewDelivery = typeof deliveries.$inferInsert
export type Delivery = typeof deliveries.$inferSelect

/** Those of received requests: the caller sends the jobs of those that are PENDING. */
export const insertDeliveries = (db: DatabaseOrTransaction, created: NewDelivery[]): PromiseLike<unknown> =>
  db.insert(deliveries).values(created)

/** A notification that is tried out. */
export const insertTest = async (
  tx: Transaction,
  test: Omit<NewDelivery, 'occasion' | 'status' | 'isRequested'>,
): Promise<Delivery> => {
  const row = { ...test, occasion: 'TEST', status: 'PENDING', isRequested: true } as const
  const [inserted] = await tx.insert(deliveries).values(row).returning()
  if (inserted === undefined) throw new Error('The test was not written.')
  return inserted
}

/** What is over and was not delivered waits again, for its first attempt; undefined where it is not such a one. */
export const restartDelivery = async (
  tx: Transaction,
  { id, accountId }: { id: string; accountId: string },
): Promise<Delivery | undefined> => {
  const isIts = and(eq(deliveries.id, id), eq(deliveries.accountId, accountId))
  const isOver = and(inArray(deliveries.status, ['FAILED', 'LIMIT_EXCEEDED', 'MUTED']), ne(deliveries.occasion, 'TEST'))
  const [restarted] = await tx
    .update(deliveries)
    .set({
      status: 'PENDING',
      attempts: 0,
      error: null,
      response: null,
      nextAttemptAt: null,
      counted: null,
      joinedTo: null,
      isRequested: true,
    })
    .where(and(isIts, isOver))
    .returning()
  return restarted
}

/** Whether a text message arrived, as its provider says after it took it. */
interface TextReport {
  deliveryId: string
  providerMessageId: string
  change: { status: Extract<DeliveryStatus, 'DELIVERED' | 'FAILED'>; deliveredAt: Date | null; error: string | null }
}

/** Gives whether there is such a text. */
export const writeTextReport = async (
  db: DatabaseOrTransaction,
  { deliveryId, providerMessageId, change }: TextReport,
): Promise<boolean> => {
  const changed = await db
    .update(deliveries)
    .set({ ...change, providerMessageId })
    .where(and(eq(deliveries.type, 'SMS'), isOf(deliveryId, providerMessageId, change.status)))
    .returning({ id: deliveries.id })
  return changed.length > 0
}

/**
 * By its delivery's id, since the provider may report before its own id of the SMS is recorded. A delivery may be several
 * texts, where the provider's answer to one did not arrive: then one that arrived is enough, and of those that did not,
 * only the one that is recorded counts.
 */
const isOf = (deliveryId: string, messageId: string, status: DeliveryStatus) => {
  const isIts = eq(deliveries.id, deliveryId)
  if (status === 'DELIVERED') return isIts
  return and(isIts, or(eq(deliveries.providerMessageId, messageId), isNull(deliveries.providerMessageId)))
}

/** Those of received requests that are deleted in the same transaction. */
export const deleteDeliveriesOf = (tx: Transaction, subjectIds: string[]): PromiseLike<unknown> =>
  tx.delete(deliveries).where(inArray(deliveries.subjectId, subjectIds))
