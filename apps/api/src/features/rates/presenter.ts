import { RateProduct } from '@knockwire/domain/rates/loan'
import type { RateHistoryQuery, RateSeries } from '@knockwire/domain/rates/rate-history'
import type { RateSourceView } from '@knockwire/domain/rates/rate-row'
import { byKindAndLender, isForLoan } from '@knockwire/domain/rates/rates-for-loan'
import type { HistoryPoint, RateSourceRow } from './queries.ts'

export const presentSource = (source: RateSourceRow, nowMs: number): RateSourceView => ({
  key: source.key,
  name: source.name,
  lender: source.lender,
  kind: source.kind,
  rateType: source.rateType,
  url: source.url,
  licence: source.licence,
  lastReadAt: source.lastSuccessAt?.toISOString() ?? null,
  isStale: source.staleAt === null || source.staleAt.getTime() <= nowMs,
  isFailing: source.lastError !== null,
})

const productOrder = (product: RateProduct) => RateProduct.options.indexOf(product)

/** A line of the chart for each source and product that the loan is offered. */
export const presentHistory = (points: readonly HistoryPoint[], loan: RateHistoryQuery): RateSeries[] => {
  const offered = points.filter((point) => isForLoan(point, loan))
  const bySeries = Map.groupBy(offered, ({ sourceKey, product }) => `${sourceKey} ${product}`)
  return [...bySeries.values()]
    .flatMap((ofSeries) => toSeries(ofSeries) ?? [])
    .toSorted((a, b) => byKindAndLender(a, b) || productOrder(a.product) - productOrder(b.product))
}

const toSeries = (ofSeries: readonly HistoryPoint[]): RateSeries | null => {
  const [first] = ofSeries
  if (first === undefined) return null
  const { lender, kind, product, rateType, sourceUrl } = first
  return { lender, kind, product, rateType, sourceUrl, points: ofSeries.map(({ date, rate }) => ({ date, rate })) }
}
