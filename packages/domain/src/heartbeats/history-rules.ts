import type { Absence } from './absence.ts'
import type { HeartbeatState } from './heartbeat-rules.ts'
import type { HeartbeatChange } from './machine/heartbeat-state.ts'

/** As it is drawn: a heartbeat that runs is up. */
export const bandStates = ['UP', 'LATE', 'DOWN'] as const
/** UNKNOWN: it was up or late, and nobody could take calls then. */
export const drawnStates = [...bandStates, 'UNKNOWN'] as const
export type DrawnState = (typeof drawnStates)[number]

/** In epoch milliseconds. */
export interface Band {
  fromMs: number
  toMs: number
  state: DrawnState
}

type ChangeOfState = Pick<HeartbeatChange, 'atMs' | 'state' | 'expectedAtMs' | 'counted'>

/** Of NEW and PAUSED nothing is drawn: nothing is expected then. */
const bandStateOf: Readonly<Record<HeartbeatState, DrawnState | null>> = {
  NEW: null,
  UP: 'UP',
  RUNNING: 'UP',
  LATE: 'LATE',
  DOWN: 'DOWN',
  PAUSED: null,
}

/**
 * Since when it was late without a change: from the expected time to a change that took it from UP to LATE, DOWN or PAUSED. Null where it was
 * in time, and where requests were counted.
 */
const lateSince = (before: ChangeOfState | undefined, { state, expectedAtMs, counted }: ChangeOfState) =>
  before?.state === 'UP' && bandStateOf[state] !== 'UP' && counted === null ? expectedAtMs : null

interface StateAt {
  atMs: number
  state: HeartbeatState
}

/** The changes, and between them those to late that are no changes. */
const withLateness = (changes: readonly ChangeOfState[]): StateAt[] =>
  changes.flatMap((change, index): StateAt[] => {
    const before = changes[index - 1]
    const lateMs = lateSince(before, change)
    if (before === undefined || lateMs === null || lateMs >= change.atMs) return [change]
    return [{ atMs: Math.max(before.atMs, lateMs), state: 'LATE' }, change]
  })

/** What of a band nobody could know; one that is down is down until a call says otherwise. */
const withoutAbsences = (band: Band, absences: readonly Absence[]): Band[] => {
  if (band.state === 'DOWN') return [band]
  const parts: Band[] = []
  let fromMs = band.fromMs
  for (const absence of absences) {
    const unknown = { fromMs: Math.max(absence.fromMs, fromMs), toMs: Math.min(absence.untilMs, band.toMs) }
    if (unknown.toMs <= unknown.fromMs) continue
    if (unknown.fromMs > fromMs) parts.push({ ...band, fromMs, toMs: unknown.fromMs })
    parts.push({ ...unknown, state: 'UNKNOWN' })
    fromMs = unknown.toMs
  }
  return fromMs < band.toMs ? [...parts, { ...band, fromMs }] : parts
}

interface Drawn {
  fromMs: number
  toMs: number
  /** Since when it has been late without a change, when it was read; a change after that time ended it meanwhile. */
  lateSinceMs?: number | null
  /** When nobody could take calls, in their order. */
  absences?: readonly Absence[]
}

/**
 * The stretches of each state from one time to another. `changes`: in their order, with the last one before `fromMs` where there
 * is one; before the first of them nothing is known.
 */
export const bandsOf = (changes: readonly ChangeOfState[], given: Drawn): Band[] => {
  const { fromMs, toMs, lateSinceMs = null, absences = [] } = given
  const isLateNow = lateSinceMs !== null && (changes.at(-1)?.atMs ?? -Infinity) <= lateSinceMs
  const lateNow: StateAt[] = isLateNow ? [{ atMs: lateSinceMs, state: 'LATE' }] : []
  const states = [...withLateness(changes), ...lateNow]
  const bands: Band[] = []
  const add = (band: Band) => {
    const before = bands.at(-1)
    if (before?.state === band.state && before.toMs === band.fromMs) before.toMs = band.toMs
    else bands.push({ ...band })
  }
  for (const [index, { atMs, state }] of states.entries()) {
    const drawn = bandStateOf[state]
    const band = { fromMs: Math.max(atMs, fromMs), toMs: Math.min(states[index + 1]?.atMs ?? toMs, toMs) }
    if (drawn === null || band.toMs <= band.fromMs) continue
    for (const part of withoutAbsences({ ...band, state: drawn }, absences)) add(part)
  }
  return bands
}

const lengthOf = (bands: readonly Band[]) => bands.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)

/** One that is late is up: its grace is not over. What is not known counts for nothing. */
export const uptimeOf = (
  bands: readonly Band[],
): { uptimePercent: number | null; outages: number; downtimeMs: number } => {
  const down = bands.filter(({ state }) => state === 'DOWN')
  const [known, downtimeMs] = [lengthOf(bands.filter(({ state }) => state !== 'UNKNOWN')), lengthOf(down)]
  return {
    uptimePercent: known === 0 ? null : (100 * (known - downtimeMs)) / known,
    outages: down.length,
    downtimeMs,
  }
}

/** The value that so many percent of the others do not exceed; null where there is none. */
export const percentileOf = (values: readonly number[], percent: number): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null
}

/** Of more than so many, the longest of each of so many intervals, in their order: what takes too long is not left out. */
export const longestOfEach = <R extends { atMs: number; durationMs: number }>(
  runs: readonly R[],
  { fromMs, toMs, most }: { fromMs: number; toMs: number; most: number },
): R[] => {
  if (runs.length <= most) return [...runs]
  const widthMs = (toMs - fromMs) / most
  const byInterval = Map.groupBy(runs, ({ atMs }) => Math.floor((atMs - fromMs) / widthMs))
  return [...byInterval.values()].map((group) => group.reduce((a, b) => (b.durationMs > a.durationMs ? b : a)))
}
