import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import { plainArray } from '@knockwire/db/sql-array'
import type { Chore } from './start-upkeep.ts'

const giveUpSql = `
  update deliveries set status = 'FAILED',
    error = 'The server failed several times while it was about to send this, so it is not tried again.'
  where id = any ($1::uuid[]) and status = 'PENDING'`

/** Deliveries whose job has ended one executor after the other are not lost without a word. */
export const giveUpFailedDeliveries: Chore = async (client, { queue }) => {
  const deliveryIds: string[] = []
  for (const name of Object.values(deliveryQueueOf))
    deliveryIds.push(...(await queue.removeFailed(client, name)).map((job) => job.deliveryId))
  if (deliveryIds.length === 0) return 0
  return (await client.query(giveUpSql, [plainArray(deliveryIds)])).rowCount ?? 0
}
