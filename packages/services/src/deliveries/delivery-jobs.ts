import { channelTypes } from '@knockwire/domain/channels/channel-types'
import { deliveryJobName, type DeliveryJobName } from '@knockwire/domain/jobs'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type pg from 'pg'
import type { Sender } from '@knockwire/queue/boss-database'
import type { Queue } from '@knockwire/queue/queue'

export type DeliveryQueue = DeliveryJobName

export const deliveryQueueOf = Object.fromEntries(
  channelTypes.map((type) => [type, deliveryJobName(type)]),
) as Readonly<Record<NotificationType, DeliveryQueue>>

interface DeliveryToSend {
  id: string
  type: NotificationType
  accountId: string
  startAfterSeconds?: number
}

/** Wakes those who send deliveries of these channels, after the commit that has sent their jobs. */
export const announceDeliveries = (queue: Queue, types: Iterable<NotificationType>): void => {
  for (const type of new Set(types)) queue.announce(deliveryQueueOf[type])
}

/**
 * Sends the jobs of deliveries that wait, within the transaction that writes them, each to its channel's queue; after it,
 * `announceDeliveries`. A delivery has one job at a time: while that waits or is in flight, another is dropped.
 */
export const sendDeliveries = async (
  queue: Queue,
  sender: Sender,
  deliveries: readonly DeliveryToSend[],
): Promise<void> => {
  const byQueue = Map.groupBy(deliveries, ({ type }) => deliveryQueueOf[type])
  for (const [name, due] of byQueue) {
    const options = due.map(({ id: singletonKey, accountId: group, startAfterSeconds = 0 }) => ({
      singletonKey,
      group,
      startAfterSeconds,
    }))
    const data = due.map(({ id }) => ({ deliveryId: id }))
    await queue.send(sender, name, data, options)
  }
}

/** As the queue's own index for keys is written, so that it is used. */
const dueSql = `
  select singleton_key as id, greatest(0, extract(epoch from start_after - now()))::float8 as seconds
  from pgboss.job
  where name = any ($1) and state <= 'active' and policy = 'exclusive' and coalesce(singleton_key, '') = any ($2)`

/** In how many seconds the jobs of these deliveries are due; 0 for those in flight. One without a job is left out. */
export const deliveriesDueIn = async (
  client: pg.ClientBase,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (deliveryIds.length === 0) return new Map()
  const values = [Object.values(deliveryQueueOf), deliveryIds]
  const { rows } = await client.query<{ id: string; seconds: number }>({
    name: 'deliveries_due_in',
    text: dueSql,
    values,
  })
  return new Map(rows.map(({ id, seconds }) => [id, seconds]))
}
