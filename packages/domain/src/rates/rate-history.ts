import { z } from 'zod'
import { LoanPurpose, maxLoanAmount, RateProduct } from './loan.ts'
import { EffectiveDate, RateSourceKind, RateType } from './rate-row.ts'

/** How far back a chart reaches. */
export const HistoryRange = z.enum(['3m', '1y', '5y'])
export type HistoryRange = z.infer<typeof HistoryRange>

export const historyRangeDays: Readonly<Record<HistoryRange, number>> = { '3m': 92, '1y': 366, '5y': 1827 }

/** The query of `GET /mortgage-rates/history`. */
export const RateHistoryQuery = z.strictObject({
  loanAmount: z.coerce.number().positive().max(maxLoanAmount),
  loanPurpose: LoanPurpose,
  range: HistoryRange.default('1y'),
})
export type RateHistoryQuery = z.infer<typeof RateHistoryQuery>

/** One lender's product over time, oldest first; one point for each effective date. */
export const RateSeries = z.object({
  lender: z.string(),
  kind: RateSourceKind,
  product: RateProduct,
  rateType: RateType,
  sourceUrl: z.string(),
  points: z.array(z.object({ date: EffectiveDate, rate: z.number() })).min(1),
})
export type RateSeries = z.infer<typeof RateSeries>

/** In the order of the rate rows, then of the products. A series without points is left out. */
export const RateHistoryView = z.object({ series: z.array(RateSeries) })
export type RateHistoryView = z.infer<typeof RateHistoryView>
