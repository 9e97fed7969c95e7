import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { rateWindows } from '@knockwire/db/schema/limits'

/** Epoch milliseconds; `endMs` is the first millisecond after. */
export interface Window {
  startMs: number
  endMs: number
}

/** The window of a fixed length that a time falls in. */
export const fixedWindow = (nowMs: number, lengthMs: number): Window => {
  const startMs = Math.floor(nowMs / lengthMs) * lengthMs
  return { startMs, endMs: startMs + lengthMs }
}

/** The UTC day or month that a time falls in. */
export const calendarWindow = (nowMs: number, per: 'day' | 'month'): Window => {
  const now = new Date(nowMs)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return per === 'day'
    ? { startMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1) }
    : { startMs: Date.UTC(year, month, 1), endMs: Date.UTC(year, month + 1, 1) }
}

interface Count {
  key: string
  window: Window
  limit: number
}

/**
 * Counts one where the limit allows it, and says whether it did. One upsert under the row's lock:
 * exact for any number of callers in any number of processes.
 */
export const countOne = async (db: DatabaseOrTransaction, counted: Count): Promise<boolean> =>
  (await countNext(db, counted)) !== null

/** The same, and gives how many there are with this one; null where the limit allows none. */
export const countNext = async (db: DatabaseOrTransaction, { key, window, limit }: Count): Promise<number | null> => {
  if (limit < 1) return null
  const [counted] = await db
    .insert(rateWindows)
    .values({ key, windowStart: new Date(window.startMs), expiresAt: new Date(window.endMs), count: 1 })
    .onConflictDoUpdate({
      target: [rateWindows.key, rateWindows.windowStart],
      set: { count: sql`${rateWindows.count} + 1` },
      setWhere: sql`${rateWindows.count} < ${limit}`,
    })
    .returning({ count: rateWindows.count })
  return counted?.count ?? null
}

/** Takes back one that was counted in this window. */
export const uncountOne = async (
  db: DatabaseOrTransaction,
  { key, window }: { key: string; window: Pick<Window, 'startMs'> },
): Promise<void> => {
  await db
    .update(rateWindows)
    .set({ count: sql`greatest(${rateWindows.count} - 1, 0)` })
    .where(and(eq(rateWindows.key, key), eq(rateWindows.windowStart, new Date(window.startMs))))
}

export const readCount = async (db: DatabaseOrTransaction, counted: Omit<Count, 'limit'>): Promise<number> =>
  (await readCounts(db, [counted]))[0] ?? 0

/** The same for many, in their order: one query, which locks nothing. */
export const readCounts = async (
  db: DatabaseOrTransaction,
  counted: readonly Omit<Count, 'limit'>[],
): Promise<number[]> => {
  if (counted.length === 0) return []
  const keys = counted.map(({ key }) => key)
  const rows = await db.select().from(rateWindows).where(inArray(rateWindows.key, keys))
  const counts = new Map(rows.map(({ key, windowStart, count }) => [`${windowStart.getTime()} ${key}`, count]))
  return counted.map(({ key, window }) => counts.get(`${window.startMs} ${key}`) ?? 0)
}

/** When the next turn of `takeTurn` can be taken, in epoch milliseconds. */
export const nextTurnMs = async (db: DatabaseOrTransaction, { key, nowMs }: { key: string; nowMs: number }) => {
  const [taken] = await db
    .select({ until: rateWindows.expiresAt })
    .from(rateWindows)
    .where(and(eq(rateWindows.key, key), eq(rateWindows.windowStart, new Date(0))))
  return Math.max(nowMs, taken?.until.getTime() ?? nowMs)
}

/**
 * Takes a turn where the last one is at least `everyMs` ago, and says whether it did.
 * Unlike a window of that length, it never lets two through around a boundary.
 */
export const takeTurn = async (
  db: DatabaseOrTransaction,
  { key, everyMs, nowMs }: { key: string; everyMs: number; nowMs: number },
): Promise<boolean> => {
  const taken = await db
    .insert(rateWindows)
    .values({ key, windowStart: new Date(0), expiresAt: new Date(nowMs + everyMs), count: 1 })
    .onConflictDoUpdate({
      target: [rateWindows.key, rateWindows.windowStart],
      set: { expiresAt: new Date(nowMs + everyMs) },
      setWhere: lte(rateWindows.expiresAt, new Date(nowMs)),
    })
    .returning({ key: rateWindows.key })
  return taken.length === 1
}
