import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { countUsage, uncountUsage } from '@knockwire/services/usage/usage'
import type { UsageCount } from '@knockwire/db/stored-json'
import { limitedKindOf } from '@knockwire/domain/notifications/usage-limit'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Attempt } from './delivery.ts'

/** Counts a delivery against its account's plan, once however often it is tried, and gives where. `used-up`: the limit is reached. */
export const countAgainstPlan = async (
  db: DatabaseOrTransaction,
  { type, attempt, accountId, plan, counted }: Attempt,
  nowMs: number,
): Promise<UsageCount | null | 'used-up'> => {
  const kind = limitedKindOf(type)
  if (kind === null || attempt > 1) return counted
  return (await countUsage(db, { kind, accountId, plan, nowMs })) ?? 'used-up'
}

/** Takes back what was counted and has certainly not been sent. */
export const uncountAgainstPlan = async (client: pg.PoolClient, attempts: readonly Attempt[]): Promise<void> => {
  const db = drizzle(client)
  for (const { counted } of inLockOrder(attempts)) if (counted !== null) await uncountUsage(db, counted)
}

/** The accounts' counts are locked in one order, whoever changes them. */
export const inLockOrder = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.toSorted((a, b) => (lockKeyOf(a) < lockKeyOf(b) ? -1 : 1))

const lockKeyOf = ({ accountId, type }: Attempt) => `${accountId} ${limitedKindOf(type)}`
