import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { deliveriesDueIn, deliveryQueueOf, sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import type { DeliveryJob } from './delivery-desk.ts'

/**
 * What a recovery has before it is the alarm, and the other way round. Of the same kind, one says what the other does.
 * `offset 0` leaves only the index of what waits: planned for an empty table, the ids alone would do as well, and all of
 * the history be read later.
 */
const aheadSql = `
  select d.id, ahead.id as ahead_id
  from deliveries d cross join lateral (
    select o.id from deliveries o
    where o.notification_id = d.notification_id and o.status = 'PENDING' and o.occasion <> 'REQUEST'
      and o.occasion = case d.occasion when 'HOLDS' then 'RECOVERED' when 'RECOVERED' then 'HOLDS' end
    offset 0
  ) ahead
  where d.id = any ($1::uuid[]) and d.status = 'PENDING' and ahead.id < d.id`

/** Soon enough after one that is under way just now. */
const leastSeconds = 1

interface Shelf {
  queue: Queue
  type: NotificationType
}

/**
 * Puts off those that would overtake what their notification has told before them: were "down" read after "recovered",
 * its reader would believe it. They wait for the other's next attempt, and not for one that nobody will try again.
 * Gives for how many seconds.
 */
export const holdBack = async (
  client: pg.PoolClient,
  { queue, type }: Shelf,
  jobs: readonly DeliveryJob[],
): Promise<ReadonlyMap<DeliveryJob, number>> => {
  const waits = await findWaits(
    client,
    jobs.map(({ data }) => data.deliveryId),
  )
  const heldBack = jobs.filter(({ data }) => waits.has(data.deliveryId))
  const again = heldBack.map(({ data: { deliveryId: id }, group }) => ({
    id,
    type,
    accountId: group ?? '',
    startAfterSeconds: waits.get(id) ?? 0,
  }))
  await queue.finish(client, deliveryQueueOf[type], heldBack)
  await sendDeliveries(queue, client, again)
  return new Map(heldBack.map((job) => [job, waits.get(job.data.deliveryId) ?? 0]))
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
    if (seconds !== undefined) waits.set(id, Math.max(leastSeconds, seconds, waits.get(id) ?? 0))
  }
  return waits
}
