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
  faults: readonly Span[]
}

/** A run of an earlier time was claimed when this one was over, and stands for it. */
const isStoodFor = (atMs: number, { runs, faults }: TaskRuns) =>
  runs.some(({ scheduledForMs, createdAtMs }) => {
    const isCalm = !isDisturbed(faults, createdAtMs, createdAtMs + claimSpanMs.disturbed)
    return scheduledForMs < atMs && atMs <= createdAtMs + (isCalm ? claimSpanMs.calm : claimSpanMs.disturbed)
  })

/** Whether a time may have been given up, by what its task makes up. What a change of the schedule dropped is none of its. */
export const checkMissedTime = ({ atMs, range }: MissedTime, task: TaskRuns): Violation[] => {
  if (range.reason === 'CHANGED') return []
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
export const checkSkipped = ({ catchUp, runs }: Omit<TaskRuns, 'faults'>): Violation[] =>
  catchUp !== 'SKIP'
    ? []
    : runs
        .filter(({ scheduledForMs, createdAtMs }) => createdAtMs - scheduledForMs > onTimeMs)
        .map(({ taskId, scheduledForMs }) => ({ kind: 'made-up', detail: `${taskId} at ${shownTime(scheduledForMs)}` }))
