import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import type { Queue } from '@knockwire/queue/queue'
import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import type pg from 'pg'
import { inTransaction } from '@knockwire/db/transaction'
import type { DeliveryJob } from './jobs/delivery-desk.ts'

export const faultReason = 'A fault on this server kept it from being sent.'

const failSql = `update deliveries set status = 'FAILED', error = $2 where id = $1 and status = 'PENDING'`

interface Tools {
  pool: pg.Pool
  queue: Queue
  type: NotificationType
}

/** Records that a delivery failed because of a fault of ours, and finishes its job; nothing where the job is another's by now. */
export const failDelivery = ({ pool, queue, type }: Tools, job: DeliveryJob): Promise<void> =>
  inTransaction(pool, async (client) => {
    const name = deliveryQueueOf[type]
    const kept = await queue.keep(name, [job], client)
    if (!kept.has(job.id)) return
    await client.query(failSql, [job.data.deliveryId, faultReason])
    await queue.finish(client, name, [job])
  })
