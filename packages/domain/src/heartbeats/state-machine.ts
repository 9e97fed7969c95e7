import { inARowLimits } from '../notifications/firing-rules.ts'
import type { Expectation } from './expectation.ts'
import type { HeartbeatState } from './heartbeat-rules.ts'
import { expectUsual } from './learned/expect-usual.ts'
import type { Counted, Usual } from './learned/usual.ts'
import { nextExpected } from './next-expected.ts'

/*
 * What becomes of a heartbeat by signals and by time. It is pure: all times are the database's, in epoch milliseconds, and what is
 * decided does not depend on when somebody looks, since each change happens at its own time.
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
  /** Of the run that ended, from its start. */
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
  /**
   * A deadline for a signal that is waited for since `fromMs`, later by the time in which nobody could take signals. Left out, somebody
   * always could.
   */
  extend?: (fromMs: number, deadlineMs: number) => number
}

/** Senders that start runs and never end them do not make a heartbeat grow. */
export const maxOpenRuns = 50

const mostFailures = inARowLimits.max

export const newHeartbeat = (atMs: number, state: 'NEW' | 'PAUSED'): Heartbeat => ({
  state,
  sinceMs: atMs,
  lastSignalAtMs: null,
  expectedAtMs: null,
  expectedByMs: null,
  judgedUntilMs: null,
  runs: [],
  failures: 0,
})

type Details = Partial<Pick<HeartbeatChange, 'durationMs' | 'exitCode' | 'expectedAtMs' | 'absenceMs'>>

const changeTo = (
  { expectedAtMs, lastSignalAtMs }: Heartbeat,
  change: Pick<HeartbeatChange, 'state' | 'reason' | 'atMs'>,
  details: Details = {},
): HeartbeatChange => ({
  expectedAtMs,
  lastSignalAtMs,
  durationMs: null,
  exitCode: null,
  absenceMs: null,
  counted: null,
  ...change,
  ...details,
})

/** Expects the next signal after `afterMs`; of what is usual, only what can have come since where it `isWhole`. */
const expecting = (
  heartbeat: Heartbeat,
  { expectation, usual }: Watch,
  afterMs: number,
  isWhole = false,
): Heartbeat => {
  if (expectation.mode === 'LEARNED') {
    const nothing = { expectedAtMs: null, expectedByMs: null, judgedUntilMs: null }
    return { ...heartbeat, runs: [], ...(usual ? expectUsual({ expectation, usual }, afterMs, isWhole) : nothing) }
  }
  const expectedAtMs = nextExpected(expectation, afterMs)
  return {
    ...heartbeat,
    judgedUntilMs: null,
    expectedAtMs,
    expectedByMs: expectedAtMs === null ? null : expectedAtMs + expectation.graceSeconds * 1000,
  }
}

const enter = (heartbeat: Heartbeat, state: HeartbeatState, atMs: number): Heartbeat =>
  heartbeat.state === state ? heartbeat : { ...heartbeat, state, sinceMs: atMs }

/** What happens next by time alone, if no signal comes. */
interface Deadline {
  /** With the time in which nobody could take signals; without it. */
  atMs: number
  plainMs: number
  kind: 'LATE' | 'SILENT' | 'RUN_TOO_LONG'
}

const runDeadline = ({ runs }: Heartbeat, { expectation: { maxRunSeconds }, extend }: Watch): Deadline | null => {
  if (maxRunSeconds === null || runs.length === 0) return null
  const oldestMs = Math.min(...runs.map(beganAt))
  const plainMs = oldestMs + maxRunSeconds * 1000
  return { atMs: extend?.(oldestMs, plainMs) ?? plainMs, plainMs, kind: 'RUN_TOO_LONG' }
}

/** Where a run has a time limit of its own, silence is none while it runs. */
const isWithinRun = ({ runs }: Heartbeat, { expectation: { maxRunSeconds } }: Watch) =>
  maxRunSeconds !== null && runs.length > 0

/** Since when its signal is waited for. Of one that is down each signal that is missing counts: the first has waited for what was before. */
const silentSince = ({ state, sinceMs, lastSignalAtMs }: Heartbeat): number =>
  state === 'DOWN' || state === 'NEW' ? Math.max(sinceMs, lastSignalAtMs ?? 0) : (lastSignalAtMs ?? sinceMs)

const silenceDeadline = (heartbeat: Heartbeat, watch: Watch): Deadline | null => {
  const { expectedByMs, expectedAtMs, failures, state } = heartbeat
  if (expectedByMs === null || failures >= mostFailures || isWithinRun(heartbeat, watch)) return null
  const isLateDue = watch.isLateWatched && expectedAtMs !== null && expectedAtMs < expectedByMs
  const kind = isLateDue && (state === 'UP' || state === 'NEW') ? 'LATE' : 'SILENT'
  const plainMs = kind === 'LATE' ? expectedAtMs : expectedByMs
  if (plainMs === null) return null
  const atMs = watch.extend?.(silentSince(heartbeat), plainMs) ?? plainMs
  return { atMs, plainMs, kind }
}

