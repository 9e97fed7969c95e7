import { plainArray } from '@knockwire/db/sql-array'
import type pg from 'pg'
import type { Attempt } from './begin/begin-attempts.ts'
import type { DeliveryItem } from './delivery-worker.ts'

/** An attempt that this process is making or recording, and the items that end with it: more than one where its job came back. */
export interface AttemptInFlight {
  attempt: Attempt
  items: DeliveryItem[]
}

const newestSql = `
  select d.id from deliveries d
  join unnest($1::uuid[], $2::int[]) as in_flight (id, attempt) on in_flight.id = d.id
  where d.attempts = in_flight.attempt and d.status = 'PENDING'`

/**
 * The ids of those deliveries of which no other attempt has begun meanwhile. The attempt in flight still counts then,
 * and the holder of their jobs need not make another.
 */
export const findNewest = async (
  client: pg.PoolClient,
  inFlight: readonly AttemptInFlight[],
): Promise<ReadonlySet<string>> => {
  if (inFlight.length === 0) return new Set()
  const values = [
    plainArray(inFlight.map(({ attempt }) => attempt.deliveryId)),
    plainArray(inFlight.map(({ attempt }) => attempt.attempt)),
  ]
  const { rows } = await client.query<{ id: string }>({ name: 'newest_attempts', text: newestSql, values })
  return new Set(rows.map(({ id }) => id))
}
