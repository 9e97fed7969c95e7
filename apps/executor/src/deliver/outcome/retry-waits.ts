/** How long to wait after each attempt but the last, which makes about a quarter of an hour in all. */
export const retryWaitsSeconds: readonly number[] = [15, 60, 240, 600]

/** Each wait is longer or shorter by up to a fifth, so that what failed together does not come back together. */
const jitter = 0.2
/** However long a provider asks to be left alone. */
const longestWaitSeconds = 3600

export interface RetryRules {
  waitsSeconds: readonly number[]
  /** From 0 to 1. */
  random: () => number
}

/** The seconds to wait after this attempt, counted from 1; null where it was the last. */
export const nextWait = (
  { waitsSeconds, random }: RetryRules,
  attempt: number,
  retryAfterSeconds = 0,
): number | null => {
  const wait = waitsSeconds[attempt - 1]
  if (wait === undefined) return null
  const jittered = wait * (1 - jitter + 2 * jitter * random())
  return Math.max(jittered, Math.min(retryAfterSeconds, longestWaitSeconds))
}
