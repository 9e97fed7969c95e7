import { plainArray } from '@knockwire/db/sql-array'
import { leastIdSql } from '@knockwire/db/uuidv7'
import type { ToCount } from '@knockwire/domain/heartbeats/learned/judge'
import type pg from 'pg'

/** What there is to be counted of a receiver. */
export interface CountedSpan {
  receiverId: string
  toCount: ToCount
}

export interface RequestCounts {
  received: number
  rejected: number
  lastRequestAtMs: number | null
}

const time = (column: string) => `to_timestamp(a.${column} / 1000)`

const seqBefore = (column: string) => `(
  select coalesce(q.seq, 0) from received_requests q
  where q.receiver_id = a.receiver_id and q.id < ${leastIdSql(time(column))} order by q.id desc nulls last limit 1)`

/**
 * By the numbers of the last requests before a window and before its end. That before it is known from what was counted of the hours
 * before, since the requests themselves may have been deleted; null where that hour is yet to be counted.
 */
const countSql = `
  select a.receiver_id as "receiverId", (
      coalesce(${seqBefore('until_ms')}, g.last_seq) - case
        when rollup.last_seq is null then coalesce(${seqBefore('from_ms')}, g.last_seq)
        when rollup.is_counted then rollup.last_seq end
    )::float8 as received, (
      select coalesce(sum(j.count), 0)::int from rejected_requests j
      where j.receiver_id = a.receiver_id and j.minute >= ${time('hour_from_ms')} and j.minute < ${time('hour_until_ms')}
        and j.reason in ('OVER_LIMIT', 'TOO_LARGE', 'METHOD_NOT_ALLOWED')
    ) as rejected, (
      select extract(epoch from q.created_at)::float8 * 1000 from received_requests q
      where q.receiver_id = a.receiver_id order by q.id desc nulls last limit 1
    ) as "lastRequestAtMs"
  from unnest($1::uuid[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
    as a (receiver_id, from_ms, until_ms, hour_from_ms, hour_until_ms)
  join receiver_counters g on g.receiver_id = a.receiver_id
  left join lateral (
    select r.last_seq - case when r.day = date_trunc('day', ${time('from_ms')}, 'UTC') then (
        select coalesce(sum(count), 0) from unnest(r.received[extract(hour from ${time('from_ms')} at time zone 'UTC')::int + 1 : 24]) count
      ) else 0 end as last_seq,
      exists (select from counted_hours where hour = ${time('from_ms')} - interval '1 hour') as is_counted
    from receiver_rollups r
    where r.receiver_id = a.receiver_id and r.day <= ${time('from_ms')} order by r.day desc limit 1
  ) rollup on true`

interface Row extends Omit<RequestCounts, 'received'> {
  receiverId: string
  received: number | null
}

/** The counts that are asked for; null where they cannot be told yet. */
export const countRequests = async (
  client: pg.ClientBase,
  spans: readonly CountedSpan[],
): Promise<ReadonlyMap<string, RequestCounts | null>> => {
  if (spans.length === 0) return new Map()
  const column = (of: (one: ToCount) => number) => plainArray(spans.map(({ toCount }) => of(toCount)))
  const values = [
    plainArray(spans.map(({ receiverId }) => receiverId)),
    column(({ window, hourFromMs }) => window?.fromMs ?? hourFromMs),
    column(({ countUntilMs }) => countUntilMs),
    column(({ hourFromMs }) => hourFromMs),
    column(({ hourUntilMs }) => hourUntilMs),
  ]
  const { rows } = await client.query<Row>({ name: 'count_requests', text: countSql, values })
  return new Map(
    rows.map(({ receiverId, received, ...rest }) => [
      receiverId,
      received === null ? null : { ...rest, received: Math.max(0, received) },
    ]),
  )
}
