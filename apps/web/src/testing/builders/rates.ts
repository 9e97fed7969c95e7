import type { RateSeries } from '@knockwire/domain/rates/rate-history'
import type { RateOrigin, RateRow, RateSourceView } from '@knockwire/domain/rates/rate-row'

const origin = (more: Partial<RateOrigin> = {}): RateOrigin => ({
  sourceKey: 'union',
  sourceName: 'A credit union’s rate sheet',
  sourceUrl: 'https://union.example/rates',
  rateType: 'NOTE_RATE',
  effectiveDate: '2026-11-20',
  fetchedAt: '2026-11-20T12:00:00.000Z',
  isStale: false,
  ...more,
})

/** A lender whose sheet has 30 and 15 years alone. */
export const rateRow = (more: Partial<RateRow> = {}): RateRow => ({
  id: 'union',
  lender: 'first_example_union',
  effectiveDate: '2026-11-20',
  thirtyFix: 6.125,
  fifteenFix: 5.5,
  tenArm: null,
  sevenArm: null,
  fiveArm: null,
  kind: 'LENDER',
  isBenchmark: false,
  isStale: false,
  origins: { thirtyFix: origin(), fifteenFix: origin({ rateType: 'APR' }) },
  ...more,
})

export const rateSource = (more: Partial<RateSourceView> = {}): RateSourceView => ({
  key: 'union',
  name: 'A credit union’s rate sheet',
  lender: 'first_example_union',
  kind: 'LENDER',
  rateType: 'NOTE_RATE',
  url: 'https://union.example/rates',
  licence: 'With its permission',
  lastReadAt: '2026-11-20T12:00:00.000Z',
  isStale: false,
  isFailing: false,
  ...more,
})

/** A year of a weekly survey, a rate each four weeks. */
export const rateSeries = (more: Partial<RateSeries> = {}): RateSeries => ({
  lender: 'weekly_survey',
  kind: 'BENCHMARK',
  product: 'thirtyFix',
  rateType: 'NOTE_RATE',
  sourceUrl: 'https://survey.example/rates',
  points: Array.from({ length: 14 }, (_, index) => ({
    date: new Date(Date.UTC(2025, 10, 20) + index * 28 * 86_400_000).toISOString().slice(0, 10),
    rate: 6 + index / 100,
  })),
  ...more,
})
