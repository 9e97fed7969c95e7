import { type LoanInput, type LoanPurpose, RateProduct } from './loan.ts'
import type { RateOrigin, RateRow, RateSourceKind, RateType } from './rate-row.ts'

/** A rate that is shown now, with its source. Bounds are US dollars, both inclusive; `rate` is percent. */
export interface CurrentRate {
  sourceKey: string
  sourceName: string
  lender: string
  kind: RateSourceKind
  rateType: RateType
  product: RateProduct
  purpose: LoanPurpose
  minLoanAmount: number
  maxLoanAmount: number
  rate: number
  /** `YYYY-MM-DD`. */
  effectiveDate: string
  sourceUrl: string
  fetchedAt: Date
  staleAt: Date
}

/** Which rates a loan is offered: nothing is interpolated over amount or purpose. */
export const isForLoan = (
  { purpose, minLoanAmount, maxLoanAmount }: Pick<CurrentRate, 'purpose' | 'minLoanAmount' | 'maxLoanAmount'>,
  { loanAmount, loanPurpose }: LoanInput,
): boolean => purpose === loanPurpose && minLoanAmount <= loanAmount && loanAmount <= maxLoanAmount

/** Lenders before benchmarks, each by name. */
export const byKindAndLender = (
  a: { kind: RateSourceKind; lender: string },
  b: { kind: RateSourceKind; lender: string },
): number => (a.kind === b.kind ? a.lender.localeCompare(b.lender, 'en') : a.kind === 'LENDER' ? -1 : 1)

/** One row for each lender that has a rate for the loan. A lender may have several sources, such as a file a product. */
export const ratesForLoan = (rates: readonly CurrentRate[], loan: LoanInput, nowMs: number): RateRow[] => {
  const offered = rates.filter((rate) => isForLoan(rate, loan))
  return [...Map.groupBy(offered, ({ lender }) => lender).values()]
    .map((ofLender) => toRow(ofLender, nowMs))
    .toSorted(byKindAndLender)
}

const isNewer = (a: CurrentRate, b: CurrentRate) =>
  a.effectiveDate === b.effectiveDate ? a.fetchedAt > b.fetchedAt : a.effectiveDate > b.effectiveDate

/** Where two sources of a lender give the same product, the newer word counts. */
const newest = (rates: readonly CurrentRate[], product: RateProduct): CurrentRate | undefined =>
  rates
    .filter((rate) => rate.product === product)
    .reduce<CurrentRate | undefined>(
      (best, rate) => (best === undefined || isNewer(rate, best) ? rate : best),
      undefined,
    )

const toRow = (ofLender: readonly CurrentRate[], nowMs: number): RateRow => {
  const chosen = RateProduct.options.flatMap((product) => newest(ofLender, product) ?? [])
  const percents = Object.fromEntries(chosen.map(({ product, rate }) => [product, rate]))
  const origins = Object.fromEntries(chosen.map((rate) => [rate.product, originOf(rate, nowMs)]))
  const [first] = chosen
  if (first === undefined) throw new Error('A row needs a rate.')
  return {
    id: first.lender,
    lender: first.lender,
    effectiveDate: chosen.reduce(
      (latest, { effectiveDate: date }) => (date > latest ? date : latest),
      first.effectiveDate,
    ),
    thirtyFix: percents.thirtyFix ?? null,
    fifteenFix: percents.fifteenFix ?? null,
    tenArm: percents.tenArm ?? null,
    sevenArm: percents.sevenArm ?? null,
    fiveArm: percents.fiveArm ?? null,
    kind: first.kind,
    isBenchmark: first.kind === 'BENCHMARK',
    isStale: Object.values(origins).some(({ isStale }) => isStale),
    origins,
  }
}

const originOf = (rate: CurrentRate, nowMs: number): RateOrigin => ({
  sourceKey: rate.sourceKey,
  sourceName: rate.sourceName,
  sourceUrl: rate.sourceUrl,
  rateType: rate.rateType,
  effectiveDate: rate.effectiveDate,
  fetchedAt: rate.fetchedAt.toISOString(),
  isStale: rate.staleAt.getTime() <= nowMs,
})
