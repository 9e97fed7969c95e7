import { z } from 'zod'
import { Timestamp } from '../id.ts'
import { RateProduct } from './loan.ts'

/** A benchmark is a published average that nobody lends at; it is shown as one. */
export const RateSourceKind = z.enum(['BENCHMARK', 'LENDER'])
export type RateSourceKind = z.infer<typeof RateSourceKind>

/** What the percentage is: the interest on the note, or the annual percentage rate with its fees. */
export const RateType = z.enum(['NOTE_RATE', 'APR'])
export type RateType = z.infer<typeof RateType>

/** Percent: 6.125 is 6.125 %. Null where the source has none for this amount and purpose. */
const Percent = z.number().nullable()

/** `YYYY-MM-DD`: the day that the source gives its rates for, in no zone. */
export const EffectiveDate = z.iso.date()

/** Where one value of a row comes from. */
export const RateOrigin = z.object({
  sourceKey: z.string(),
  sourceName: z.string(),
  sourceUrl: z.string(),
  rateType: RateType,
  effectiveDate: EffectiveDate,
  /** When this value was last read from the source. */
  fetchedAt: Timestamp,
  /** The source has not given it again in time. */
  isStale: z.boolean(),
})
export type RateOrigin = z.infer<typeof RateOrigin>

/** One lender's rates (or one benchmark's) for the requested amount and purpose. */
export const RateRow = z.object({
  /** The same for the same lender at every call. */
  id: z.string(),
  /** In snake case, such as `freddie_mac`. */
  lender: z.string(),
  /** The newest of its values. */
  effectiveDate: EffectiveDate,
  thirtyFix: Percent,
  fifteenFix: Percent,
  tenArm: Percent,
  sevenArm: Percent,
  fiveArm: Percent,
  kind: RateSourceKind,
  isBenchmark: z.boolean(),
  /** Whether any of its values is stale. */
  isStale: z.boolean(),
  /** Of each value that is not null. */
  origins: z.partialRecord(RateProduct, RateOrigin),
})
export type RateRow = z.infer<typeof RateRow>

/** The answer of `POST /mortgage-rates`: lenders first, then benchmarks, each by name. */
export const RateRowList = z.array(RateRow)

/** A source of this server and how it is doing, as anyone may see it. */
export const RateSourceView = z.object({
  key: z.string(),
  name: z.string(),
  lender: z.string(),
  kind: RateSourceKind,
  rateType: RateType,
  url: z.string(),
  /** Whose the figures are, and on what terms they are shown. */
  licence: z.string(),
  /** Null where it was never read yet. */
  lastReadAt: Timestamp.nullable(),
  isStale: z.boolean(),
  /** Its last fetch did not succeed. */
  isFailing: z.boolean(),
})
export type RateSourceView = z.infer<typeof RateSourceView>

/** An empty list: this server fetches no rates. */
export const RateSourceList = z.object({ results: z.array(RateSourceView) })
export type RateSourceList = z.infer<typeof RateSourceList>
