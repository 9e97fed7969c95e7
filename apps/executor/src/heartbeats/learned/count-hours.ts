import { leastIdSql } from '@knockwire/db/uuidv7'
import { settleMs } from '@knockwire/domain/heartbeats/learned/judge'
import type { PagedJob } from '../../maintenance/start-maintenance.ts'

/*
 * Counts the requests of receivers by the hour. The ingress numbers requests in the order of their commits anyway, so that two numbers
 * tell how many came between them, though most have been deleted: the ingress writes nothing more, and a receiver without requests costs
 * nothing.
 */

/** The next hour that is over and not counted. Of a time long ago nothing is known any more. */
const nextHourSql = `
  select hour from (
    select greatest(
      coalesce((select max(hour) + interval '1 hour' from counted_hours), date_trunc('hour', now(), 'UTC') - interval '1 hour'),
      date_trunc('hour', now(), 'UTC') - interval '35 days') as hour
  ) next
  where hour + interval '1 hour' + interval '${settleMs} milliseconds' <= now()`

/** The number of the last request before a time: 0 for one that came before there were numbers, null where none is stored. */
const seqBefore = (time: string) => `(
  select coalesce(q.seq, 0) from received_requests q
  where q.receiver_id = c.receiver_id and q.id < ${leastIdSql(time)} order by q.id desc nulls last limit 1)`

/** What came before the oldest request that is stored. */
const seqBeforeOldest = `(
  select coalesce(q.seq, 1) - 1 from received_requests q where q.receiver_id = c.receiver_id order by q.id nulls first limit 1)`

// Where all requests of the hour and before have been deleted, those that came since and have been deleted too are counted to it: an hour
// is counted soon after its end, so that they are few. The receiver is there as long as its counters are; a row of the same hour that another executor has written stays.
const countSql = `
  with hour as materialized (
    select $1::timestamptz as start, $1::timestamptz + interval '1 hour' as until, date_trunc('day', $1::timestamptz, 'UTC') as day
  ), rejected as materialized (
    select q.receiver_id, sum(q.count)::int as count from hour join rejected_requests q on q.minute >= hour.start and q.minute < hour.until
    where q.reason in ('OVER_LIMIT', 'TOO_LARGE', 'METHOD_NOT_ALLOWED') and q.receiver_id > $2
    group by q.receiver_id
  ), called as materialized (
    (select g.receiver_id from hour join receiver_counters g on g.window_start >= hour.start
     where g.receiver_id > $2 order by g.receiver_id limit $3)
    union
    (select receiver_id from rejected order by receiver_id limit $3)
    order by receiver_id limit $3
  ), known as materialized (
    select c.receiver_id, g.last_seq, (
        select r.last_seq from receiver_rollups r where r.receiver_id = c.receiver_id order by r.day desc limit 1
      ) as counted_seq
    from called c join receiver_counters g on g.receiver_id = c.receiver_id
  ), numbers as materialized (
    select c.receiver_id, c.counted_seq is null as is_first,
      coalesce(c.counted_seq, ${seqBefore('hour.start')}, ${seqBeforeOldest}, c.last_seq) as before_seq,
      coalesce(${seqBefore('hour.until')}, ${seqBeforeOldest}, c.last_seq) as end_seq
    from known c cross join hour
  ), counts as (
    select n.receiver_id, n.is_first, greatest(n.before_seq, n.end_seq) as last_seq,
      greatest(n.before_seq, n.end_seq) - n.before_seq as received, coalesce(j.count, 0) as rejected
    from numbers n left join rejected j on j.receiver_id = n.receiver_id
  ), written as (
    insert into receiver_rollups as r (receiver_id, day, received, rejected, last_seq, counted_until)
    select c.receiver_id, hour.day,
      array_fill(0, array[$4::int]) || c.received::int || array_fill(0, array[23 - $4::int]),
      array_fill(0, array[$4::int]) || c.rejected || array_fill(0, array[23 - $4::int]), c.last_seq, hour.until
    from counts c cross join hour
    where c.received > 0 or c.rejected > 0 or c.is_first
    order by c.receiver_id
    on conflict (receiver_id, day) do update set
      received[$4::int + 1] = excluded.received[$4::int + 1], rejected[$4::int + 1] = excluded.rejected[$4::int + 1],
      last_seq = excluded.last_seq, counted_until = excluded.counted_until
    where r.counted_until < excluded.counted_until
    returning 1
  )
  select (select count(*)::int from written) as written, (select count(*)::int from called) as called,
    (select receiver_id from called order by receiver_id desc limit 1) as last`

const noteSql = 'insert into counted_hours (hour) values ($1) on conflict do nothing'

const first = '00000000-0000-0000-0000-000000000000'

/** Counts each hour once it is over, receiver by receiver in their order. */
export const createHourCounting = (receiversAtOnce = 1000): PagedJob => {
  let hour: Date | null = null
  let after = first
  return {
    run: async (client) => {
      const next = (await client.query<{ hour: Date }>(nextHourSql)).rows[0]?.hour ?? null
      if (next?.getTime() !== hour?.getTime()) after = first
      hour = next
      if (hour === null) return 0
      const values = [hour.toISOString(), after, receiversAtOnce, hour.getUTCHours()]
      const { rows } = await client.query<{ written: number; called: number; last: string | null }>(countSql, values)
      const { written = 0, called = 0, last = null } = rows[0] ?? {}
      after = last ?? first
      if (called < receiversAtOnce) await client.query(noteSql, [hour.toISOString()])
      return written
    },
    hasMore: () => hour !== null,
  }
}
