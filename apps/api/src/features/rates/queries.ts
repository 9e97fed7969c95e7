import type { Database, DatabaseOrTransaction } from '@knockwire/db/client'
import { rateObservations, rateSources } from '@knockwire/db/schema/rates'
import type { LoanPurpose } from '@knockwire/domain/rates/loan'
import { ownerAddresses } from '@knockwire/services/accounts/owner-addresses'
import { and, asc, eq, gte, isNull } from 'drizzle-orm'

export type RateSourceRow = typeof rateSources.$inferSelect

export const loadRateSources = (db: Database): Promise<RateSourceRow[]> =>
  db.select().from(rateSources).where(eq(rateSources.isEnabled, true)).orderBy(asc(rateSources.key))

const historyColumns = {
  sourceKey: rateSources.key,
  lender: rateSources.lender,
  kind: rateSources.kind,
  rateType: rateSources.rateType,
  sourceUrl: rateSources.url,
  product: rateObservations.product,
  purpose: rateObservations.purpose,
  minLoanAmount: rateObservations.minLoanAmount,
  maxLoanAmount: rateObservations.maxLoanAmount,
  date: rateObservations.effectiveDate,
  rate: rateObservations.rate,
}

/** The rates that were believed, for every amount, oldest first. */
export const loadHistory = (db: Database, purpose: LoanPurpose, from: Date) => {
  const { effectiveDate, quarantineReason } = rateObservations
  return db
    .select(historyColumns)
    .from(rateObservations)
    .innerJoin(rateSources, eq(rateSources.key, rateObservations.sourceKey))
    .where(
      and(
        eq(rateSources.isEnabled, true),
        eq(rateObservations.purpose, purpose),
        gte(effectiveDate, from.toISOString().slice(0, 10)),
        isNull(quarantineReason),
      ),
    )
    .orderBy(asc(effectiveDate))
}
export type HistoryPoint = Awaited<ReturnType<typeof loadHistory>>[number]

/** Whether an owner's address may be written to: confirmed, and not unsubscribed since. */
export const hasConfirmedAddress = async (db: DatabaseOrTransaction, accountId: string): Promise<boolean> =>
  (await ownerAddresses(db, [accountId])).has(accountId)
