/**
 * Response times as one byte each: the number of a bin whose bounds grow by 5 %, as in DDSketch. Bins are added by putting
 * them one behind the other, in any order, so that PostgreSQL can do it in the statement that records a run, and a median
 * of many runs is as exact as that of one: within `timeErrorPercent` of a time that was measured. A time beyond 126 seconds, which no
 * call takes but work that its target completes later, is two bytes: 0, and the number of its bin less 256.
 */

const growth = 1.05
/** Milliseconds: the upper bound of the first bin. */
const shortestMs = 0.5
/** Of one byte: the last one ends at 126 seconds. */
const bins = 256
/** Of two: they end beyond a year. */
const allBins = 2 * bins

/** By how much a quantile that was read from bins may differ from the measured time, at most; in percent, 0.5 ms apart. */
export const timeErrorPercent = 2.5

const binWithin = (responseTimeMs: number, most: number): number => {
  if (responseTimeMs <= shortestMs) return 0
  return Math.min(most, Math.ceil(Math.log(responseTimeMs / shortestMs) / Math.log(growth)))
}

/** The bin of a response time in milliseconds among those of one byte, 0 to 255. */
export const binOf = (responseTimeMs: number): number => binWithin(responseTimeMs, bins - 1)

/** The bin of a response time as it is stored, 1 to 511: from 256 on it takes two bytes, of which the first is 0. */
export const storedBinOf = (responseTimeMs: number): number => Math.max(1, binWithin(responseTimeMs, allBins - 1))

/** The bytes of a stored bin. */
export const bytesOfBin = (bin: number): number[] => (bin < bins ? [bin] : [0, bin - bins])

/** The time that is nearest to all of a bin, in milliseconds. */
const timeOf = (bin: number): number => (2 * shortestMs * growth ** bin) / (1 + growth)

const toMicroseconds = (ms: number) => Math.round(ms * 1000) / 1000

/** Where in an order of `count` values the one stands that the given part does not exceed: the nearest rank, from 0. */
export const rankOf = (part: number, count: number): number => Math.max(1, Math.ceil(part * count)) - 1

/** How many runs each bin has. A 0 that nothing follows is the first bin, as it was stored once. */
const countsOf = (binned: Uint8Array): { counts: Uint32Array; runs: number } => {
  const counts = new Uint32Array(allBins)
  let runs = 0
  for (let at = 0; at < binned.length; at += 1) {
    const isLong = binned[at] === 0 && at + 1 < binned.length
    if (isLong) at += 1
    const bin = (binned[at] ?? 0) + (isLong ? bins : 0)
    counts[bin] = (counts[bin] ?? 0) + 1
    runs += 1
  }
  return { counts, runs }
}

/**
 * The times, in milliseconds, that the given parts (0.5: the median, 0.95) of the runs do not exceed; null of no runs.
 * `binned` holds the bytes of each run's bin, in any order of the runs.
 */
export const quantilesOf = (binned: Uint8Array, parts: readonly number[]): (number | null)[] => {
  const { counts, runs } = countsOf(binned)
  return parts.map((part) => {
    let left = rankOf(part, runs) + 1
    for (const [bin, count] of counts.entries()) {
      left -= count
      if (left <= 0) return toMicroseconds(timeOf(bin))
    }
    return null
  })
}
