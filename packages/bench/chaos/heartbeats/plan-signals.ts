import { pick, randomOf } from '../random.ts'

/** A signal that a sender sends, again and again until it is acknowledged. */
export interface PlannedSignal {
  /** From the start of the run; later where the one before took longer. */
  atMs: number
  kind: 'SUCCESS' | 'START' | 'FAIL' | 'UNMET'
  /** Of a run, counted from 1 by its heartbeat; null: of none. */
  run: number | null
  exitCode: number | null
}

type Behaviour = 'steady' | 'late' | 'runs' | 'conditional'

/** A receiver that expects calls, and how its sender behaves. Shorter than the API offers, so that much happens in minutes. */
export interface PlannedHeartbeat {
  behaviour: Behaviour
  /** Null: each minute, by a cron expression. */
  everySeconds: number | null
  graceSeconds: number
  maxRunSeconds: number | null
  isLateWatched: boolean
}

const heartbeat = (
  behaviour: Behaviour,
  everySeconds: number | null,
  graceSeconds: number,
  changes: Partial<PlannedHeartbeat> = {},
): PlannedHeartbeat => ({
  behaviour,
  everySeconds,
  graceSeconds,
  maxRunSeconds: null,
  isLateWatched: false,
  ...changes,
})

export const heartbeats: readonly PlannedHeartbeat[] = [
  heartbeat('steady', 4, 3),
  heartbeat('steady', 5, 2),
  heartbeat('steady', 6, 12),
  heartbeat('steady', 4, 0),
  heartbeat('late', 4, 4, { isLateWatched: true }),
  heartbeat('runs', 6, 4, { maxRunSeconds: 4 }),
  heartbeat('runs', 5, 5, { maxRunSeconds: 7 }),
  heartbeat('runs', 5, 4),
  heartbeat('steady', null, 5),
  heartbeat('steady', null, 20),
  heartbeat('conditional', 5, 4),
]

const minuteSeconds = 60

/** How often a sender falls silent, for so many seconds beyond the end of its grace at most. */
const silent = 0.12
const silentSeconds = 6

interface Draft {
  afterMs: number
  kind: PlannedSignal['kind']
  run: number | null
  exitCode: number | null
}

type Draw = () => Draft

const plain = (afterSeconds: number, kind: PlannedSignal['kind'] = 'SUCCESS'): Draft => ({
  afterMs: Math.round(afterSeconds * 1000),
  kind,
  run: null,
  exitCode: null,
})

const periodOf = ({ everySeconds }: PlannedHeartbeat) => everySeconds ?? minuteSeconds

/** Seconds until the next signal: before it is expected, in its grace, or after that. */
const waitOf = (random: () => number, planned: PlannedHeartbeat, late = 0): number => {
  const period = periodOf(planned)
  const share = random()
  if (share < silent) return period + planned.graceSeconds + 0.2 + random() * silentSeconds
  if (share < silent + late) return period + 0.1 + random() * (planned.graceSeconds - 0.4)
  // Of an expression a signal is expected at the next minute, whenever the one before came.
  return planned.everySeconds === null ? 20 + random() * 40 : period * (0.5 + random() * 0.4)
}

const steady =
  (random: () => number, planned: PlannedHeartbeat): Draw =>
  () =>
    plain(waitOf(random, planned))

const late =
  (random: () => number, planned: PlannedHeartbeat): Draw =>
  () =>
    plain(waitOf(random, planned, 0.4))

const conditional =
  (random: () => number, planned: PlannedHeartbeat): Draw =>
  () =>
    plain(waitOf(random, planned), random() < 0.2 ? 'UNMET' : 'SUCCESS')

const mostAtOnce = 3

/** Runs that start, overlap, end with success, failure or an exit code, or never. */
const runs = (random: () => number, planned: PlannedHeartbeat): Draw => {
  let open: number[] = []
  let started = 0
  return () => {
    const afterMs = Math.round((random() < silent ? waitOf(random, planned) : 0.4 + random() * 2.4) * 1000)
    const share = random()
    if (open.length === 0 || (open.length < mostAtOnce && share < 0.4)) {
      started += 1
      open.push(started)
      return { afterMs, kind: 'START', run: started, exitCode: null }
    }
    const run = pick(random, open)
    open = open.filter((one) => one !== run)
    // It is never ended.
    if (share > 0.9) return plain(afterMs / 1000)
    if (share > 0.8) return { afterMs, kind: 'FAIL', run, exitCode: pick(random, [null, 1, 255]) }
    return { afterMs, kind: 'SUCCESS', run, exitCode: pick(random, [null, 0]) }
  }
}

const draws: Readonly<Record<Behaviour, (random: () => number, planned: PlannedHeartbeat) => Draw>> = {
  steady,
  late,
  conditional,
  runs,
}

const planOne = (random: () => number, planned: PlannedHeartbeat, durationMs: number): PlannedSignal[] => {
  const draw = draws[planned.behaviour](random, planned)
  const signals: PlannedSignal[] = []
  for (let atMs = Math.round(random() * 2000); atMs < durationMs;) {
    const { afterMs, ...signal } = draw()
    signals.push({ atMs, ...signal })
    atMs += afterMs
  }
  return signals
}

/** The signals of all, by their seed and how long they are sent. */
export const planSignals = (seed: number, durationMs: number): PlannedSignal[][] =>
  heartbeats.map((planned, index) => planOne(randomOf(seed ^ Math.imul(index + 1, 0x9e3779b1)), planned, durationMs))
