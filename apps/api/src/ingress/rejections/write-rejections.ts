import type pg from 'pg'
import type { RejectionCount } from './rejection-counter.ts'

/**
 * One statement for all. Tokens that are no receiver's are left out by the join; the lock keeps a receiver from being
 * deleted meanwhile, which would fail the others' counts too. Rows are changed in one order, so that no two processes wait
 * for each other. Counts of one row are summed first, since an upsert that meets a row twice fails as a whole.
 */
const writeSql = `
  insert into rejected_requests (receiver_id, minute, reason, count)
  select receiver_id, minute, reason, sum(count) from (
    select r.id as receiver_id, to_timestamp(counted.minute_ms / 1000) as minute, counted.reason, counted.count
    from unnest($1::text[], $2::float8[], $3::text[], $4::int[]) as counted (token, minute_ms, reason, count)
    join receivers r on r.token = counted.token
    order by r.id
    for key share of r
  ) rejected
  group by receiver_id, minute, reason
  order by receiver_id, minute, reason
  on conflict (receiver_id, minute, reason) do update set count = rejected_requests.count + excluded.count`

/** Adds to the stored counts of rejected requests. */
export const writeRejections = async (pool: pg.Pool, counts: readonly RejectionCount[]): Promise<void> => {
  await pool.query({
    name: 'write_rejections',
    text: writeSql,
    values: [
      counts.map(({ token }) => token),
      counts.map(({ minuteMs }) => minuteMs),
      counts.map(({ reason }) => reason),
      counts.map(({ count }) => count),
    ],
  })
}
