import type { CurrentRate } from '@knockwire/domain/rates/rates-for-loan'
import { eq } from 'drizzle-orm'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { currentRates, rateSources } from '@knockwire/db/schema/rates'

/** Every rate that is shown: some ten for each source, so that they are read together. */
export const loadCurrentRates = (db: DatabaseOrTransaction): Promise<CurrentRate[]> =>
  db
    .select({
      sourceKey: rateSources.key,
      sourceName: rateSources.name,
      lender: rateSources.lender,
      kind: rateSources.kind,
      rateType: rateSources.rateType,
      product: currentRates.product,
      purpose: currentRates.purpose,
      minLoanAmount: currentRates.minLoanAmount,
      maxLoanAmount: currentRates.maxLoanAmount,
      rate: currentRates.rate,
      effectiveDate: currentRates.effectiveDate,
      sourceUrl: currentRates.sourceUrl,
      fetchedAt: currentRates.fetchedAt,
      staleAt: currentRates.staleAt,
    })
    .from(currentRates)
    .innerJoin(rateSources, eq(rateSources.key, currentRates.sourceKey))
    .where(eq(rateSources.isEnabled, true))