const nextDeadline = (heartbeat: Heartbeat, watch: Watch): Deadline | null => {
  if (heartbeat.state === 'PAUSED') return null
  const [silence, run] = [silenceDeadline(heartbeat, watch), runDeadline(heartbeat, watch)]
  if (silence === null || run === null) return silence ?? run
  return run.atMs <= silence.atMs ? run : silence
}

/** Until when nothing happens unless a signal comes, in epoch milliseconds; null where nothing will. */
export const quietUntil = (heartbeat: Heartbeat, watch: Watch): number | null =>
  nextDeadline(heartbeat, watch)?.atMs ?? null

/** Lets time pass: whatever has been overdue before `nowMs` happens, each at its time. */
export const advance = (heartbeat: Heartbeat, watch: Watch, nowMs: number): Step => {
  const events: HeartbeatEvent[] = []
  let current = heartbeat
  for (;;) {
    const deadline = nextDeadline(current, watch)
    if (deadline === null || deadline.atMs >= nowMs) return { heartbeat: current, events }
    const step = expire(current, watch, deadline)
    current = step.heartbeat
    events.push(...step.events)
  }
}

/** Never before the state that it changes, whatever the clock did. */
const atOrAfter = ({ sinceMs }: Heartbeat, atMs: number) => Math.max(sinceMs, atMs)

const expire = (heartbeat: Heartbeat, watch: Watch, deadline: Deadline): Step => {
  const atMs = atOrAfter(heartbeat, deadline.atMs)
  const absenceMs = deadline.atMs > deadline.plainMs ? deadline.atMs - deadline.plainMs : null
  switch (deadline.kind) {
    case 'LATE': {
      const change = changeTo(heartbeat, { state: 'LATE', reason: 'LATE', atMs }, { absenceMs })
      return { heartbeat: enter(heartbeat, 'LATE', atMs), events: [{ kind: 'LATE', atMs, change }] }
    }
    case 'SILENT': {
      const down = fail(heartbeat, { reason: 'SILENT', atMs, absenceMs })
      // The signals that are overdue are those of the times expected, whenever the grace ends.
      const expected = expecting(down.heartbeat, watch, heartbeat.expectedAtMs ?? atMs)
      const isLater = (expected.expectedByMs ?? Infinity) > deadline.atMs
      return { ...down, heartbeat: isLater ? expected : expecting(down.heartbeat, watch, deadline.atMs) }
    }
    case 'RUN_TOO_LONG': {
      const oldestMs = Math.min(...heartbeat.runs.map(beganAt))
      const runs = heartbeat.runs.flatMap((run) => (beganAt(run) === oldestMs ? startedAgain(run) : run))
      const down = fail(
        { ...heartbeat, runs },
        { reason: 'RUN_TOO_LONG', atMs, durationMs: atMs - oldestMs, absenceMs },
      )
      return { ...down, heartbeat: expecting(down.heartbeat, watch, atMs) }
    }
  }
}

/** What is left of a run whose first start is overdue: the last one, where that came later. */
const startedAgain = ({ id, startedAtMs, firstMs = startedAtMs }: OpenRun): OpenRun[] =>
  startedAtMs > firstMs ? [{ id, startedAtMs }] : []

interface Failure extends Details {
  reason: ChangeReason
  atMs: number
}

/** DOWN, or once more while it is. */
const fail = (heartbeat: Heartbeat, { reason, atMs, ...details }: Failure): Step => {
  const isChanged = heartbeat.state !== 'DOWN'
  const change = isChanged ? changeTo(heartbeat, { state: 'DOWN', reason, atMs }, details) : null
  const failures = Math.min(heartbeat.failures + 1, mostFailures)
  return { heartbeat: { ...enter(heartbeat, 'DOWN', atMs), failures }, events: [{ kind: 'FAILURE', atMs, change }] }
}

/** Takes a signal; what was overdue before it happens first. */
export const receive = (before: Heartbeat, watch: Watch, signal: Signal): Step => {
  const { heartbeat, events } = advance(before, watch, signal.atMs)
  if (heartbeat.state === 'PAUSED') return { heartbeat, events }
  const step = takers[signal.kind](heartbeat, watch, { ...signal, atMs: atOrAfter(heartbeat, signal.atMs) })
  return { heartbeat: step.heartbeat, events: [...events, ...step.events] }
}

type Take = (heartbeat: Heartbeat, watch: Watch, signal: Signal) => Step

