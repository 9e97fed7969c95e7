import type pg from 'pg'
import { deliveryQueueOf } from './send-deliveries.ts'

/** As the queue's own index for keys is written, so that it is used. */
const dueSql = `
  select singleton_key as id, greatest(0, extract(epoch from start_after - now()))::float8 as seconds
  from pgboss.job
  where name = any ($1) and state <= 'active' and policy = 'exclusive' and coalesce(singleton_key, '') = any ($2)`

/** In how many seconds the jobs of these deliveries are due; 0 for those under way. One without a job is left out. */
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
