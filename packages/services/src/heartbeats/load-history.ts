import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { countedHours, receiverRollups } from '@knockwire/db/schema/receivers'
import { leastIdSql } from '@knockwire/db/uuidv7'
import { gapsOf } from '@knockwire/domain/heartbeats/absence'
import { learnedDays, longAbsenceMs, neededDays, type RequestHistory } from '@knockwire/domain/heartbeats/learned/usual'
import { hourMs, hourStart } from '@knockwire/domain/heartbeats/learned/week-hours'
import { and, eq, gte, max, min, sql } from 'drizzle-orm'
import { loadPresence } from './presence.ts'

const dayMs = 24 * hourMs

export interface KnownHistory {
  history: RequestHistory
  /** For how long requests are known of, in days. */
  days: number
  /** Whether that is enough to learn from. */
  isEnough: boolean
}

/**
 * How many requests a receiver took in each hour of the last four weeks: as they were counted, and before they were, by those that are
 * still stored. Hours in which no request could be taken for a time are not known, nor are those before the first request and those whose
 * requests had been deleted before they were counted.
 */
export const loadHistory = async (
  db: DatabaseOrTransaction,
  receiverId: string,
  nowMs: number,
): Promise<KnownHistory> => {
  const counted = await countedSpan(db, nowMs)
  const { untilMs } = counted
  const fromMs = untilMs - learnedDays * dayMs
  const place = (epochMs: number) => Math.floor((epochMs - fromMs) / hourMs)
  const received: (number | null)[] = Array.from({ length: learnedDays * 24 }, () => 0)
  const rejected = Array.from({ length: learnedDays * 24 }, () => 0)
  const rows = await rollupsSince(db, receiverId, fromMs)
  for (const row of rows) {
    const first = place(row.day.getTime())
    for (const [hour, count] of row.received.entries()) if (first + hour in received) received[first + hour] = count
    for (const [hour, count] of row.rejected.entries()) if (first + hour in rejected) rejected[first + hour] = count
  }
  if (counted.fromMs > fromMs) {
    received.fill(0, 0, place(counted.fromMs))
    for (const { hourAtMs, count } of await storedHours(db, { receiverId, fromMs, untilMs: counted.fromMs }))
      if (place(hourAtMs) in received) received[place(hourAtMs)] = count
  }
  // What came before requests were counted may have been deleted since.
  const isKnown = counted.fromMs <= fromMs && cameBefore(rows[0], fromMs)
  const known = isKnown ? 0 : received.findIndex((count) => count !== null && count > 0)
  const since = known === -1 ? received.length : known
  received.fill(null, 0, since)
  for (const gap of await longAbsencesSince(db, fromMs, nowMs))
    received.fill(null, Math.max(0, place(gap.sinceMs)), Math.max(0, place(gap.untilMs) + 1))
  const days = (received.length - since) / 24
  return { history: { fromMs, received, rejected }, days, isEnough: days >= neededDays }
}

interface Rollup {
  day: Date
  received: readonly (number | null)[]
  lastSeq: number
}

/** Whether a request came before a time, from whose day on `first` is the first rollup: what follows is known then, however quiet. */
const cameBefore = (first: Rollup | undefined, atMs: number): boolean => {
  if (first === undefined) return false
  const ofDay = first.received.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const hours = Math.max(0, (atMs - first.day.getTime()) / hourMs)
  return first.lastSeq > ofDay || first.received.slice(0, hours).some((count) => count === null || count > 0)
}

/** From when on until when the requests of all receivers have been counted. */
const countedSpan = async (db: DatabaseOrTransaction, nowMs: number) => {
  const [row] = await db.select({ first: min(countedHours.hour), last: max(countedHours.hour) }).from(countedHours)
  const nothing = hourStart(nowMs)
  return {
    fromMs: row?.first?.getTime() ?? nothing,
    untilMs: row?.last ? row.last.getTime() + hourMs : nothing,
  }
}

const rollupsSince = (db: DatabaseOrTransaction, receiverId: string, fromMs: number) =>
  db
    .select({
      day: receiverRollups.day,
      received: receiverRollups.received,
      rejected: receiverRollups.rejected,
      lastSeq: receiverRollups.lastSeq,
    })
    .from(receiverRollups)
    .where(
      and(
        eq(receiverRollups.receiverId, receiverId),
        gte(receiverRollups.day, new Date(Math.floor(fromMs / dayMs) * dayMs)),
      ),
    )
    .orderBy(receiverRollups.day)

interface StoredSpan {
  receiverId: string
  fromMs: number
  untilMs: number
}

const leastIdAt = (epochMs: number) => sql.raw(leastIdSql(`to_timestamp(${epochMs / 1000})`))

/** Of requests that are stored, by the hour. Those before the oldest may have been deleted, and with them some of its hour. */
const storedHours = async (db: DatabaseOrTransaction, { receiverId, fromMs, untilMs }: StoredSpan) => {
  const { rows } = await db.execute<{ hourAtMs: number; count: number; isWhole: boolean }>(sql`
    select extract(epoch from date_trunc('hour', created_at, 'UTC'))::float8 * 1000 as "hourAtMs", count(*)::int as count,
      coalesce(min(seq) <= 1, false) as "isWhole"
    from received_requests
    where receiver_id = ${receiverId} and id >= ${leastIdAt(fromMs)} and id < ${leastIdAt(untilMs)}
    group by 1 order by 1`)
  return rows.filter(({ isWhole }, index) => index > 0 || isWhole)
}

const longAbsencesSince = async (db: DatabaseOrTransaction, fromMs: number, nowMs: number) =>
  gapsOf(await loadPresence(db, fromMs), nowMs).filter((gap) => gap.untilMs - gap.sinceMs >= longAbsenceMs)
