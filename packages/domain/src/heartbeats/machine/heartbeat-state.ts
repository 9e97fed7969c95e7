import type { Extend } from '../absence.ts'
import type { Expectation } from '../expectation.ts'
import type { HeartbeatState } from '../heartbeat-rules.ts'
import type { Counted, Usual } from '../learned/usual.ts'

/*
 * What becomes of a heartbeat by signals and by time. It is pure: all times are the database's, in epoch milliseconds, and what is
 * decided does not depend on when somebody looks, since each change happens at its own time. deadlines.ts has what time does,
 * take-signal.ts what signals do, watch-changes.ts what people do; all three make their changes of those in transitions.ts.
 */

/** LOG says nothing about the state. FAIL is an exit code other than 0, too. UNMET: a success that does not meet its condition. */
export type SignalKind = 'SUCCESS' | 'START' | 'FAIL' | 'UNMET' | 'LOG'

export interface Signal {
  kind: SignalKind
  atMs: number
  /** Ties the end of a run to its start; null where the sender names none. */
  runId: string | null
  exitCode: number | null
}

/** Why a heartbeat changed. */
export type ChangeReason =
  | 'SIGNAL'
  | 'STARTED'
  | 'LATE'
  | 'SILENT'
  | 'FAILED'
  | 'UNMET'
  | 'RUN_TOO_LONG'
  | 'TOO_FEW'
  | 'REJECTED'
  | 'AS_USUAL'
  | 'NOT_JUDGED'
  | 'EDITED'
  | 'PAUSED'
  | 'RESUMED'

/** A run that has started and not ended. */
export interface OpenRun {
  id: string | null
  startedAtMs: number
  /** Where it started more than once and ended never: when it did first. */
  firstMs?: number
}

/** When the time began in which it has to end. */
export const beganAt = ({ startedAtMs, firstMs }: OpenRun): number => firstMs ?? startedAtMs

export interface Heartbeat {
  state: HeartbeatState
  /** When it took this state. */
  sinceMs: number
  lastSignalAtMs: number | null
  /** When the next signal is expected; null where none is, as before the first. */
  expectedAtMs: number | null
  /** When the grace of that is over. A signal at this very time is in time. */
  expectedByMs: number | null
  /** When an edit or the end of a suspension moved that last: no signal is waited for since before. Null where none did. */
  movedAtMs: number | null
  /** Up to when its hours are decided, where it expects what is usual; null where it does not. */
  judgedUntilMs: number | null
  runs: readonly OpenRun[]
  /** Failures in a row: overdue signals, FAIL, runs that took too long. Counted as far as a notification can ask for. */
  failures: number
}

/** A change of the state. */
export interface HeartbeatChange {
  state: HeartbeatState
  reason: ChangeReason
  atMs: number
  /** When the signal was expected that came or did not. */
  expectedAtMs: number | null
  lastSignalAtMs: number | null
  /** Of the run that ended, from its start; of one that has not ended in time, so far. Null where there is none. */
  durationMs: number | null
  exitCode: number | null
  /** How much later than its grace a deadline passed, since nobody could take signals; null where somebody always could. */
  absenceMs: number | null
  /** What was counted, where what is usual is expected and did not come. Null of others. */
  counted: Counted | null
}

/** What notifications are decided on. `change`: where it changed the state, too. */
export interface HeartbeatEvent {
  kind: 'SUCCESS' | 'FAILURE' | 'LATE' | 'OTHER'
  atMs: number
  change: HeartbeatChange | null
}

export interface Step {
  heartbeat: Heartbeat
  events: readonly HeartbeatEvent[]
}

/** What is asked of the machine beside the expectation. */
export interface Watch {
  expectation: Expectation
  /** Somebody is notified when a signal is late; otherwise lateness that ends in time is no change. */
  isLateWatched: boolean
  /** What is usual, where that is what is expected. */
  usual?: Usual | null
  /** Makes deadlines later by the time in which nobody could take signals. Left out, somebody always could. */
  extend?: Extend
}

export const newHeartbeat = (atMs: number, state: 'NEW' | 'PAUSED'): Heartbeat => ({
  state,
  sinceMs: atMs,
  lastSignalAtMs: null,
  expectedAtMs: null,
  expectedByMs: null,
  movedAtMs: null,
  judgedUntilMs: null,
  runs: [],
  failures: 0,
})

/**
 * As it is shown: late from the time on when its signal was expected, whether or not somebody is notified of that. Where what is usual is
 * expected, nobody knows before the requests are counted.
 */
export const shownState = (
  { state, expectedAtMs, runs, judgedUntilMs }: Pick<Heartbeat, 'state' | 'expectedAtMs' | 'runs' | 'judgedUntilMs'>,
  nowMs: number,
): HeartbeatState => {
  const isDue = expectedAtMs !== null && expectedAtMs < nowMs && judgedUntilMs === null
  return state === 'UP' && runs.length === 0 && isDue ? 'LATE' : state
}

/** As it is shown, and since when: where it is late without a change, since its signal was expected. */
export const shownSince = (heartbeat: Heartbeat, nowMs: number): { state: HeartbeatState; sinceMs: number } => {
  const { sinceMs, expectedAtMs } = heartbeat
  const state = shownState(heartbeat, nowMs)
  return { state, sinceMs: state === heartbeat.state ? sinceMs : (expectedAtMs ?? sinceMs) }
}
