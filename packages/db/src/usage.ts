import { plans, type Plan } from '@knockwire/domain/plans/plans'
import type { DatabaseOrTransaction } from './client.ts'
import { calendarWindow, countOne, readCount, uncountOne, type Window } from './rate-window.ts'

/** What a plan limits by count and period. */
export type UsageKind = 'email' | 'sms'

interface UsageOf {
  kind: UsageKind
  accountId: string
  plan: Plan
  nowMs: number
}

interface Allowance {
  key: string
  window: Window
  limit: number
}

/** One email or text that a plan has counted: where, so that it can be given back whatever the plan is by then. */
export interface UsageCount {
  key: string
  /** Of the period. */
  startMs: number
}

/** The period is part of the key: on the first of a month, the day and the month start at the same moment. */
const allowanceOf = ({ kind, accountId, plan, nowMs }: UsageOf): Allowance => {
  const { emails, textsPerMonth } = plans[plan]
  const { limit, per } = kind === 'email' ? emails : ({ limit: textsPerMonth, per: 'month' } as const)
  return { key: `usage:${kind}:${accountId}:${per}`, window: calendarWindow(nowMs, per), limit }
}

/** Counts one email or text against the plan; null where the plan's period is used up. Exact across processes. */
export const countUsage = async (db: DatabaseOrTransaction, usage: UsageOf): Promise<UsageCount | null> => {
  const allowance = allowanceOf(usage)
  const { key, window } = allowance
  return (await countOne(db, allowance)) ? { key, startMs: window.startMs } : null
}

/** Gives back one that was counted and then not sent. */
export const uncountUsage = (db: DatabaseOrTransaction, { key, startMs }: UsageCount): Promise<void> =>
  uncountOne(db, { key, window: { startMs } })

/** How many were sent in the plan's current period. */
export const readUsage = (db: DatabaseOrTransaction, usage: UsageOf): Promise<number> =>
  readCount(db, allowanceOf(usage))

/** Whether nobody has told the account yet that this period is used up; true once a period, whoever asks. */
export const claimUsageNotice = (db: DatabaseOrTransaction, usage: UsageOf): Promise<boolean> => {
  const { key, window } = allowanceOf(usage)
  return countOne(db, { key: `${key}:notice`, window, limit: 1 })
}

/** Whether the plan's current period is used up. */
export const isUsedUp = async (db: DatabaseOrTransaction, usage: UsageOf): Promise<boolean> =>
  (await readUsage(db, usage)) >= allowanceOf(usage).limit
