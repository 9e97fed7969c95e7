import type { LoanInput, RateProduct } from './loan.ts'
import type { RateSourceKind } from './rate-row.ts'

/** What a daily email said: percent by lender and product, for one loan. */
export interface SentRates extends LoanInput {
  rates: Record<string, Partial<Record<RateProduct, number>>>
}

/** The rate that triggered an alert, as it was then. */
export interface TriggeringRate {
  lender: string
  kind: RateSourceKind
  rate: number
  sourceUrl: string
}
