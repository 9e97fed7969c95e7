import { advance } from './deadlines.ts'
import {
  beganAt,
  type Heartbeat,
  type OpenRun,
  type Signal,
  type SignalKind,
  type Step,
  type Watch,
} from './heartbeat-state.ts'
import { liveRuns } from './open-runs.ts'
import { atOrAfter, changeTo, enter, expecting, fail } from './transitions.ts'

/** Senders that start runs and never end them do not make a heartbeat grow. */
export const maxOpenRuns = 50

/** Takes a signal; what was overdue before it happens first. */
export const receive = (before: Heartbeat, watch: Watch, signal: Signal): Step => {
  const { heartbeat, events } = advance(before, watch, signal.atMs)
  if (heartbeat.state === 'PAUSED') return { heartbeat, events }
  const step = takers[signal.kind](heartbeat, watch, { ...signal, atMs: atOrAfter(heartbeat, signal.atMs) })
  return { heartbeat: step.heartbeat, events: [...events, ...step.events] }
}

type Take = (heartbeat: Heartbeat, watch: Watch, signal: Signal) => Step

/** The latest, and of the others the oldest: its deadline is the first, unless an absence has made it later. */
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
