/** What is done about planned times that could not be kept. */
export const catchUpPolicies = ['SKIP', 'ONCE', 'ALL'] as const
export type CatchUpPolicy = (typeof catchUpPolicies)[number]

/**
 * SKIP: what is late does not run. ONCE: of the times that were missed, the first that is not too old runs, as soon as it can.
 * ALL: each of them runs, one after the other. `catchUpSecond`: how old one may be, in seconds.
 */
export interface CatchUp {
  catchUp: CatchUpPolicy
  catchUpSecond: number | null
}

/** What a task does that says nothing else. */
export const defaultCatchUp: CatchUp = { catchUp: 'ONCE', catchUpSecond: null }

export const shortestCatchUpSecond = 60
export const longestCatchUpSecond = 30 * 86_400

/** A task that runs all of its missed times and says nothing else goes back so far, so that what it makes up has an end. */
export const defaultAllSecond = 86_400

/** A run that starts no later than so many milliseconds after its time is on time, whatever the policy. */
export const onTimeMs = 10_000

/** Whether a run that started so long after its time was a late one; null: it has not started. */
export const isLate = (lagMs: number | null): boolean => lagMs !== null && lagMs > onTimeMs

/** How old a planned time may be and still run, in milliseconds; infinite where its age does not matter. */
export const catchUpWindowMs = ({ catchUp, catchUpSecond }: CatchUp): number => {
  if (catchUp === 'SKIP') return onTimeMs
  const seconds = catchUpSecond ?? (catchUp === 'ALL' ? defaultAllSecond : Infinity)
  return Math.max(onTimeMs, seconds * 1000)
}
