import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { type DeliveryJobName, deliveryJobName } from '@knockwire/domain/jobs'
import { sql } from 'drizzle-orm'

/** The channels whose providers the operator sets up. HTTP calls go to servers of the users, which may fail for days. */
export const providerJobNames: readonly DeliveryJobName[] = (['EMAIL', 'SMS', 'SLACK'] as const).map(deliveryJobName)

/** Deliveries that have failed and wait for their next attempt: how many, and for how many seconds the oldest has been on its way. */
export const retriedDeliveries = async (
  db: DatabaseOrTransaction,
  names: readonly DeliveryJobName[],
): Promise<{ waiting: number; oldestSeconds: number }> => {
  const { rows } = await db.execute<{ waiting: number; oldestSeconds: number }>(sql`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(d.created_at)), 0)::float8 as "oldestSeconds"
    from pgboss.job j join deliveries d on d.id = (j.data->>'deliveryId')::uuid
    where j.name = any (${sql.param([...names])}) and j.state < 'active' and j.start_after > now() and d.attempts > 0`)
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
}