/** Without a time limit of its own, a run whose end is overdue as a signal would be is taken for lost. */
const liveRuns = ({ runs }: Heartbeat, { expectation }: Watch, atMs: number): readonly OpenRun[] => {
  if (expectation.maxRunSeconds !== null) return runs
  return runs.filter(({ startedAtMs }) => {
    const expectedAtMs = nextExpected(expectation, startedAtMs)
    return expectedAtMs === null || expectedAtMs + expectation.graceSeconds * 1000 >= atMs
  })
}

/** The latest, and of the others the oldest: its deadline is the first. */
const bounded = (runs: readonly OpenRun[]): readonly OpenRun[] => {
  if (runs.length <= maxOpenRuns) return runs
  const oldest = runs.reduce((a, b) => (beganAt(b) < beganAt(a) ? b : a))
  return [oldest, ...runs.filter((run) => run !== oldest).slice(1 - maxOpenRuns)]
}

/**
 * A start while a run is open, of the same name or another, does not show that this one will end: it moves no deadline. Else a job that
 * starts each time and dies each time would run for ever.
 */
const start: Take = (heartbeat, watch, { atMs, runId }) => {
  const open = liveRuns(heartbeat, watch, atMs)
  const same = open.find(({ id }) => id === runId)
  const run = { id: runId, startedAtMs: atMs, ...(same && { firstMs: beganAt(same) }) }
  const runs = bounded([...open.filter((other) => other !== same), run])
  const started = { ...heartbeat, runs, lastSignalAtMs: atMs }
  // A start does not show that what failed works again.
  if (heartbeat.state === 'DOWN') return { heartbeat: started, events: [] }
  const running = enter(started, 'RUNNING', atMs)
  const next = open.length > 0 && heartbeat.expectedAtMs !== null ? running : expecting(running, watch, atMs)
  if (heartbeat.state === 'RUNNING') return { heartbeat: next, events: [] }
  const change = changeTo(heartbeat, { state: 'RUNNING', reason: 'STARTED', atMs })
  return { heartbeat: next, events: [{ kind: 'OTHER', atMs, change }] }
}

/** Takes the run that has ended from those that are open. */
const endRun = (heartbeat: Heartbeat, watch: Watch, { runId, atMs }: Signal) => {
  const ended = heartbeat.runs.find(({ id }) => id === runId)
  const runs = liveRuns(heartbeat, watch, atMs).filter((run) => run !== ended)
  return { runs, durationMs: ended === undefined ? null : Math.max(0, atMs - ended.startedAtMs) }
}

const succeed: Take = (heartbeat, watch, signal) => {
  const { atMs, exitCode } = signal
  const { runs, durationMs } = endRun(heartbeat, watch, signal)
  const state = runs.length > 0 ? 'RUNNING' : 'UP'
  const succeeded = { ...enter(heartbeat, state, atMs), runs, lastSignalAtMs: atMs, failures: 0 }
  const change =
    heartbeat.state === state ? null : changeTo(heartbeat, { state, reason: 'SIGNAL', atMs }, { durationMs, exitCode })
  return { heartbeat: expecting(succeeded, watch, atMs), events: [{ kind: 'SUCCESS', atMs, change }] }
}

const takeFailure: Take = (heartbeat, watch, signal) => {
  const { kind, atMs, exitCode } = signal
  const { runs, durationMs } = endRun(heartbeat, watch, signal)
  const reason = kind === 'UNMET' ? 'UNMET' : 'FAILED'
  const down = fail({ ...heartbeat, runs }, { reason, atMs, durationMs, exitCode })
  return { ...down, heartbeat: { ...expecting(down.heartbeat, watch, atMs), lastSignalAtMs: atMs } }
}

const takers: Readonly<Record<SignalKind, Take>> = {
  SUCCESS: succeed,
  START: start,
  FAIL: takeFailure,
  UNMET: takeFailure,
  LOG: (heartbeat) => ({ heartbeat, events: [] }),
}

const other = (change: HeartbeatChange): HeartbeatEvent => ({ kind: 'OTHER', atMs: change.atMs, change })

/** The receiver is disabled: no signal can come, and none is expected. */
export const pause = (before: Heartbeat, atMs: number): Step => {
  if (before.state === 'PAUSED') return { heartbeat: before, events: [] }
  const at = atOrAfter(before, atMs)
  const nothing = { expectedAtMs: null, expectedByMs: null, judgedUntilMs: null, runs: [] }
  const paused = { ...before, state: 'PAUSED', sinceMs: at, ...nothing } as const
  return { heartbeat: paused, events: [other(changeTo(before, { state: 'PAUSED', reason: 'PAUSED', atMs: at }))] }
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
  const expected = expecting(isWhole ? { ...before, runs: [] } : before, watch, at, isWhole)
  if (before.state !== 'LATE') return { heartbeat: expected, events: [] }
  const change = changeTo(expected, { state: 'UP', reason: 'EDITED', atMs: at })
  return { heartbeat: enter(expected, 'UP', at), events: [other(change)] }
}

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
