import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { inTransaction } from '@knockwire/db/transaction'
import type { DeliveryJob } from './delivery-desk.ts'

interface Shelf {
  pool: pg.Pool
  queue: Queue
  type: NotificationType
}

/**
 * Gives the jobs to the others: new ones replace those held, since handing back is no failure that counts against a
 * job. Those that were taken away meanwhile are with the others already.
 */
export const handBack = async ({ pool, queue, type }: Shelf, jobs: readonly DeliveryJob[]): Promise<void> => {
  if (jobs.length === 0) return
  const name = deliveryQueueOf[type]
  await inTransaction(pool, async (client) => {
    const kept = await queue.keep(name, jobs, client)
    const ours = jobs.filter(({ id }) => kept.has(id))
    const data = ours.map((job) => job.data)
    const options = ours.map((job) => ({
      singletonKey: job.data.deliveryId,
      ...(job.group !== null && { group: job.group }),
    }))
    await queue.finish(client, name, ours)
    await queue.send(client, name, data, options)
  })
}
