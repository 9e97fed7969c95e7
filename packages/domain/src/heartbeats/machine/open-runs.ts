import { nextExpected } from '../next-expected.ts'
import { beganAt, type Heartbeat, type OpenRun, type Watch } from './heartbeat-state.ts'

/** Without its own time limit, a run whose end is overdue as a signal would be is taken for lost. */
export const liveRuns = ({ runs }: Heartbeat, { expectation }: Watch, atMs: number): readonly OpenRun[] => {
  if (expectation.maxRunSeconds !== null) return runs
  return runs.filter(({ startedAtMs }) => {
    const expectedAtMs = nextExpected(expectation, startedAtMs)
    return expectedAtMs === null || expectedAtMs + expectation.graceSeconds * 1000 >= atMs
  })
}

/**
 * When the first of the runs began whose end is missing; null where it is a call that is missing: another has come since the last start. A run
 * that is lost is not waited for, unless it started last.
 */
export const missingEndSince = (heartbeat: Heartbeat, watch: Watch, atMs: number): number | null => {
  const { runs, lastSignalAtMs } = heartbeat
  const last = runs.filter(({ startedAtMs }) => startedAtMs >= (lastSignalAtMs ?? 0))
  return last.length === 0 ? null : Math.min(...[...last, ...liveRuns(heartbeat, watch, atMs)].map(beganAt))
}
