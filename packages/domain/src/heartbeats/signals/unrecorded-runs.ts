import type { EndedRun } from './run-duration.ts'

/** A run as a change of the state has it, from its start. */
export interface ChangedRun {
  atMs: number
  durationMs: number
  /** It took too long, and was not waited for any more: it may have ended later. */
  isGivenUp: boolean
}

/**
 * A request has the time at which it was received, by the clock of the process that received it, and a change the time at which the
 * request was stored, by the database's.
 */
const toleranceMs = 5000

const isNear = (aMs: number, bMs: number) => Math.abs(aMs - bMs) <= toleranceMs

const stretchOf = (value: number) => Math.floor(value / toleranceMs)

/** Finds one whose value is near another value: it lies in the same stretch, or in one beside it. */
const nearBy = <T>(all: readonly T[], valueOf: (one: T) => number) => {
  const byStretch = Map.groupBy(all, (one) => stretchOf(valueOf(one)))
  return (value: number, isFound: (one: T) => boolean) =>
    [-1, 0, 1].some((beside) =>
      byStretch.get(stretchOf(value) + beside)?.some((one) => isNear(valueOf(one), value) && isFound(one)),
    )
}

/** Those of which no request is known that ended them: it was rejected, or is no longer stored, or none came. */
export const unrecordedRuns = <R extends ChangedRun>(changed: readonly R[], recorded: readonly EndedRun[]): R[] => {
  const starts = recorded.flatMap((run) => run.startsMs.map((startMs) => ({ startMs, run })))
  const someStarted = nearBy(starts, ({ startMs }) => startMs)
  const someTook = nearBy(recorded, ({ durationMs }) => durationMs)
  return changed.filter((change) => {
    const { atMs, durationMs, isGivenUp } = change
    const beganMs = atMs - durationMs
    if (isGivenUp) return !someStarted(beganMs, ({ run }) => endedLater(change, run))
    // Nearly all are found among the few that began then; by the duration there are many, since a job mostly takes as long as before.
    if (someStarted(beganMs, ({ run }) => isNear(run.end.atMs, atMs))) return false
    return !someTook(durationMs, (run) => endedThen(change, run))
  })
}

/** By clocks that differ by less than half of the run: the end of the one before or after it is further away. */
const endedThen = ({ atMs, durationMs }: ChangedRun, { end }: EndedRun) => Math.abs(end.atMs - atMs) < durationMs / 2

/** What started again after it was given up is another run, as of a job that hangs one night and succeeds the next. */
const endedLater = ({ atMs }: ChangedRun, { startsMs, end }: EndedRun) => {
  const startedLastMs = startsMs.at(-1) ?? end.atMs
  return end.atMs >= atMs - toleranceMs && startedLastMs <= atMs + toleranceMs
}
