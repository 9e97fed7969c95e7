import { cronTimeFrom } from './planned/cron-times.ts'
import type { FaultRecord, RecordedExecution, ScheduleChange, Violation } from './record.ts'
import { isDisturbed } from './healthy.ts'

/** A time in which a schedule stayed as it was. */
interface Period {
  taskId: string
  fromMs: number
  /** When it was changed, or the run's end. */
  toMs: number
  change: ScheduleChange
}

/** A claim takes what falls due within a second, and is written with the time at which its transaction began. */
const claimAheadMs = 1500
/** Between the beginning of a claim and its look at the clock: a round trip, and as long as a session may idle under a fault. */
const claimSpanMs = { calm: 1000, disturbed: 12_000 }
/** How late a run may be claimed where nothing is at fault. */
const latestClaimMs = 15_000

const periodsOf = (changes: readonly ScheduleChange[], endMs: number): Period[] => {
  const ofTask = Map.groupBy(changes, ({ taskId }) => taskId)
  return [...ofTask.values()].flatMap((own) =>
    own.flatMap((change, index) =>
      change.status === 'ACTIVE'
        ? [{ taskId: change.taskId, fromMs: change.atMs, toMs: own[index + 1]?.atMs ?? endMs, change }]
        : [],
    ),
  )
}

/** The schedule's first time after a given time, by arithmetic of the checker's own; null where there is none. */
const nextTime = (change: ScheduleChange, afterMs: number): number | null => {
  const { mode, anchorMs, intervalMs, onceMs, expression, timezone } = change
  if (mode === 'CUSTOM') return expression === null ? null : cronTimeFrom(expression, timezone, afterMs + 1)
  if (mode === 'ONE_TIME') return onceMs !== null && onceMs > afterMs ? onceMs : null
  if (anchorMs === null || intervalMs === null) return null
  return afterMs < anchorMs ? anchorMs : anchorMs + (Math.floor((afterMs - anchorMs) / intervalMs) + 1) * intervalMs
}

const isTime = (change: ScheduleChange, atMs: number) => nextTime(change, atMs - 1) === atMs

const shown = (ms: number) => new Date(ms).toISOString().slice(11, 23)

/** A run of the period's, by its time: it may begin up to a second after the period, when it was being started just then. */
const belongsTo = ({ change, fromMs, toMs }: Period, { scheduledForMs, createdAtMs }: RecordedExecution) =>
  isTime(change, scheduledForMs) &&
  scheduledForMs <= toMs + claimAheadMs &&
  createdAtMs >= fromMs - claimAheadMs &&
  createdAtMs <= toMs + claimAheadMs

/** The times between two that were claimed are missed rightly only where the first was claimed when they were over. */
const checkGaps = (record: FaultRecord, period: Period, runs: readonly RecordedExecution[]): Violation[] => {
  const { change, taskId } = period
  const violations: Violation[] = []
  const first = nextTime(change, (change.anchorMs ?? period.fromMs) - 1)
  const [earliest] = runs
  if (first !== null && earliest !== undefined && earliest.scheduledForMs !== first)
    violations.push({ kind: 'missing-run', detail: `${taskId} at ${shown(first)}, its first` })
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1]
    if (next === undefined) break
    const isCalm = !isDisturbed(record.faults, run.createdAtMs, run.createdAtMs + claimSpanMs.disturbed)
    const span = isCalm ? claimSpanMs.calm : claimSpanMs.disturbed
    const due = nextTime(change, Math.max(run.scheduledForMs, run.createdAtMs + span))
    if (due !== null && next.scheduledForMs > due)
      violations.push({ kind: 'missing-run', detail: `${taskId} at ${shown(due)}, after ${shown(run.scheduledForMs)}` })
  }
  return violations
}

/** What was due last in a period and was not claimed, although nothing stood in its way for long. */
const checkLast = (record: FaultRecord, period: Period, runs: readonly RecordedExecution[]): Violation[] => {
  const { change, toMs, taskId } = period
  const last = runs.at(-1)
  const after =
    last === undefined ? (change.anchorMs ?? period.fromMs) - 1 : Math.max(last.scheduledForMs, last.createdAtMs)
  const due = nextTime(change, after)
  if (due === null || due + latestClaimMs >= toMs) return []
  // It may have waited for the run before, which takes 30 s at most where nothing is at fault.
  const waitedUntil = due + latestClaimMs + (last === undefined ? 0 : 30_000)
  if (waitedUntil >= toMs || isDisturbed(record.faults, due, waitedUntil)) return []
  return [{ kind: 'missing-run', detail: `${taskId} at ${shown(due)}, never claimed until ${shown(toMs)}` }]
}

const checkDuplicates = (executions: readonly RecordedExecution[]): Violation[] =>
  [...Map.groupBy(executions, ({ taskId, scheduledForMs }) => `${taskId} at ${shown(scheduledForMs)}`)]
    .filter(([, runs]) => runs.length > 1)
    .map(([detail]) => ({ kind: 'duplicate-run', detail }))

/** Whether each due time of an active task has one execution, and no other time has any. */
export const checkRuns = (record: FaultRecord): Violation[] => {
  const scheduled = record.executions.filter(({ trigger }) => trigger === 'SCHEDULE')
  const ofTask = Map.groupBy(scheduled, ({ taskId }) => taskId)
  const deleted = new Set(record.changes.filter(({ status }) => status === 'DELETED').map(({ taskId }) => taskId))
  const periods = periodsOf(record.changes, record.endMs)
  const periodsOfTask = Map.groupBy(periods, ({ taskId }) => taskId)
  const violations = checkDuplicates(scheduled)
  for (const run of scheduled) {
    const own = periodsOfTask.get(run.taskId) ?? []
    if (deleted.has(run.taskId)) violations.push({ kind: 'left-over', detail: `${run.id} of ${run.taskId}` })
    else if (!own.some((period) => belongsTo(period, run)))
      violations.push({ kind: 'undemanded-run', detail: `${run.taskId} at ${shown(run.scheduledForMs)}` })
  }
  for (const period of periods) {
    // What is not made up may miss any time; the checker of planned times knows when.
    if (deleted.has(period.taskId) || period.change.catchUp === 'SKIP') continue
    const own = (ofTask.get(period.taskId) ?? []).filter((run) => belongsTo(period, run))
    const runs = own.toSorted((a, b) => a.scheduledForMs - b.scheduledForMs)
    violations.push(...checkGaps(record, period, runs), ...checkLast(record, period, runs))
  }
  return violations
}
