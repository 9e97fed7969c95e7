import type { WorkItem } from '@knockwire/queue/job-consumer'
import type { DeliveryQueue } from '@knockwire/services/deliveries/delivery-jobs'
import type { OpenAttempt } from './begin/open-attempts.ts'

/** A delivery's job with its slot. */
export type DeliveryItem = WorkItem<DeliveryQueue, null>

export const deliveryIdOf = ({ lease }: DeliveryItem): string => lease.job.data.deliveryId

/** An attempt is made for one item only, should a delivery have two. */
export const pairUp = (
  items: readonly DeliveryItem[],
  open: readonly OpenAttempt[],
): Map<DeliveryItem, OpenAttempt> => {
  const itemOf = new Map(items.map((item) => [deliveryIdOf(item), item]))
  return new Map(
    open.flatMap((one): [DeliveryItem, OpenAttempt][] => {
      const item = itemOf.get(one.attempt.deliveryId)
      return item ? [[item, one]] : []
    }),
  )
}
