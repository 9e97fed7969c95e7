import type { UsageCount } from '@knockwire/db/stored-json'
import { allowanceOf, type LimitedKind } from '@knockwire/domain/notifications/allowance/usage-limit'
import { lastTenthFrom } from '@knockwire/domain/notifications/allowance/last-tenth'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { calendarWindow, countNext, countOne, readCount, readCounts, uncountOne, type Window } from './rate-window.ts'

interface UsageOf {
  kind: LimitedKind
  accountId: string
  /** The account's. */
  limits: AccountLimits
  nowMs: number
}

interface Counter {
  key: string
  window: Window
  limit: number
}

/** The period is part of the key: on the first of a month, the day and the month start at the same time. */
const counterOf = ({ kind, accountId, limits, nowMs }: UsageOf): Counter => {
  const { limit, per } = allowanceOf(kind, limits)
  return { key: `usage:${kind}:${accountId}:${per}`, window: calendarWindow(nowMs, per), limit }
}

/** `isInLastTenth`: of what the plan has for the period. */
export interface CountedUsage {
  counted: UsageCount
  isInLastTenth: boolean
}

/**
 * Counts one email or text against the plan; null where the plan's period is used up. Exact across processes: until the
 * transaction ends, nobody else counts there.
 */
export const countNextUsage = async (db: DatabaseOrTransaction, usage: UsageOf): Promise<CountedUsage | null> => {
  const counter = counterOf(usage)
  const { key, window, limit } = counter
  const used = await countNext(db, counter)
  return used === null
    ? null
    : { counted: { key, startMs: window.startMs }, isInLastTenth: used > lastTenthFrom(limit) }
}

/** The same, for those to whom it does not matter how many there are. */
export const countUsage = async (db: DatabaseOrTransaction, usage: UsageOf): Promise<UsageCount | null> =>
  (await countNextUsage(db, usage))?.counted ?? null

/** Gives back one that was counted and then not sent. */
export const refundUsage = (db: DatabaseOrTransaction, { key, startMs }: UsageCount): Promise<void> =>
  uncountOne(db, { key, window: { startMs } })

/** How many were sent in the plan's current period. */
export const readUsage = (db: DatabaseOrTransaction, usage: UsageOf): Promise<number> => readCount(db, counterOf(usage))

const noticeOf = (usage: UsageOf) => {
  const { key, window } = counterOf(usage)
  return { key: `${key}:notice`, window, limit: 1 }
}

/** Whether the account has not been notified yet that this period is used up; true once a period, for any number of callers. */
export const claimUsageNotice = (db: DatabaseOrTransaction, usage: UsageOf): Promise<boolean> =>
  countOne(db, noticeOf(usage))

/** Those whose account was not notified yet that this period is used up: one query, which locks nothing. */
export const findUnnotified = async <U extends UsageOf>(
  db: DatabaseOrTransaction,
  usages: readonly U[],
): Promise<U[]> => {
  const noticeCounts = await readCounts(db, usages.map(noticeOf))
  return usages.filter((_, index) => noticeCounts[index] === 0)
}

/** Those whose plan's current period is used up: one query, which locks nothing. */
export const findUsedUp = async <U extends UsageOf>(db: DatabaseOrTransaction, usages: readonly U[]): Promise<U[]> => {
  const counters = usages.map(counterOf)
  const counts = await readCounts(db, counters)
  return usages.filter((_, index) => (counts[index] ?? 0) >= (counters[index]?.limit ?? 0))
}
