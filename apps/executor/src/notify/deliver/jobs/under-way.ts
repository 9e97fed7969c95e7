import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import type { DeliveryJob } from './delivery-desk.ts'
import type { Attempt } from '../delivery.ts'

/** An attempt that this process is making or recording, and the jobs that end with it: more than one where its job came back. */
export interface UnderWay {
  attempt: Attempt
  jobs: DeliveryJob[]
}

const newestSql = `
  select d.id from deliveries d
  join unnest($1::uuid[], $2::int[]) as under_way (id, attempt) on under_way.id = d.id
  where d.attempts = under_way.attempt and d.status = 'PENDING'`

/**
 * Of these, the deliveries of which no other attempt has begun meanwhile. What is under way is then their attempt
 * still, and whoever holds their jobs need not make another.
 */
export const stillNewest = async (
  client: pg.PoolClient,
  underWay: readonly UnderWay[],
): Promise<ReadonlySet<string>> => {
  if (underWay.length === 0) return new Set()
  const values = [
    plainArray(underWay.map(({ attempt }) => attempt.deliveryId)),
    plainArray(underWay.map(({ attempt }) => attempt.attempt)),
  ]
  const { rows } = await client.query<{ id: string }>({ name: 'still_newest', text: newestSql, values })
  return new Set(rows.map(({ id }) => id))
}
