import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { rateWindows } from '@knockwire/db/schema/limits'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import { and, eq, lte, sql } from 'drizzle-orm'

/** So many a minute: a minute's worth at once, then one after the other. */
export interface Pace {
  key: string
  perMinute: number
}

/** What an account sends to Slack and by HTTP. */
export const accountPace = (
  accountId: string,
  { notificationsPerMinute }: Pick<AccountLimits, 'notificationsPerMinute'>,
): Pace => ({
  key: `pace:account:${accountId}`,
  perMinute: notificationsPerMinute.account,
})

const minuteMs = 60_000
/** One row a key, as `takeTurn` keeps it: when all that was taken so far is through. */
const paceStart = new Date(0)

export interface PlacesToTake extends Pace {
  count: number
  /** How long the first may have to wait. */
  mostWaitMs: number
  nowMs: number
}

/**
 * Takes so many places, one after the other, and gives how long each waits for its own, in milliseconds; null where the
 * wait would be too long, and none is taken. A place is kept: what waits for it asks once. Exact for any number of
 * callers in any number of processes: one upsert under the row's lock.
 */
export const takePlaces = async (
  db: DatabaseOrTransaction,
  { key, perMinute, count, mostWaitMs, nowMs }: PlacesToTake,
): Promise<number[] | null> => {
  const everyMs = minuteMs / perMinute
  const length = sql`${count * everyMs}::float8 * interval '1 millisecond'`
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const [taken] = await db
    .insert(rateWindows)
    .values({ key, windowStart: paceStart, expiresAt: sql`${now} + ${length}`, count: 1 })
    .onConflictDoUpdate({
      target: [rateWindows.key, rateWindows.windowStart],
      set: { expiresAt: sql`greatest(${rateWindows.expiresAt}, ${now}) + ${length}` },
      setWhere: lte(rateWindows.expiresAt, new Date(nowMs + minuteMs + mostWaitMs)),
    })
    .returning({ expiresAt: rateWindows.expiresAt })
  if (taken === undefined) return null
  const takenBeforeMs = taken.expiresAt.getTime() - nowMs - count * everyMs
  return Array.from({ length: count }, (_, index) =>
    Math.max(0, Math.ceil(takenBeforeMs + (index + 1) * everyMs - minuteMs)),
  )
}

/** How many of a minute's worth are taken just now. */
export const readTaken = async (
  db: DatabaseOrTransaction,
  { key, perMinute }: Pace,
  nowMs: number,
): Promise<number> => {
  const [row] = await db
    .select({ expiresAt: rateWindows.expiresAt })
    .from(rateWindows)
    .where(and(eq(rateWindows.key, key), eq(rateWindows.windowStart, paceStart)))
  const leftMs = row === undefined ? 0 : row.expiresAt.getTime() - nowMs
  return Math.max(0, Math.min(perMinute, Math.ceil((leftMs * perMinute) / minuteMs)))
}
