import type { Between, Extension } from './absences.ts'
import { firstStarts, noneOrSome, type OpenRun, startedAgain, together, withoutRun } from './open-runs.ts'
import type { ExpectedCalls, RecordedChange, SentSignal } from './record.ts'

/*
 * What a heartbeat may be in, by the rules as they are documented and by arithmetic of the checker's own. Of a signal is known between
 * which times it was stored, so that several beliefs may be possible at a time; each has used up the recorded changes that it explains.
 */

type State = 'NEW' | 'UP' | 'RUNNING' | 'LATE' | 'DOWN'

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

interface Deadline extends Between {
  kind: 'LATE' | 'SILENT' | 'RUN_TOO_LONG'
  /** Without what is added for absences. */
  plain: Between
  /** Which run takes too long; null of others. */
  run: OpenRun | null
}

const deadlineBetween = (
  { extension }: Watched,
  { kind, run }: Pick<Deadline, 'kind' | 'run'>,
  { since, plain }: { since: Between; plain: Between },
): Deadline => ({
  kind,
  run,
  plain,
  fromMs: extension.atLeast(since.toMs, plain.fromMs),
  toMs: extension.atMost(since.fromMs, plain.toMs),
})

const runDeadline = (run: OpenRun, maxRunMs: number, watched: Watched): Deadline => {
  const plain = { fromMs: run.first.fromMs + maxRunMs, toMs: run.first.toMs + maxRunMs }
  return deadlineBetween(watched, { kind: 'RUN_TOO_LONG', run }, { since: run.first, plain })
}

/** What happens by time alone, where no other does before. Each run that is open has a time of its own. */
const deadlinesOf = ({ state, last, runs }: Belief, watched: Watched): Deadline[] => {
  const { expected } = watched
  const { maxRunMs, graceMs, isLateWatched } = expected
  if (maxRunMs !== null && runs.length > 0) return runs.map((run) => runDeadline(run, maxRunMs, watched))
  if (last === null || state === 'DOWN') return []
  const dueFromMs = nextExpectedMs(expected, last.fromMs)
  const dueToMs = nextExpectedMs(expected, last.toMs)
  if (isLateWatched && graceMs > 0 && state === 'UP') {
    const plain = { fromMs: dueFromMs, toMs: dueToMs }
    return [deadlineBetween(watched, { kind: 'LATE', run: null }, { since: last, plain })]
  }
  const plain = { fromMs: dueFromMs + graceMs, toMs: dueToMs + graceMs }
  return [deadlineBetween(watched, { kind: 'SILENT', run: null }, { since: last, plain })]
}

const mayBeOver = ({ run }: Deadline) => run?.mayBeOver ?? false

/** Between which times the first is of those that surely come; of runs that may be over, one at least is open. */
const earliestOf = (deadlines: readonly Deadline[]): (Between & Pick<Deadline, 'kind'>) | null => {
  const [one] = deadlines
  if (one === undefined) return null
  const fromMs = Math.min(...deadlines.map((each) => each.fromMs))
  const sure = deadlines.filter((each) => !mayBeOver(each))
  const toMs =
    sure.length > 0 ? Math.min(...sure.map((each) => each.toMs)) : Math.max(...deadlines.map((each) => each.toMs))
  return { kind: one.kind, fromMs, toMs }
}

/** What happens next by time alone; null where nothing does. */
export const nextDeadline = (belief: Belief, watched: Watched) => earliestOf(deadlinesOf(belief, watched))

