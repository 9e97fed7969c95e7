import type { Database, DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { rateObservations, rateSources } from '@knockwire/db/schema/rates'
import type { LoanPurpose } from '@knockwire/domain/rates/loan'
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

/** Whether the account's own address may be written to: confirmed, and not unsubscribed since. */
export const hasConfirmedAddress = async (db: DatabaseOrTransaction, accountId: string): Promise<boolean> => {
  const isOwn = and(eq(verifiedEmails.accountId, accounts.id), eq(verifiedEmails.address, accounts.email))
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(verifiedEmails, isOwn)
    .where(and(eq(accounts.id, accountId), isNull(verifiedEmails.unsubscribedAt)))
  return rows.length > 0
}
