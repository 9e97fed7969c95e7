import { plainArray } from '@knockwire/db/sql-array'
import { leastIdSql } from '@knockwire/db/uuidv7'
import { absencesWithin } from '@knockwire/domain/heartbeats/absence'
import { longAbsenceMs } from '@knockwire/domain/heartbeats/learned/usual'
import { loadPresence } from '@knockwire/services/heartbeats/presence'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** A window in which too few requests came. */
export interface ShortWindow {
  receiverId: string
  fromMs: number
  untilMs: number
  /** With so many more there would have been enough. */
  missing: number
}

const ago = (column: string) => leastIdSql(`(to_timestamp(a.${column} / 1000) - ago)`)

/**
 * Whose missing requests came at the time of the absences an hour, a day or a week before: the requests of an hour may all come within one
 * of its minutes.
 */
const usualThenSql = `
  select distinct "receiverId" from (
    select a.receiver_id as "receiverId"
    from unnest($1::uuid[], $2::float8[], $3::float8[], $4::int[]) as a (receiver_id, from_ms, until_ms, missing)
    cross join unnest(array['1 hour', '24 hours', '168 hours']::interval[]) as ago
    cross join lateral (
      select count(*) as received from (
        select from received_requests q
        where q.receiver_id = a.receiver_id and q.id >= ${ago('from_ms')} and q.id < ${ago('until_ms')} limit a.missing
      ) stored
    ) earlier
    group by a.receiver_id, a.missing, ago having sum(earlier.received) >= a.missing
  ) usual`

/**
 * The receivers whose window says nothing: nobody could take requests for long in it, or nobody could when those came that are missing.
 */
export const missedInAbsences = async (
  client: pg.PoolClient,
  windows: readonly ShortWindow[],
  nowMs: number,
): Promise<ReadonlySet<string>> => {
  if (windows.length === 0) return new Set()
  const presences = await loadPresence(drizzle(client), Math.min(...windows.map(({ fromMs }) => fromMs)))
  const known = { presences, nowMs }
  const absent = windows.map((window) => ({ ...window, absences: absencesWithin(known, window) }))
  const missed = new Set<string>()
  for (const { receiverId, absences } of absent)
    if (absences.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0) >= longAbsenceMs)
      missed.add(receiverId)
  const short = absent.flatMap(({ receiverId, missing, absences }) =>
    missed.has(receiverId) ? [] : absences.map((absence) => ({ receiverId, missing, ...absence })),
  )
  if (short.length === 0) return missed
  const column = (of: (one: (typeof short)[number]) => string | number) => plainArray(short.map(of))
  const values = [
    column(({ receiverId }) => receiverId),
    column(({ fromMs }) => fromMs),
    column(({ untilMs }) => untilMs),
    column(({ missing }) => missing),
  ]
  const { rows } = await client.query<{ receiverId: string }>(usualThenSql, values)
  for (const { receiverId } of rows) missed.add(receiverId)
  return missed
}
