import { plainArray } from '@knockwire/db/sql-array'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import { deliveriesDueIn, deliveryQueueOf, sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { type DeliveryItem, deliveryIdOf } from './delivery-item.ts'

/**
 * For each delivery the pending ones that are older and say the opposite: the alert before a recovery, and the recovery
 * before an alert. `offset 0` leaves only the index of pending deliveries: planned for an empty table, the ids alone
 * would do as well, and the whole history would be read later.
 */
const aheadSql = `
  select d.id, ahead.id as ahead_id
  from deliveries d cross join lateral (
    select o.id from deliveries o
    where o.notification_id = d.notification_id and o.status = 'PENDING' and o.occasion <> 'REQUEST'
      and o.occasion = case d.occasion when 'HOLDS' then 'RECOVERED' when 'RECOVERED' then 'HOLDS' end
      and (o.joined_to is null or o.next_attempt_at is null)
    offset 0
  ) ahead
  where d.id = any ($1::uuid[]) and d.status = 'PENDING' and ahead.id < d.id`

/** Soon enough after one that is in flight just now. */
const minSeconds = 1

/**
 * Defers the deliveries that would overtake an older one of their notification: a reader who gets "down" after
 * "recovered" would believe it. A delivery waits for the older one's next attempt, but not for one that is not retried. One
 * that waits to be joined by others is no such: what comes meanwhile is listed with it.
 * Returns for how many seconds each is deferred.
 */
export const deferOvertaking = async (
  client: pg.PoolClient,
  { queue, type }: { queue: Queue; type: NotificationType },
  items: readonly DeliveryItem[],
): Promise<ReadonlyMap<DeliveryItem, number>> => {
  const waits = await findWaits(client, items.map(deliveryIdOf))
  const deferred = items.flatMap((item) => {
    const { job } = item.lease
    const seconds = waits.get(job.data.deliveryId)
    return seconds === undefined ? [] : [{ item, job, seconds }]
  })
  await queue.complete(
    client,
    deliveryQueueOf[type],
    deferred.map(({ job }) => job),
  )
  const toSend = deferred.map(({ job, seconds }) => ({
    id: job.data.deliveryId,
    type,
    accountId: job.group ?? '',
    startAfterSeconds: seconds,
  }))
  await sendDeliveries(queue, client, toSend)
  return new Map(deferred.map(({ item, seconds }) => [item, seconds]))
}

const findWaits = async (
  client: pg.PoolClient,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const query = { name: 'deliveries_ahead', text: aheadSql, values: [plainArray(deliveryIds)] }
  const { rows } = await client.query<{ id: string; ahead_id: string }>(query)
  const dueIn = await deliveriesDueIn(client, [...new Set(rows.map((row) => row.ahead_id))])
  const waits = new Map<string, number>()
  for (const { id, ahead_id: aheadId } of rows) {
    const seconds = dueIn.get(aheadId)
    if (seconds !== undefined) waits.set(id, Math.max(minSeconds, seconds, waits.get(id) ?? 0))
  }
  return waits
}
