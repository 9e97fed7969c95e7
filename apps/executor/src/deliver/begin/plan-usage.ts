import type { DatabaseOrTransaction } from '@knockwire/db/client'
import type { UsageCount } from '@knockwire/db/stored-json'
import { limitedKindOf } from '@knockwire/domain/notifications/allowance/usage-limit'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { countNextUsage, refundUsage } from '@knockwire/services/usage/usage'
import type { Attempt } from './begin-attempts.ts'

interface Consumed {
  counted: UsageCount | null
  isInLastTenth: boolean
}

/** Counts a delivery against its account's plan, once however often it is tried, and gives where. `used-up`: the limit is reached. */
export const consumePlanUsage = async (
  db: DatabaseOrTransaction,
  { type, attempt, accountId, limits, counted }: Attempt,
  nowMs: number,
): Promise<Consumed | 'used-up'> => {
  const kind = limitedKindOf(type)
  if (kind === null || attempt > 1) return { counted, isInLastTenth: false }
  return (await countNextUsage(db, { kind, accountId, limits, nowMs })) ?? 'used-up'
}

/** Takes back what was counted and has certainly not been sent. */
export const refundPlanUsage = async (client: pg.PoolClient, attempts: readonly Attempt[]): Promise<void> => {
  const db = drizzle(client)
  for (const { counted, type } of inLockOrder(attempts)) {
    if (counted !== null && limitedKindOf(type) !== null) await refundUsage(db, counted)
  }
}

/** The accounts' counts are locked in one order by all who change them. */
export const inLockOrder = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.toSorted((a, b) => (lockKeyOf(a) < lockKeyOf(b) ? -1 : 1))

const lockKeyOf = ({ accountId, type }: Attempt) => `${accountId} ${limitedKindOf(type)}`
