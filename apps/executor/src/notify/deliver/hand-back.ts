import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { deliveryQueueOf } from '@knockwire/queue/send-deliveries'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { inTransaction } from '../../transaction.ts'
import type { DeliveryJob } from './delivery-desk.ts'

interface Shelf {
  pool: pg.Pool
  queue: Queue
  type: NotificationType
}

/** Gives the jobs to the others: new ones replace those held, since handing back is no failure that counts against a job. */
export const handBack = async ({ pool, queue, type }: Shelf, jobs: readonly DeliveryJob[]): Promise<void> => {
  if (jobs.length === 0) return
  const name = deliveryQueueOf[type]
  await inTransaction(pool, async (client) => {
    const data = jobs.map((job) => job.data)
    const options = jobs.map(({ group }) => (group === null ? {} : { group }))
    await queue.finish(client, name, jobs)
    await queue.send(client, name, data, options)
  })
}
