import type { SeriesRange } from './series.ts'

export const seriesRanges = ['1h', '24h', '7d', '30d', '90d'] as const

/** More runs than these are not plotted one by one. */
export const maxPoints = 150

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** What the executor keeps counts of, in seconds. A multiple of it is what longer ranges are drawn in. */
export const rollupSeconds = 15 * minute
/** Days for which counts are kept. */
export const rollupDays = 90

const bucketsOf: Record<Exclude<SeriesRange, '90d'>, { bucketSeconds: number; count: number }> = {
  '1h': { bucketSeconds: minute, count: 60 },
  '24h': { bucketSeconds: rollupSeconds, count: 96 },
  '7d': { bucketSeconds: 2 * hour, count: 84 },
  '30d': { bucketSeconds: 6 * hour, count: 120 },
}

const widths = [rollupSeconds, hour, 2 * hour, 6 * hour, day]
const mostBuckets = 120

export interface SeriesSpan {
  fromMs: number
  /** The end of the bucket that `nowMs` is in. */
  toMs: number
  bucketSeconds: number
}

/**
 * What a range covers at `nowMs`: whole buckets, the last one still being filled. The longest range is everything that is
 * kept, and begins with it. `firstMs`: the oldest counts kept.
 */
export const spanOf = (range: SeriesRange, nowMs: number, firstMs: number | null): SeriesSpan => {
  const endOf = (widthMs: number) => (Math.floor(nowMs / widthMs) + 1) * widthMs
  if (range !== '90d') {
    const { bucketSeconds, count } = bucketsOf[range]
    const toMs = endOf(bucketSeconds * 1000)
    return { fromMs: toMs - count * bucketSeconds * 1000, toMs, bucketSeconds }
  }
  const startMs = Math.min(firstMs ?? nowMs, nowMs - hour * 1000)
  const bucketSeconds = widths.find((width) => (endOf(width * 1000) - startMs) / (width * 1000) < mostBuckets) ?? day
  const widthMs = bucketSeconds * 1000
  return { fromMs: Math.floor(startMs / widthMs) * widthMs, toMs: endOf(widthMs), bucketSeconds }
}
