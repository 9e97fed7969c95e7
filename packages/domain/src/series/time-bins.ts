/**
 * Response times as one byte each: the number of a bin whose bounds grow by 5 %, as in DDSketch. Bins are added by putting
 * them one behind the other, in any order, so that PostgreSQL can do it in the statement that records a run, and a median
 * of many runs is as exact as that of one: within `timeErrorPercent` of a time that was measured.
 */

const growth = 1.05
/** Milliseconds: the upper bound of the first bin. The last one ends at 126 seconds, which no call is allowed. */
const shortestMs = 0.5
const bins = 256

/** By how much a quantile that was read from bins may differ from the measured time, at most; in percent, 0.5 ms apart. */
export const timeErrorPercent = 2.5

/** The bin of a response time in milliseconds, 0 to 255. */
export const binOf = (responseTimeMs: number): number => {
  if (responseTimeMs <= shortestMs) return 0
  return Math.min(bins - 1, Math.ceil(Math.log(responseTimeMs / shortestMs) / Math.log(growth)))
}

/** The time that is nearest to all of a bin, in milliseconds. */
const timeOf = (bin: number): number => (2 * shortestMs * growth ** bin) / (1 + growth)

const toMicroseconds = (ms: number) => Math.round(ms * 1000) / 1000

/** Where in an order of `count` values the one stands that the given part does not exceed: the nearest rank, from 0. */
export const rankOf = (part: number, count: number): number => Math.max(1, Math.ceil(part * count)) - 1

/**
 * The times, in milliseconds, that the given parts (0.5: the median, 0.95) of the runs do not exceed; null of no runs.
 * `binned` holds one byte a run, in any order.
 */
export const quantilesOf = (binned: Uint8Array, parts: readonly number[]): (number | null)[] => {
  const counts = new Uint32Array(bins)
  for (const bin of binned) counts[bin] = (counts[bin] ?? 0) + 1
  return parts.map((part) => {
    let left = rankOf(part, binned.length) + 1
    for (const [bin, count] of counts.entries()) {
      left -= count
      if (left <= 0) return toMicroseconds(timeOf(bin))
    }
    return null
  })
}
