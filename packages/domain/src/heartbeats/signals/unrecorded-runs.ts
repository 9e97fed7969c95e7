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

/** Finds those whose value is near another value: they lie in the same stretch, or in one beside it. */
const nearBy = <T>(all: readonly T[], valueOf: (one: T) => number) => {
  const byStretch = Map.groupBy(all, (one) => stretchOf(valueOf(one)))
  return (value: number, isFound: (one: T) => boolean): T[] =>
    [-1, 0, 1].flatMap(
      (beside) =>
        byStretch.get(stretchOf(value) + beside)?.filter((one) => isNear(valueOf(one), value) && isFound(one)) ?? [],
    )
}

/** Takes of those found the one that ended nearest to a time, each once; false where none is left. */
const takingOnce = () => {
  const taken = new Set<EndedRun>()
  return (found: readonly EndedRun[], atMs: number): boolean => {
    const farOff = ({ end }: EndedRun) => Math.abs(end.atMs - atMs)
    const [nearest] = found.filter((run) => !taken.has(run)).toSorted((a, b) => farOff(a) - farOff(b))
    if (nearest === undefined) return false
    taken.add(nearest)
    return true
  }
}

/** Those of which no request is known that ended them: it was rejected, or is no longer stored, or none came. */
export const unrecordedRuns = <R extends ChangedRun>(changed: readonly R[], recorded: readonly EndedRun[]): R[] => {
  const starts = recorded.flatMap((run) => run.startsMs.map((startMs) => ({ startMs, run })))
  const startedAbout = nearBy(starts, ({ startMs }) => startMs)
  const tookAbout = nearBy(recorded, ({ durationMs }) => durationMs)
  const take = takingOnce()
  // Nearly all are found among the few that began then; by the duration there are many, since a job mostly takes as long as before.
  const left = changed.filter((change) => {
    const { atMs, durationMs, isGivenUp } = change
    const beganMs = atMs - durationMs
    if (isGivenUp) return startedAbout(beganMs, ({ run }) => endedLater(change, run)).length === 0
    const found = startedAbout(beganMs, ({ run }) => isNear(run.end.atMs, atMs)).map(({ run }) => run)
    return !take(found, atMs)
  })
  return left.filter((change) => {
    const found = change.isGivenUp ? [] : tookAbout(change.durationMs, (run) => endedThen(change, run))
    return !take(found, change.atMs)
  })
}

/** By clocks that differ by less than half of the run: the end of the one before or after it is further away. */
const endedThen = ({ atMs, durationMs }: ChangedRun, { end }: EndedRun) => Math.abs(end.atMs - atMs) < durationMs / 2

/** What started again after it was given up is another run, as of a job that hangs one night and succeeds the next. */
const endedLater = ({ atMs }: ChangedRun, { startsMs, end }: EndedRun) => {
  const startedLastMs = startsMs.at(-1) ?? end.atMs
  return end.atMs >= atMs - toleranceMs && startedLastMs <= atMs + toleranceMs
}
