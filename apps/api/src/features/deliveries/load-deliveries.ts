import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { deliveries } from '@knockwire/db/schema/notifications'
import type { DeliveryMarkView } from '@knockwire/domain/history/history'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { shorten } from '@knockwire/domain/text/shorten'
import { conditionText } from '@knockwire/services/deliveries/condition-text'
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

/** A condition has up to ten comparisons with texts of any length, and a page shows many deliveries. */
const longestCondition = 500

const shownCondition = (delivery: Parameters<typeof conditionText>[0]): string | null => {
  const text = conditionText(delivery)
  return text && shorten(text, longestCondition)
}

export const presentDelivery = (delivery: typeof deliveries.$inferSelect): DeliveryView => ({
  id: delivery.id,
  notificationId: delivery.notificationId,
  type: delivery.type,
  recipient: delivery.recipient,
  condition: shownCondition(delivery),
  status: delivery.status,
  attempts: delivery.attempts,
  error: delivery.error,
  response: delivery.response,
  joinedTo: delivery.joinedTo,
  deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  nextAttemptAt: delivery.status === 'PENDING' ? (delivery.nextAttemptAt?.toISOString() ?? null) : null,
})

/** What a row of a history shows of them. */
export const deliveryMarks = (views: readonly DeliveryView[]): DeliveryMarkView[] =>
  views.map(({ type, status, attempts, deliveredAt }) => ({ type, status, attempts, deliveredAt }))
