import { settleMs } from '@knockwire/domain/heartbeats/learned/judge'
import type { PagedJob } from '../../maintenance/start-maintenance.ts'
import { lateMs, seqBefore, seqBeforeNext } from './request-numbers.ts'

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

// The number of the last request before a time lies between that of the last one stored before it and that before the first one stored
// after it: where they differ, requests between them have been deleted. What was deleted is counted to the hour that is counted soon
// after its end, since of what came afterwards little can have been deleted by then. Of one that is counted late nobody knows to which
// hour it belongs: its count is null then. The receiver is there as long as its counters are; a row of the same hour that another
// executor has written stays.
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
    select c.receiver_id, g.last_seq, r.last_seq as counted_seq, coalesce(r.is_sure, false) as is_counted_sure
    from called c join receiver_counters g on g.receiver_id = c.receiver_id
      left join lateral (
        select last_seq, is_sure from receiver_rollups where receiver_id = c.receiver_id order by day desc limit 1
      ) r on true
  ), bounds as materialized (
    select c.receiver_id, c.counted_seq is null as is_first, c.is_counted_sure, c.counted_seq,
      coalesce(${seqBefore('c.receiver_id', 'hour.start')}, 0) as start_from,
      coalesce(${seqBeforeNext('c.receiver_id', 'hour.start')}, c.last_seq) as start_to,
      coalesce(${seqBefore('c.receiver_id', 'hour.until')}, 0) as end_from,
      coalesce(${seqBeforeNext('c.receiver_id', 'hour.until')}, c.last_seq) as end_to
    from known c cross join hour
  ), numbers as materialized (
    select receiver_id, is_first, is_counted_sure or start_to <= start_from as is_start_sure, end_to,
      case when is_counted_sure then counted_seq else start_from end as before_seq, end_from
    from bounds
  ), counts as (
    select n.receiver_id, n.is_first, e.last_seq, e.is_sure,
      case when n.is_start_sure and e.is_sure then e.last_seq - n.before_seq end as received, coalesce(j.count, 0) as rejected
    from numbers n cross join hour
      cross join lateral (
        select greatest(n.before_seq, n.end_from, n.end_to) as last_seq,
          n.end_to <= greatest(n.before_seq, n.end_from) or now() <= hour.until + $5::float8 * interval '1 ms' as is_sure
      ) e
      left join rejected j on j.receiver_id = n.receiver_id
  ), written as (
    insert into receiver_rollups as r (receiver_id, day, received, rejected, last_seq, is_sure, counted_until)
    select c.receiver_id, hour.day,
      array_fill(0, array[$4::int]) || c.received::int || array_fill(0, array[23 - $4::int]),
      array_fill(0, array[$4::int]) || c.rejected || array_fill(0, array[23 - $4::int]), c.last_seq, c.is_sure, hour.until
    from counts c cross join hour
    where c.received is distinct from 0 or c.rejected > 0 or c.is_first or not c.is_sure
    order by c.receiver_id
    on conflict (receiver_id, day) do update set
      received[$4::int + 1] = excluded.received[$4::int + 1], rejected[$4::int + 1] = excluded.rejected[$4::int + 1],
      last_seq = excluded.last_seq, is_sure = excluded.is_sure, counted_until = excluded.counted_until
    where r.counted_until < excluded.counted_until
    returning 1
  )
  select (select count(*)::int from written) as written, (select count(*)::int from called) as called,
    (select receiver_id from called order by receiver_id desc limit 1) as last`

const noteSql = 'insert into counted_hours (hour) values ($1) on conflict do nothing'

const first = '00000000-0000-0000-0000-000000000000'

/** Counts each hour once it is over, receiver by receiver in their order. `lateAfterMs`: after its end it is late from then on. */
export const createHourCounting = (receiversAtOnce = 1000, lateAfterMs = lateMs): PagedJob => {
  let hour: Date | null = null
  let after = first
  return {
    run: async (client) => {
      const next = (await client.query<{ hour: Date }>(nextHourSql)).rows[0]?.hour ?? null
      if (next?.getTime() !== hour?.getTime()) after = first
      hour = next
      if (hour === null) return 0
      const values = [hour.toISOString(), after, receiversAtOnce, hour.getUTCHours(), lateAfterMs]
      const { rows } = await client.query<{ written: number; called: number; last: string | null }>(countSql, values)
      const { written = 0, called = 0, last = null } = rows[0] ?? {}
      after = last ?? first
      if (called < receiversAtOnce) await client.query(noteSql, [hour.toISOString()])
      return written
    },
    hasMore: () => hour !== null,
  }
}
