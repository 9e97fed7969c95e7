import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { deliveries } from '@knockwire/db/schema/notifications'
import type { DeliveryMarkView } from '@knockwire/domain/history/history'
import type { DeliveryView } from '@knockwire/domain/notifications/delivery'
import { deliveryReason } from '@knockwire/services/deliveries/delivery-reason'
import { asc, inArray } from 'drizzle-orm'

export type DeliveriesBySubject = ReadonlyMap<string, DeliveryView[]>

/** What became of the notifications of each execution or received request, in the order in which they were made. */
export const loadDeliveries = async (
  db: DatabaseOrTransaction,
  subjectIds: readonly string[],
): Promise<DeliveriesBySubject> => {
  if (subjectIds.length === 0) return new Map()
  const rows = await selectDeliveries(db, subjectIds)
  const bySubject = Map.groupBy(rows, ({ subjectId }) => subjectId)
  return new Map([...bySubject].map(([subjectId, found]) => [subjectId, found.map(presentDelivery)]))
}

/** Of a whole page at once: an open page reads it every two seconds. */
export const selectDeliveries = (db: DatabaseOrTransaction, subjectIds: readonly string[]) =>
  db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.subjectId, [...subjectIds]))
    .orderBy(asc(deliveries.id))

export const presentDelivery = (delivery: typeof deliveries.$inferSelect): DeliveryView => ({
  id: delivery.id,
  notificationId: delivery.notificationId,
  type: delivery.type,
  recipient: delivery.recipient,
  reason: deliveryReason(delivery),
  status: delivery.status,
  attempts: delivery.attempts,
  error: delivery.error,
  response: delivery.response,
  deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  nextAttemptAt: delivery.status === 'PENDING' ? (delivery.nextAttemptAt?.toISOString() ?? null) : null,
})

/** What a row of a history shows of them. */
export const deliveryMarks = (views: readonly DeliveryView[]): DeliveryMarkView[] =>
  views.map(({ type, status, attempts, deliveredAt }) => ({ type, status, attempts, deliveredAt }))
