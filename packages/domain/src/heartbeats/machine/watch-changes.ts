import type { Heartbeat, Step, Watch } from './heartbeat-state.ts'
import { atOrAfter, changeTo, enter, expecting, other } from './transitions.ts'

/** The receiver is disabled: no signal can come, and none is expected. */
export const pause = (before: Heartbeat, atMs: number): Step => {
  if (before.state === 'PAUSED') return { heartbeat: before, events: [] }
  const at = atOrAfter(before, atMs)
  const nothing = { expectedAtMs: null, expectedByMs: null, judgedUntilMs: null, runs: [] }
  const paused = { ...before, state: 'PAUSED', sinceMs: at, ...nothing } as const
  // Whether what is usual came by the time expected, nobody has counted.
  const expectedAtMs = before.judgedUntilMs === null ? before.expectedAtMs : null
  const change = changeTo(before, { state: 'PAUSED', reason: 'PAUSED', atMs: at }, { expectedAtMs })
  return { heartbeat: paused, events: [other(change)] }
}

/** The receiver is active again. One that has had signals expects the next one, counted from now. */
export const resume = (before: Heartbeat, watch: Watch, atMs: number): Step => {
  if (before.state !== 'PAUSED') return { heartbeat: before, events: [] }
  const at = atOrAfter(before, atMs)
  const resumed: Heartbeat = { ...before, state: 'NEW', sinceMs: at, failures: 0 }
  const isExpected = before.lastSignalAtMs !== null || watch.expectation.mode === 'LEARNED'
  const heartbeat = isExpected ? expecting(resumed, watch, at, true) : resumed
  return { heartbeat, events: [other(changeTo(heartbeat, { state: 'NEW', reason: 'RESUMED', atMs: at }))] }
}

/** Its expectation was edited: the next signal is expected by the new one, counted from now. What is usual is expected at once. */
export const edit = (before: Heartbeat, watch: Watch, atMs: number): Step => expectFrom(before, watch, atMs, false)

/** No signal could come until now, as its account was suspended: the next one is expected as if nothing had been before. */
export const expectAnew = (before: Heartbeat, watch: Watch, atMs: number): Step => expectFrom(before, watch, atMs, true)

const expectFrom = (before: Heartbeat, watch: Watch, atMs: number, isWhole: boolean): Step => {
  const isLearned = watch.expectation.mode === 'LEARNED' && before.state !== 'PAUSED'
  if (before.expectedAtMs === null && before.judgedUntilMs === null && !isLearned)
    return { heartbeat: before, events: [] }
  const at = atOrAfter(before, atMs)
  // The end of a run could not come, either.
  const moved = { ...before, movedAtMs: at, ...(isWhole && { runs: [] }) }
  const expected = expecting(moved, watch, at, isWhole)
  if (before.state !== 'LATE') return { heartbeat: expected, events: [] }
  const change = changeTo(expected, { state: 'UP', reason: 'EDITED', atMs: at })
  return { heartbeat: enter(expected, 'UP', at), events: [other(change)] }
}
