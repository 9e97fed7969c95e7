import { isDisturbed } from '../healthy.ts'
import type { FaultRecord, RecordedExecution, RecordedMissed, ScheduleChange, Span, Violation } from '../record.ts'
import { shownTime } from './planned-times.ts'

/** How late a time may be claimed and still run where nothing is made up. */
const onTimeMs = 10_000
/** Between the beginning of a claim, which is recorded, and its look at the clock: as long as a session may idle under a fault. */
const claimSpanMs = { calm: 1000, disturbed: 12_000 }
/** Times are rounded. */
const clocksMs = 50

interface MissedTime {
  atMs: number
  range: RecordedMissed
}

export interface TaskRuns {
  catchUp: ScheduleChange['catchUp']
  runs: readonly RecordedExecution[]
  /** When its schedule was changed or its task deactivated, and how it was then. */
  changes: readonly Pick<ScheduleChange, 'atMs'>[]
  faults: readonly Span[]
}

/** A run of an earlier time was claimed when this one was over, and stands for it. */
const isStoodFor = (atMs: number, { runs, faults }: TaskRuns) =>
  runs.some(({ scheduledForMs, createdAtMs }) => {
    const isCalm = !isDisturbed(faults, createdAtMs, createdAtMs + claimSpanMs.disturbed)
    return scheduledForMs < atMs && atMs <= createdAtMs + (isCalm ? claimSpanMs.calm : claimSpanMs.disturbed)
  })

/**
 * A change drops what is overdue. The reason is what held at that time: where the run before was in flight, that it was, although its
 * time would have run after it.
 */
const isDropped = ({ reason, notedAtMs }: RecordedMissed, { changes, faults }: TaskRuns) => {
  if (reason === 'CHANGED') return true
  const spanMs = isDisturbed(faults, notedAtMs, notedAtMs) ? claimSpanMs.disturbed : claimSpanMs.calm
  return reason === 'OVERLAP' && changes.some(({ atMs }) => atMs >= notedAtMs - clocksMs && atMs <= notedAtMs + spanMs)
}

/** Whether a time may have been given up, by what its task makes up. */
export const checkMissedTime = ({ atMs, range }: MissedTime, task: TaskRuns): Violation[] => {
  if (isDropped(range, task)) return []
  const { catchUp } = task
  const detail = `${range.taskId} at ${shownTime(atMs)}, ${range.reason}, ${catchUp}`
  if (catchUp === 'ALL') return [{ kind: 'not-made-up', detail }]
  if (isStoodFor(atMs, task)) return []
  const isTooOld = catchUp === 'SKIP' && range.notedAtMs >= atMs + onTimeMs - clocksMs
  return isTooOld ? [] : [{ kind: 'given-up', detail }]
}

const isOurProcess = ({ what }: { what: string }) => /^(?:executor|database|link)/.test(what)

/** Whether the reason can be true: the run that is named was in flight before, or executors were cut off. */
export const checkReason = (
  record: FaultRecord,
  range: RecordedMissed,
  runs: readonly RecordedExecution[],
): Violation[] => {
  const { taskId, reason, fromMs, toMs, runningExecutionId } = range
  const named = runs.find(({ id }) => id === runningExecutionId)
  const isTrue =
    reason === 'OVERLAP'
      ? named !== undefined && named.scheduledForMs < fromMs
      : reason === 'AWAY'
        ? isDisturbed(record.faults.filter(isOurProcess), fromMs, toMs)
        : reason === 'BUSY' || reason === 'CHANGED'
  return isTrue ? [] : [{ kind: 'wrong-reason', detail: `${taskId} from ${shownTime(fromMs)}: ${reason}` }]
}

/** What is not made up does not run late. */
export const checkSkipped = ({ catchUp, runs }: Pick<TaskRuns, 'catchUp' | 'runs'>): Violation[] =>
  catchUp !== 'SKIP'
    ? []
    : runs
        .filter(({ scheduledForMs, createdAtMs }) => createdAtMs - scheduledForMs > onTimeMs)
        .map(({ taskId, scheduledForMs }) => ({ kind: 'made-up', detail: `${taskId} at ${shownTime(scheduledForMs)}` }))
