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

/** What is near lies in the same stretch, or in one beside it. */
const stretchOf = (epochMs: number) => Math.floor(epochMs / toleranceMs)

/** Those of which no request is known that ended them: it was rejected, or is no longer stored, or none came. */
export const unrecordedRuns = <R extends ChangedRun>(changed: readonly R[], recorded: readonly EndedRun[]): R[] => {
  const starts = recorded.flatMap((run) => run.startsMs.map((startMs) => ({ startMs, run })))
  const byStretch = Map.groupBy(starts, ({ startMs }) => stretchOf(startMs))
  return changed.filter((change) => {
    const beganMs = change.atMs - change.durationMs
    return ![-1, 0, 1]
      .flatMap((beside) => byStretch.get(stretchOf(beganMs) + beside) ?? [])
      .some(({ startMs, run }) => isNear(startMs, beganMs) && isEndOf(change, run))
  })
}

/** What started again after it was given up is another run, as of a job that hangs one night and succeeds the next. */
const isEndOf = ({ atMs, isGivenUp }: ChangedRun, { startsMs, end }: EndedRun) => {
  if (!isGivenUp) return isNear(end.atMs, atMs)
  const startedLastMs = startsMs.at(-1) ?? end.atMs
  return end.atMs >= atMs - toleranceMs && startedLastMs <= atMs + toleranceMs
}
