import { type PlannedSignal, planSignals } from './heartbeats/plan-signals.ts'
import { pick, randomOf } from './random.ts'

/** What is planned of a run depends on its seed and length alone, so that a run can be repeated. */

export const subjects = ['executor-1', 'executor-2', 'api', 'database', 'link', 'target'] as const
export type Subject = (typeof subjects)[number]

type FaultKind =
  | 'kill'
  | 'freeze'
  | 'terminate'
  | 'restart'
  | 'read-only'
  | 'cut'
  | 'half-open'
  | 'slow'
  | 'stall'
  | 'hang'
  | 'reset'
  | 'drip'

export interface Fault {
  /** From the start of the run, in milliseconds. */
  atMs: number
  /** How long it lasts; what is momentary takes none. */
  forMs: number
  subject: Subject
  kind: FaultKind
}

type ActionKind = 'deactivate' | 'activate' | 'rename' | 'move' | 'delete' | 'create'

/** Something that the user does, by a call of the API. */
export interface Action {
  atMs: number
  kind: ActionKind
  /** The nth task, counted from 1; of `create` the nth new one. */
  task: number
}

export interface Plan {
  seed: number
  durationMs: number
  faults: Fault[]
  actions: Action[]
  /** By the receivers that expect calls, in their order. */
  signals: PlannedSignal[][]
  /** The clock of the second executor is an hour ahead of all others. */
  isClockAhead: boolean
}

type Length = readonly [leastMs: number, mostMs: number]

/** What may happen to each. Executors that are frozen for longer than a lease's 10 s lose their runs to others. */
const process: Partial<Record<FaultKind, Length>> = {
  kill: [200, 8000],
  freeze: [1000, 25_000],
  terminate: [200, 4000],
}
const kindsOf: Record<Subject, Partial<Record<FaultKind, Length>>> = {
  'executor-1': process,
  'executor-2': process,
  api: process,
  database: { kill: [200, 4000], restart: [200, 3000], 'read-only': [500, 6000] },
  link: { cut: [0, 0], 'half-open': [0, 0], slow: [2000, 10_000], stall: [1000, 8000] },
  target: { hang: [1000, 10_000], reset: [500, 6000], drip: [1000, 10_000] },
}

/** The longest wait between two faults; several subjects may be at fault at once. */
const longestGapMs = 8000
const longestActionGapMs = 1200

const planFaults = (random: () => number, durationMs: number): Fault[] => {
  const faults: Fault[] = []
  const freeAtMs = new Map<Subject, number>()
  for (let atMs = 1000; ; atMs += Math.round(random() * longestGapMs)) {
    if (atMs >= durationMs) return faults
    const free = subjects.filter((subject) => (freeAtMs.get(subject) ?? 0) <= atMs)
    if (free.length === 0) continue
    const subject = pick(random, free)
    const kinds = Object.entries(kindsOf[subject]) as [FaultKind, Length][]
    const [kind, [least, most]] = pick(random, kinds)
    const forMs = Math.min(durationMs - atMs, Math.round(least + random() * (most - least)))
    faults.push({ atMs, forMs, subject, kind })
    freeAtMs.set(subject, atMs + forMs + 500)
  }
}

/** Up to which tasks are changed by the user, up to which after them they may be deleted, and all. */
export const changedTasks = 16
const deletableTasks = 24
export const allTasks = 40

const planAction = (random: () => number, atMs: number, created: number): Action => {
  const share = random()
  if (share < 0.1) return { atMs, kind: 'create', task: created + 1 }
  if (share < 0.2)
    return { atMs, kind: 'delete', task: changedTasks + 1 + Math.floor(random() * (deletableTasks - changedTasks)) }
  const kind = pick<ActionKind>(random, ['deactivate', 'activate', 'activate', 'rename', 'move'])
  return { atMs, kind, task: 1 + Math.floor(random() * changedTasks) }
}

const planActions = (random: () => number, durationMs: number): Action[] => {
  const actions: Action[] = []
  let created = 0
  for (let atMs = 1500; atMs < durationMs; atMs += 200 + Math.round(random() * longestActionGapMs)) {
    const action = planAction(random, atMs, created)
    if (action.kind === 'create') created += 1
    actions.push(action)
  }
  return actions
}

/**
 * The faults of a run and what its user does meanwhile, in the order of their times. No subject has two faults at a time,
 * and all faults end within `durationMs`.
 */
export const planOf = (seed: number, durationMs: number): Plan => ({
  seed,
  durationMs,
  faults: planFaults(randomOf(seed), durationMs),
  actions: planActions(randomOf(seed ^ 0x5bd1e995), durationMs),
  signals: planSignals(seed, durationMs),
  isClockAhead: seed % 2 === 0,
})
