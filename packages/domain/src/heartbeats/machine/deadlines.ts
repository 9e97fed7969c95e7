import type { Expectation } from '../expectation.ts'
import { nextExpected } from '../next-expected.ts'
import { beganAt, type Heartbeat, type HeartbeatEvent, type OpenRun, type Step, type Watch } from './heartbeat-state.ts'
import { missingEndSince } from './open-runs.ts'
import { atOrAfter, changeTo, enter, expecting, fail, mostFailures } from './transitions.ts'

/** What happens next by time alone, if no signal comes. */
interface Deadline {
  /** With the time in which nobody could take signals; without it. */
  atMs: number
  plainMs: number
  kind: 'LATE' | 'SILENT' | 'RUN_TOO_LONG'
  /** When the run began first that takes too long; null of others. */
  beganMs: number | null
}

/** That of the oldest run, but where an absence has made it later than that of one that began after the absence. */
const runDeadline = ({ runs }: Heartbeat, { expectation: { maxRunSeconds }, extend }: Watch): Deadline | null => {
  if (maxRunSeconds === null || runs.length === 0) return null
  const deadlines = runs.map((run): Deadline => {
    const beganMs = beganAt(run)
    const plainMs = beganMs + maxRunSeconds * 1000
    return { atMs: extend?.(beganMs, plainMs) ?? plainMs, plainMs, kind: 'RUN_TOO_LONG', beganMs }
  })
  return deadlines.reduce((a, b) => (b.atMs < a.atMs ? b : a))
}

/** Where a run has its own time limit, silence is none while it runs. */
const isWithinRun = ({ runs }: Heartbeat, { expectation: { maxRunSeconds } }: Watch) =>
  maxRunSeconds !== null && runs.length > 0

/**
 * Since when its signal is waited for. Of one that is down each signal that is missing counts: the first has waited for what was before.
 * A start while a run is open is a signal, and moves no deadline; an edit and the end of a pause move it without one.
 */
export const silentSince = (heartbeat: Heartbeat, expectation: Expectation): number => {
  const { expectedAtMs } = heartbeat
  if (isPlainPeriod(expectation) && expectedAtMs !== null) return expectedAtMs - expectation.everySeconds * 1000
  return Math.max(movedLast(heartbeat), heartbeat.movedAtMs ?? 0)
}

/** Its signal is expected a period after the one before, whatever the time. */
const isPlainPeriod = (expectation: Expectation): expectation is Expectation & { everySeconds: number } =>
  expectation.mode === 'EVERY' && expectation.everySeconds !== null && expectation.activeHours === null

/** When its deadline was moved last by a signal or a change of its state, or before. */
const movedLast = ({ state, sinceMs, lastSignalAtMs, runs }: Heartbeat): number => {
  if (state === 'LATE' || state === 'RUNNING') return Math.min(lastSignalAtMs ?? sinceMs, ...runs.map(beganAt))
  // A start does not move that of one that is down, either.
  return runs.length > 0 ? sinceMs : Math.max(sinceMs, lastSignalAtMs ?? 0)
}

/** Later by the time in which nobody could take its signal: after which it is expected then, and no earlier. */
const extended = (heartbeat: Heartbeat, watch: Watch, plainMs: number): number => {
  const { expectation, extend } = watch
  const { expectedAtMs } = heartbeat
  if (extend === undefined) return plainMs
  const sinceMs = silentSince(heartbeat, expectation)
  if (expectedAtMs === null || isPlainPeriod(expectation)) return extend(sinceMs, plainMs)
  const countsAt = (epochMs: number) => (nextExpected(expectation, epochMs) ?? Infinity) >= expectedAtMs
  return extend(sinceMs, plainMs, countsAt)
}

const silenceDeadline = (heartbeat: Heartbeat, watch: Watch): Deadline | null => {
  const { expectedByMs, expectedAtMs, failures, state } = heartbeat
  if (expectedByMs === null || failures >= mostFailures || isWithinRun(heartbeat, watch)) return null
  const isLateDue = watch.isLateWatched && expectedAtMs !== null && expectedAtMs < expectedByMs
  const kind = isLateDue && (state === 'UP' || state === 'NEW') ? 'LATE' : 'SILENT'
  const plainMs = kind === 'LATE' ? expectedAtMs : expectedByMs
  if (plainMs === null) return null
  return { atMs: extended(heartbeat, watch, plainMs), plainMs, kind, beganMs: null }
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

const expire = (heartbeat: Heartbeat, watch: Watch, deadline: Deadline): Step => {
  const atMs = atOrAfter(heartbeat, deadline.atMs)
  const absenceMs = deadline.atMs > deadline.plainMs ? deadline.atMs - deadline.plainMs : null
  switch (deadline.kind) {
    case 'LATE': {
      const change = changeTo(heartbeat, { state: 'LATE', reason: 'LATE', atMs }, { absenceMs })
      return { heartbeat: enter(heartbeat, 'LATE', atMs), events: [{ kind: 'LATE', atMs, change }] }
    }
    case 'SILENT': {
      const beganMs = missingEndSince(heartbeat, watch, deadline.plainMs)
      const durationMs = beganMs === null ? null : atMs - beganMs
      const down = fail(heartbeat, { reason: 'SILENT', atMs, durationMs, absenceMs })
      // The signals that are overdue are those of the times expected, whenever the grace ends.
      const expected = expecting(down.heartbeat, watch, heartbeat.expectedAtMs ?? atMs)
      const isLater = (expected.expectedByMs ?? Infinity) > deadline.atMs
      return { ...down, heartbeat: isLater ? expected : expecting(down.heartbeat, watch, deadline.atMs) }
    }
    case 'RUN_TOO_LONG': {
      const beganMs = deadline.beganMs ?? atMs
      const runs = heartbeat.runs.flatMap((run) => (beganAt(run) === beganMs ? startedAgain(run) : run))
      const down = fail({ ...heartbeat, runs }, { reason: 'RUN_TOO_LONG', atMs, durationMs: atMs - beganMs, absenceMs })
      return { ...down, heartbeat: expecting(down.heartbeat, watch, atMs) }
    }
  }
}

/** What is left of a run whose first start is overdue: the last one, where that came later. */
const startedAgain = ({ id, startedAtMs, firstMs = startedAtMs }: OpenRun): OpenRun[] =>
  startedAtMs > firstMs ? [{ id, startedAtMs }] : []
