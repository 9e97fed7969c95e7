import { channelTypes } from '@knockwire/domain/channels/settings'
import { type DeliveryJobName, deliveryJobName } from '@knockwire/domain/jobs'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import type { Sender } from './boss-database.ts'
import type { Queue } from './queue.ts'

export type DeliveryQueue = DeliveryJobName

export const deliveryQueueOf = Object.fromEntries(
  channelTypes.map((type) => [type, deliveryJobName(type)]),
) as Readonly<Record<NotificationType, DeliveryQueue>>

export interface DeliveryToSend {
  id: string
  type: NotificationType
  accountId: string
  startAfterSeconds?: number
}

/**
 * Sends the jobs of deliveries that wait, within the transaction that writes them, each to its channel's queue. A
 * delivery has one job at a time: while that waits or is under way, another is dropped.
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
