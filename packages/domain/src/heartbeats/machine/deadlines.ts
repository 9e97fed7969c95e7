import { beganAt, type Heartbeat, type HeartbeatEvent, type OpenRun, type Step, type Watch } from './heartbeat-state.ts'
import { atOrAfter, changeTo, enter, expecting, fail, mostFailures } from './transitions.ts'

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

/** Where a run has its own time limit, silence is none while it runs. */
const isWithinRun = ({ runs }: Heartbeat, { expectation: { maxRunSeconds } }: Watch) =>
  maxRunSeconds !== null && runs.length > 0

/** Since when its signal is waited for. Of one that is down each signal that is missing counts: the first has waited for what was before. */
const silentSince = (heartbeat: Heartbeat, watch: Watch): number => {
  const { state, sinceMs, lastSignalAtMs } = heartbeat
  if (state === 'DOWN' || state === 'NEW') return Math.max(sinceMs, lastSignalAtMs ?? 0)
  return Math.min(lastSignalAtMs ?? sinceMs, unmovedSince(heartbeat, watch))
}

/** A start while a run is open is a signal, and moves no deadline: this is when it was moved last, or before. */
const unmovedSince = ({ runs, expectedAtMs }: Heartbeat, { expectation }: Watch): number => {
  if (runs.length === 0) return Infinity
  const { everySeconds, activeHours } = expectation
  const isPeriod = everySeconds !== null && activeHours === null && expectedAtMs !== null
  return isPeriod ? expectedAtMs - everySeconds * 1000 : Math.min(...runs.map(beganAt))
}

const silenceDeadline = (heartbeat: Heartbeat, watch: Watch): Deadline | null => {
  const { expectedByMs, expectedAtMs, failures, state } = heartbeat
  if (expectedByMs === null || failures >= mostFailures || isWithinRun(heartbeat, watch)) return null
  const isLateDue = watch.isLateWatched && expectedAtMs !== null && expectedAtMs < expectedByMs
  const kind = isLateDue && (state === 'UP' || state === 'NEW') ? 'LATE' : 'SILENT'
  const plainMs = kind === 'LATE' ? expectedAtMs : expectedByMs
  if (plainMs === null) return null
  const atMs = watch.extend?.(silentSince(heartbeat, watch), plainMs) ?? plainMs
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
