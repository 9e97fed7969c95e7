import type { Database } from '@knockwire/db/client'
import { currentRates, rateObservations, rateSources } from '@knockwire/db/schema/rates'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { maxLoanAmount } from '@knockwire/domain/rates/loan'

const dayMs = 86_400_000

/** A source as an executor that fetched it just now leaves it. */
export const insertRateSource = async (
  db: Database,
  nowMs: number,
  changes: Partial<typeof rateSources.$inferInsert> & { key: string },
): Promise<void> => {
  const now = new Date(nowMs)
  await db.insert(rateSources).values({
    lender: changes.key,
    name: `The source ${changes.key}`,
    kind: 'LENDER',
    rateType: 'NOTE_RATE',
    url: `https://${changes.key}.example/rates`,
    licence: 'Written for a test.',
    isEnabled: true,
    nextFetchAt: new Date(nowMs + dayMs),
    lastFetchedAt: now,
    lastSuccessAt: now,
    staleAt: new Date(nowMs + 2 * dayMs),
    ...changes,
  })
}

type Value = Pick<typeof currentRates.$inferInsert, 'sourceKey' | 'product' | 'purpose' | 'rate'>

const defaultsOf = (nowMs: number, { sourceKey }: Value) => ({
  minLoanAmount: 0,
  maxLoanAmount,
  effectiveDate: new Date(nowMs).toISOString().slice(0, 10),
  fetchedAt: new Date(nowMs),
  sourceUrl: `https://${sourceKey}.example/rates`,
})

export const insertCurrentRate = async (
  db: Database,
  nowMs: number,
  value: Value & Partial<typeof currentRates.$inferInsert>,
): Promise<void> => {
  await db.insert(currentRates).values({ ...defaultsOf(nowMs, value), staleAt: new Date(nowMs + 2 * dayMs), ...value })
}

export const insertObservation = async (
  db: Database,
  nowMs: number,
  value: Value & Partial<typeof rateObservations.$inferInsert>,
): Promise<void> => {
  await db.insert(rateObservations).values({ id: uuidv7(), ...defaultsOf(nowMs, value), ...value })
}
