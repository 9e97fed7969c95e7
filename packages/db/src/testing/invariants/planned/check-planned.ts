import type { FaultRecord, RecordedMissed, ScheduleChange, Violation } from '../record.ts'
import { checkMissedTime, checkReason, checkSkipped } from './check-policy.ts'
import {
  type ActivePeriod,
  activePeriods,
  missedOf,
  periodOf,
  type PlannedEnd,
  runsOf,
  shownTime,
  timesBetween,
} from './planned-times.ts'

/** A change is noted at another moment of its transaction than what is overdue by then: what is so near to it may end either way. */
const nearChangeMs = 20_000
const lateMs = 10_000

export interface JudgedPlanned {
  violations: Violation[]
  /** How many planned times ended in which way. */
  ended: ReadonlyMap<string, number>
}

/** While a schedule stayed as it was its times end, without one between them that does not. */
const checkPeriod = (
  { change, untilMs, isLast }: ActivePeriod,
  ends: ReadonlyMap<number, PlannedEnd[]>,
): Violation[] => {
  const times = [...ends.keys()]
  const toMs = isLast ? Math.min(Math.max(-Infinity, ...times), untilMs) : untilMs - nearChangeMs
  const fromMs =
    change.anchorMs !== null && change.anchorMs >= change.atMs - nearChangeMs ? change.anchorMs : change.atMs
  return timesBetween(change, fromMs, toMs)
    .filter((ms) => !ends.has(ms))
    .map((ms) => ({ kind: 'no-end', detail: `${change.taskId} at ${shownTime(ms)}` }))
}

const checkRange = (range: RecordedMissed, times: readonly number[]): Violation[] => {
  const { taskId, fromMs, toMs, runs, isAtLeast } = range
  if (times.length === 0) return [{ kind: 'undemanded-miss', detail: `${taskId} from ${shownTime(fromMs)}` }]
  const isCounted = runs >= 1 && toMs >= fromMs && (isAtLeast ? times.length >= runs : times.length === runs)
  const detail = `${taskId} from ${shownTime(fromMs)} to ${shownTime(toMs)}: ${runs}, of ${times.length}`
  return isCounted ? [] : [{ kind: 'wrong-range', detail }]
}

interface TaskRecord {
  taskId: string
  changes: readonly ScheduleChange[]
  missed: readonly RecordedMissed[]
}

const checkTask = (record: FaultRecord, { taskId, changes, missed }: TaskRecord, runs: FaultRecord['executions']) => {
  const periods = activePeriods(changes, record)
  const violations: Violation[] = []
  const ends: PlannedEnd[] = runs.map(({ scheduledForMs: atMs, createdAtMs }) => ({
    atMs,
    how: createdAtMs - atMs > lateMs ? 'ran late' : 'ran',
  }))
  for (const range of missed) {
    const period = periodOf(periods, range.fromMs)
    const times = period === undefined ? [] : timesBetween(period.change, range.fromMs, range.toMs)
    const policy = { catchUp: period?.change.catchUp ?? 'ONCE', runs, changes, faults: record.faults } as const
    violations.push(...checkRange(range, times), ...checkReason(record, range, runs))
    for (const atMs of times) violations.push(...checkMissedTime({ atMs, range }, policy))
    ends.push(...times.map((atMs) => ({ atMs, how: `missed: ${range.reason}` })))
  }
  const byTime = Map.groupBy(ends, ({ atMs }) => atMs)
  for (const [ms, found] of byTime)
    if (found.length > 1)
      violations.push({
        kind: 'two-ends',
        detail: `${taskId} at ${shownTime(ms)}: ${found.map(({ how }) => how).join(', ')}`,
      })
  for (const period of periods) {
    const own = new Map([...byTime].filter(([ms]) => periodOf(periods, ms) === period))
    violations.push(...checkPeriod(period, own))
    const ofPeriod = runs.filter(({ scheduledForMs }) => own.has(scheduledForMs))
    violations.push(...checkSkipped({ catchUp: period.change.catchUp, runs: ofPeriod }))
  }
  return { violations, ends }
}

/**
 * Whether each planned time of an active task ends exactly once, and as its task's catch-up says: it ran, or it is in one range of those
 * that did not, with a reason that can be true.
 */
export const judgePlanned = (record: FaultRecord): JudgedPlanned => {
  const deleted = new Set(record.changes.filter(({ status }) => status === 'DELETED').map(({ taskId }) => taskId))
  const missed = missedOf(record)
  const runs = runsOf(record)
  const ended = new Map<string, number>()
  const violations: Violation[] = []
  for (const [taskId, changes] of Map.groupBy(record.changes, ({ taskId: id }) => id)) {
    if (deleted.has(taskId)) continue
    const task = { taskId, changes, missed: missed.get(taskId) ?? [] }
    const judged = checkTask(record, task, runs.get(taskId) ?? [])
    violations.push(...judged.violations)
    for (const { how } of judged.ends) ended.set(how, (ended.get(how) ?? 0) + 1)
  }
  return { violations, ended }
}

/** That each execution ended once, by what was noted as it was committed. */
export const checkEnds = ({ ends, executions }: FaultRecord): Violation[] => {
  const endsOf = Map.groupBy(ends, ({ executionId }) => executionId)
  const isEnded = (status: string) => status === 'SUCCEEDED' || status === 'FAILED'
  return executions.flatMap(({ id, status }) => {
    const own = endsOf.get(id) ?? []
    if (own.length > 1) return [{ kind: 'ended-twice', detail: `${id}: ${own.map((end) => end.status).join(', ')}` }]
    return isEnded(status) && own.at(-1)?.status !== status ? [{ kind: 'unnoted-end', detail: `${id}: ${status}` }] : []
  })
}
