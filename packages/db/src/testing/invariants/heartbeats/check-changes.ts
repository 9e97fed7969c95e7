import type { Violation } from '../record.ts'
import type { Between } from './absences.ts'
import {
  type Belief,
  distinct,
  type Explained,
  letTimePass,
  nextDeadline,
  nothingYet,
  takeSignal,
  type Watched,
} from './belief.ts'
import type { SentSignal } from './record.ts'

export interface TimedSignal {
  signal: SentSignal
  at: Between
}

export interface JudgedChanges {
  violations: Violation[]
  /** The changes that had to be, as far as they were judged. */
  explained: readonly Explained[]
  /** Signals that were followed by what had to follow. */
  signals: number
  /** Judged up to its end: from a violation on, nothing more is. */
  isWhole: boolean
}

/** An executor that has just been started looks so much later, at the end of a run, at what is due. */
const atEndMs = 15_000

const shown = (ms: number) => new Date(ms).toISOString().slice(11, 23)

/** What the most that can be believed is at odds with. */
const oddity = (beliefs: readonly Belief[], watched: Watched, until: Between, signal: SentSignal | null): Violation => {
  const belief = beliefs.toSorted((a, b) => b.used - a.used)[0] ?? nothingYet
  const change = watched.changes[belief.used]
  const deadline = nextDeadline(belief, watched)
  const by = deadline && `${deadline.kind} ${shown(deadline.fromMs)} to ${shown(deadline.toMs)}`
  const found =
    change && `${change.state} ${change.reason} at ${shown(change.atMs)}, absent ${change.absenceMs ?? 0} ms`
  const came = signal ? `${signal.kind} at ${shown(until.fromMs)}` : `the end at ${shown(until.toMs)}`
  const detail = `${watched.expected.receiverId} is ${belief.state}; then ${came}; expected ${by ?? 'nothing'}; recorded ${found ?? 'nothing'}`
  return { kind: oddityKind(belief, watched, until, signal), detail }
}

const oddityKind = (belief: Belief, watched: Watched, until: Between, signal: SentSignal | null): string => {
  const change = watched.changes[belief.used]
  const deadline = nextDeadline(belief, watched)
  const isByTime = change !== undefined && ['SILENT', 'RUN_TOO_LONG', 'LATE'].includes(change.reason)
  if (change !== undefined && change.atMs <= until.toMs) {
    if (change.state === belief.state) return change.state === 'DOWN' ? 'double-alert' : 'double-change'
    if (isByTime && (deadline === null || change.atMs < deadline.fromMs)) return 'false-alert'
    if (isByTime && deadline?.kind === change.reason) return 'misplaced-alert'
  }
  if (deadline !== null && deadline.toMs < until.fromMs && belief.state !== 'DOWN') return 'missed-alert'
  if (signal?.kind === 'SUCCESS' && belief.state === 'DOWN') return 'missed-recovery'
  return change !== undefined && change.atMs <= until.toMs ? 'wrong-change' : 'missing-change'
}

/** Whether what is recorded of a heartbeat is what its signals and their absence demand, each change once and at its time. */
export const checkChanges = (watched: Watched, signals: readonly TimedSignal[], endMs: number): JudgedChanges => {
  let beliefs: Belief[] = [nothingYet]
  const judged = (violations: Violation[], done: number): JudgedChanges => {
    const used = Math.max(0, ...beliefs.map((belief) => belief.used))
    const explained = [...watched.explained].filter(([place]) => place < used).map(([, one]) => one)
    return { violations, explained, signals: done, isWhole: violations.length === 0 }
  }
  for (const [index, { signal, at }] of signals.entries()) {
    const waited = beliefs.flatMap((belief) => letTimePass(belief, watched, at))
    const taken = distinct(waited.flatMap((belief) => takeSignal(belief, watched, signal, at)))
    if (taken.length === 0) return judged([oddity(waited.length > 0 ? waited : beliefs, watched, at, signal)], index)
    beliefs = taken
  }
  const end = { fromMs: endMs - atEndMs, toMs: endMs }
  const waited = beliefs.flatMap((belief) => letTimePass(belief, watched, end))
  const whole = waited.filter(({ used }) => used === watched.changes.length)
  if (whole.length === 0)
    return judged([oddity(waited.length > 0 ? waited : beliefs, watched, end, null)], signals.length)
  beliefs = whole
  return judged([], signals.length)
}
