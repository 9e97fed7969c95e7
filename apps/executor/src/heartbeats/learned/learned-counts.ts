import { plainArray } from '@knockwire/db/sql-array'
import type { ToCount } from '@knockwire/domain/heartbeats/learned/judge'
import type pg from 'pg'
import { lateMs, seqBefore, seqBeforeNext } from './request-numbers.ts'

/** What there is to be counted of a receiver. */
export interface CountedSpan {
  receiverId: string
  toCount: ToCount
}

export interface RequestCounts {
  /** Null where requests have been deleted before they were counted, so that nobody knows. */
  received: number | null
  rejected: number
  lastRequestAtMs: number | null
}

const time = (column: string) => `to_timestamp(a.${column} / 1000)`

const before = (column: string) => seqBefore('a.receiver_id', time(column))
const beforeNext = (column: string) => seqBeforeNext('a.receiver_id', time(column))

/**
 * By the numbers of the last requests before a window and before its end. That before it is known from what was counted of the hours
 * before, since the requests themselves may have been deleted; or else by those that are stored.
 */
const countSql = `
  select a.receiver_id as "receiverId", coalesce(rollup.is_counted, true) as "isCounted", rollup.last_seq::float8 as "countedSeq",
    coalesce(${before('from_ms')}, 0)::float8 as "startFrom", coalesce(${beforeNext('from_ms')}, g.last_seq)::float8 as "startTo",
    coalesce(${before('until_ms')}, 0)::float8 as "endFrom", coalesce(${beforeNext('until_ms')}, g.last_seq)::float8 as "endTo",
    now() <= ${time('until_ms')} + interval '${lateMs} milliseconds' as "isSoon", (
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
    select case when r.is_sure and array_position(since.received, null) is null
        then r.last_seq - (select coalesce(sum(count), 0) from unnest(since.received) count) end as last_seq,
      exists (select from counted_hours where hour = ${time('from_ms')} - interval '1 hour') as is_counted
    from receiver_rollups r cross join lateral (
      select case when r.day = date_trunc('day', ${time('from_ms')}, 'UTC')
        then r.received[extract(hour from ${time('from_ms')} at time zone 'UTC')::int + 1 : 24] else '{}' end as received
    ) since
    where r.receiver_id = a.receiver_id and r.day <= ${time('from_ms')} order by r.day desc limit 1
  ) rollup on true`

interface Row extends Pick<RequestCounts, 'rejected' | 'lastRequestAtMs'> {
  receiverId: string
  isCounted: boolean
  /** The number of the last request before the window, as it was counted; null where it was not, or is not known. */
  countedSeq: number | null
  startFrom: number
  startTo: number
  endFrom: number
  endTo: number
  /** It is counted so soon after its end that requests up to then can hardly have been deleted. */
  isSoon: boolean
}

/** The counts that are asked for; null where they are not known yet. */
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
  return new Map(rows.map((row) => [row.receiverId, row.isCounted ? countsOf(row) : null]))
}

const countsOf = ({
  countedSeq,
  startFrom,
  startTo,
  endFrom,
  endTo,
  isSoon,
  rejected,
  lastRequestAtMs,
}: Row): RequestCounts => {
  const startSeq = countedSeq ?? (startTo <= startFrom ? startFrom : null)
  const storedSeq = Math.max(startSeq ?? 0, endFrom)
  const endSeq = isSoon ? Math.max(storedSeq, endTo) : storedSeq
  const isKnown = startSeq !== null && endTo <= endSeq
  return { received: isKnown ? endSeq - startSeq : null, rejected, lastRequestAtMs }
}
