import type { Between, Extension } from './absences.ts'
import type { ExpectedCalls, RecordedChange, SentSignal } from './record.ts'

/*
 * What a heartbeat may be in, by the rules as they are documented and by arithmetic of the checker's own. Of a signal is known between
 * which times it was stored, so that several beliefs may be possible at a time; each has used up the recorded changes that it explains.
 */

type State = 'NEW' | 'UP' | 'RUNNING' | 'LATE' | 'DOWN'

/** When it started last, of those of its name that did not end. */
interface OpenRun extends Between {
  id: string | null
  /** When it started first: its time limit counts from then. */
  first: Between
}

export interface Belief {
  state: State
  /** When the last signal was stored that says when the next is expected; null before the first. */
  last: Between | null
  runs: readonly OpenRun[]
  /** How many of the recorded changes it explains. */
  used: number
}

/** A change that a belief explains. */
export interface Explained {
  change: RecordedChange
  /** ALERT: it went down. RECOVERY: by a success. */
  role: 'ALERT' | 'LATE' | 'RECOVERY' | 'OTHER'
  /** Between which times it had to be, in milliseconds. */
  widthMs: number
}

/** One of the heartbeats, with what is recorded of it in its order. */
export interface Watched {
  expected: ExpectedCalls
  changes: readonly RecordedChange[]
  extension: Extension
  /** By the place of the change. */
  explained: Map<number, Explained>
}

export const nothingYet: Belief = { state: 'NEW', last: null, runs: [], used: 0 }

/** The clock is read in whole milliseconds, and a trigger's in fractions. */
const roundingMs = 2

const isWithin = (atMs: number, { fromMs, toMs }: Between) => atMs >= fromMs - roundingMs && atMs <= toMs + roundingMs

const minuteMs = 60_000

const nextExpectedMs = ({ everyMs }: ExpectedCalls, afterMs: number) =>
  everyMs === null ? (Math.floor(afterMs / minuteMs) + 1) * minuteMs : afterMs + everyMs

export interface Deadline extends Between {
  kind: 'LATE' | 'SILENT' | 'RUN_TOO_LONG'
  /** Without what is added for absences. */
  plain: Between
}

const deadlineBetween = (
  { extension }: Watched,
  kind: Deadline['kind'],
  { since, plain }: { since: Between; plain: Between },
): Deadline => ({
  kind,
  plain,
  fromMs: extension.atLeast(since.toMs, plain.fromMs),
  toMs: extension.atMost(since.fromMs, plain.toMs),
})

const oldestOf = (runs: readonly OpenRun[]) => runs.toSorted((a, b) => a.first.fromMs - b.first.fromMs)[0]

/** What happens next by time alone; null where nothing does. */
export const deadlineOf = ({ state, last, runs }: Belief, watched: Watched): Deadline | null => {
  const { expected } = watched
  const { maxRunMs, graceMs, isLateWatched } = expected
  const oldest = oldestOf(runs)
  if (maxRunMs !== null && oldest !== undefined) {
    const { first } = oldest
    const plain = { fromMs: first.fromMs + maxRunMs, toMs: first.toMs + maxRunMs }
    return deadlineBetween(watched, 'RUN_TOO_LONG', { since: first, plain })
  }
  if (last === null || state === 'DOWN') return null
  const dueFromMs = nextExpectedMs(expected, last.fromMs)
  const dueToMs = nextExpectedMs(expected, last.toMs)
  if (isLateWatched && graceMs > 0 && state === 'UP')
    return deadlineBetween(watched, 'LATE', { since: last, plain: { fromMs: dueFromMs, toMs: dueToMs } })
  const plain = { fromMs: dueFromMs + graceMs, toMs: dueToMs + graceMs }
  return deadlineBetween(watched, 'SILENT', { since: last, plain })
}

/** The belief has explained one more recorded change, if that is the one it needs. */
const explain = (
  belief: Belief,
  { changes, explained }: Watched,
  needed: { state: State; reason: string; role: Explained['role']; between: Between },
): Belief[] => {
  const change = changes[belief.used]
  const { state, reason, role, between } = needed
  if (change === undefined || change.state !== state || change.reason !== reason || !isWithin(change.atMs, between))
    return []
  explained.set(belief.used, { change, role, widthMs: between.toMs - between.fromMs })
  return [{ ...belief, state, used: belief.used + 1 }]
}