/** Whether it may be the first, as far as that is known: the run that started first ends first, but where an absence decides. */
const mayPrecede = ({ extension }: Watched, one: Deadline, other: Deadline): boolean => {
  if (mayBeOver(other)) return true
  if (one.fromMs - roundingMs > other.toMs + roundingMs) return false
  if (one.run === null || other.run === null || one.run.first.fromMs <= other.run.first.fromMs) return true
  return extension.mayEndBetween(other.run.first.fromMs, one.run.first.toMs)
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

const isOver = ({ toMs }: Between, until: Between) => toMs + roundingMs < until.fromMs

/** What may be left by then of a run whose heartbeat is down: nothing is recorded of its end. */
const leftOf = (run: OpenRun, maxRunMs: number, watched: Watched, until: Between): OpenRun[][] => {
  const deadline = runDeadline(run, maxRunMs, watched)
  if (deadline.fromMs - roundingMs > until.toMs) return [[run]]
  const again = startedAgain(run).flatMap((one) => leftOf(one, maxRunMs, watched, until))
  if (isOver(deadline, until)) return again.length > 0 ? again : [[]]
  return again.length > 0 ? [[run], ...again] : [[{ ...run, mayBeOver: true }]]
}

const waitWhileDown = (belief: Belief, watched: Watched, until: Between): Belief[] => {
  const { maxRunMs } = watched.expected
  if (maxRunMs === null) return [belief]
  return together(belief.runs.map((run) => leftOf(run, maxRunMs, watched, until))).map((runs) => ({ ...belief, runs }))
}

/** Nothing happens until then, if that is possible. */
const wait = (belief: Belief, watched: Watched, until: Between): Belief[] => {
  const deadlines = deadlinesOf(belief, watched)
  const next = earliestOf(deadlines)
  if (next === null) return [belief]
  if (isOver(next, until)) return []
  const over = new Set(deadlines.filter((one) => isOver(one, until)).map(({ run }) => run))
  return [{ ...belief, runs: belief.runs.filter((run) => !over.has(run)) }]
}

const expire = (belief: Belief, watched: Watched, { kind, run, plain }: Deadline, between: Between): Belief[] => {
  const change = watched.changes[belief.used]
  // It says itself how much of its time was added for absences.
  if (change !== undefined && !isWithin(change.atMs - (change.absenceMs ?? 0), plain)) return []
  const runs = belief.runs.flatMap((one) => (one === run ? startedAgain(one) : one))
  const [state, role] = kind === 'LATE' ? (['LATE', 'LATE'] as const) : (['DOWN', 'ALERT'] as const)
  return explain({ ...belief, runs }, watched, { state, reason: kind, role, between })
}

/** What it becomes by whichever of its deadlines may be the first, until some moment. */
const expireFirst = (belief: Belief, watched: Watched, untilMs: number): Belief[] => {
  const deadlines = deadlinesOf(belief, watched)
  const next = earliestOf(deadlines)
  if (next === null) return []
  return deadlines
    .filter(({ fromMs }) => fromMs - roundingMs <= untilMs)
    .filter((one) => deadlines.every((other) => mayPrecede(watched, one, other)))
    .flatMap((one) => {
      const between = { fromMs: one.fromMs, toMs: Math.min(one.toMs, next.toMs, untilMs) }
      return expire(belief, watched, one, between)
    })
}

/** Time goes on until some moment between two: with what may have expired by then, and what must have. */
export const letTimePass = (belief: Belief, watched: Watched, until: Between): Belief[] => {
  if (belief.state === 'DOWN') return waitWhileDown(belief, watched, until)
  const expired = expireFirst(belief, watched, until.toMs)
  return [...wait(belief, watched, until), ...expired.flatMap((one) => letTimePass(one, watched, until))]
}

/** Without its own time limit, a run whose end is overdue as a signal would be is lost: surely, surely not, or perhaps. */
const possibleRuns = (
  { state, runs }: Belief,
  { maxRunMs, graceMs, ...every }: ExpectedCalls,
  at: Between,
): OpenRun[][] => {
  if (maxRunMs !== null) return state === 'DOWN' ? noneOrSome(runs) : [[...runs]]
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
    const others = withoutRun(runs, signal.runId)
    const next = { ...belief, last: at, runs: others }
    const changeTo = (one: Belief, state: State, reason: string, role: Explained['role']): Belief[] =>
      belief.state === state ? [one] : explain(one, watched, { state, reason, role, between: at })
    switch (signal.kind) {
      case 'START': {
        // While another is open, it does not show that one will end: it says nothing of when the next signal is expected.
        const last = runs.length > 0 && belief.last !== null ? belief.last : at
        return firstStarts(runs, signal.runId, at).flatMap((first) => {
          const run = { id: signal.runId, ...at, first, mayBeOver: false }
          const started = { ...next, last, runs: [...others, run] }
          // A start does not show that what failed works again.
          return belief.state === 'DOWN' ? [started] : changeTo(started, 'RUNNING', 'STARTED', 'OTHER')
        })
      }
      case 'SUCCESS': {
        const role = belief.state === 'DOWN' ? 'RECOVERY' : 'OTHER'
        return noneOrSome(others).flatMap((open) =>
          changeTo({ ...next, runs: open }, open.length > 0 ? 'RUNNING' : 'UP', 'SIGNAL', role),
        )
      }
      case 'FAIL':
      case 'UNMET':
        return changeTo(next, 'DOWN', signal.kind === 'FAIL' ? 'FAILED' : 'UNMET', 'ALERT')
    }
  })

/** Those that differ. */
export const distinct = (beliefs: readonly Belief[]): Belief[] => [
  ...new Map(beliefs.map((belief) => [JSON.stringify(belief), belief])).values(),
]