/** What is left of a run whose first start is overdue: the last one, where that came later. */
const startedAgain = ({ id, fromMs, toMs, first }: OpenRun): OpenRun[] =>
  fromMs > first.fromMs ? [{ id, fromMs, toMs, first: { fromMs, toMs } }] : []

const expire = (belief: Belief, watched: Watched, deadline: Deadline, untilMs: number): Belief[] => {
  const { kind, fromMs, toMs } = deadline
  const oldest = oldestOf(belief.runs)
  const runs =
    kind === 'RUN_TOO_LONG' ? belief.runs.flatMap((run) => (run === oldest ? startedAgain(run) : run)) : belief.runs
  if (belief.state === 'DOWN') return [{ ...belief, runs }]
  const change = watched.changes[belief.used]
  // It says itself how much of its time was added for absences.
  if (change !== undefined && !isWithin(change.atMs - (change.absenceMs ?? 0), deadline.plain)) return []
  const between = { fromMs, toMs: Math.min(toMs, untilMs) }
  const [state, role] = kind === 'LATE' ? (['LATE', 'LATE'] as const) : (['DOWN', 'ALERT'] as const)
  return explain({ ...belief, runs }, watched, { state, reason: kind, role, between })
}

/** Time goes on until some moment between two: with what may have expired by then, and what must have. */
export const letTimePass = (belief: Belief, watched: Watched, until: Between): Belief[] => {
  const deadline = deadlineOf(belief, watched)
  if (deadline === null) return [belief]
  const waiting = deadline.toMs + roundingMs >= until.fromMs ? [belief] : []
  if (deadline.fromMs - roundingMs > until.toMs) return waiting
  const expired = expire(belief, watched, deadline, until.toMs)
  return [...waiting, ...expired.flatMap((one) => letTimePass(one, watched, until))]
}

/** Without its own time limit, a run whose end is overdue as a signal would be is lost: surely, surely not, or perhaps. */
const possibleRuns = ({ runs }: Belief, { maxRunMs, graceMs, ...every }: ExpectedCalls, at: Between): OpenRun[][] => {
  if (maxRunMs !== null) return [[...runs]]
  const expected = { maxRunMs, graceMs, ...every }
  return runs.reduce<OpenRun[][]>(
    (possible, run) => {
      const lostFromMs = nextExpectedMs(expected, run.fromMs) + graceMs
      const lostToMs = nextExpectedMs(expected, run.toMs) + graceMs
      const kept = possible.map((some) => [...some, run])
      if (at.toMs <= lostFromMs) return kept
      return at.fromMs > lostToMs ? possible : [...possible, ...kept]
    },
    [[]],
  )
}

/** What a belief becomes by a signal. */
export const takeSignal = (belief: Belief, watched: Watched, signal: SentSignal, at: Between): Belief[] =>
  possibleRuns(belief, watched.expected, at).flatMap((runs) => {
    const others = runs.filter(({ id }) => id !== signal.runId)
    const next = { ...belief, last: at, runs: others }
    const changeTo = (state: State, reason: string, role: Explained['role']): Belief[] =>
      belief.state === state ? [next] : explain(next, watched, { state, reason, role, between: at })
    switch (signal.kind) {
      case 'START': {
        const same = runs.find(({ id }) => id === signal.runId)
        const run = { id: signal.runId, ...at, first: same?.first ?? at }
        // While another is open, it does not show that one will end: it says nothing of when the next signal is expected.
        const last = runs.length > 0 && belief.last !== null ? belief.last : at
        const started = { ...next, last, runs: [...others, run] }
        // A start does not show that what failed works again.
        if (belief.state === 'DOWN' || belief.state === 'RUNNING') return [started]
        return explain(started, watched, { state: 'RUNNING', reason: 'STARTED', role: 'OTHER', between: at })
      }
      case 'SUCCESS': {
        const role = belief.state === 'DOWN' ? 'RECOVERY' : 'OTHER'
        return changeTo(others.length > 0 ? 'RUNNING' : 'UP', 'SIGNAL', role)
      }
      case 'FAIL':
      case 'UNMET':
        return changeTo('DOWN', signal.kind === 'FAIL' ? 'FAILED' : 'UNMET', 'ALERT')
    }
  })

/** Those that differ. */
export const distinct = (beliefs: readonly Belief[]): Belief[] => [
  ...new Map(beliefs.map((belief) => [JSON.stringify(belief), belief])).values(),
]
