import { cronTimeFrom } from './cron-times.ts'
import type { FaultRecord, RecordedExecution, RecordedMissed, ScheduleChange } from '../record.ts'

/** A time in which a schedule stayed as it was. */
export interface ActivePeriod {
  change: ScheduleChange
  /** When it was changed, or the run's end. */
  untilMs: number
  /** The checker stopped it, or it was there at the end: what was not claimed by then has no end. */
  isLast: boolean
}

/** How a planned time ended. */
export interface PlannedEnd {
  atMs: number
  how: string
}

export const activePeriods = (own: readonly ScheduleChange[], record: FaultRecord): ActivePeriod[] =>
  own.flatMap((change, index) => {
    if (change.status !== 'ACTIVE') return []
    const next = own[index + 1]
    const isLast = next === undefined || (record.stoppedFromMs !== null && next.atMs >= record.stoppedFromMs)
    return [{ change, untilMs: next?.atMs ?? record.endMs, isLast }]
  })

/** The schedule's first time from a given one on, by arithmetic of the checker's own; null where there is none. */
export const timeFrom = (change: ScheduleChange, fromMs: number): number | null => {
  const { mode, anchorMs, intervalMs, onceMs, expression, timezone } = change
  if (mode === 'CUSTOM') return expression === null ? null : cronTimeFrom(expression, timezone, fromMs)
  if (mode === 'ONE_TIME') return onceMs !== null && onceMs >= fromMs ? onceMs : null
  if (anchorMs === null || intervalMs === null) return null
  return anchorMs + Math.max(0, Math.ceil((fromMs - anchorMs) / intervalMs)) * intervalMs
}

export const timesBetween = (change: ScheduleChange, fromMs: number, toMs: number): number[] => {
  const times: number[] = []
  for (let ms = timeFrom(change, fromMs); ms !== null && ms <= toMs; ms = timeFrom(change, ms + 1)) times.push(ms)
  return times
}

const isTime = (change: ScheduleChange, atMs: number) => timeFrom(change, atMs) === atMs

/** A change is noted later in its transaction than what its times are counted from, by as long as a stalled link takes. */
const nearChangeMs = 20_000
/** A claim takes what falls due within a second. */
const claimAheadMs = 1500

/** The last period whose schedule had this time, which began before it or with it. */
export const periodOf = (periods: readonly ActivePeriod[], atMs: number): ActivePeriod | undefined =>
  periods.findLast(
    ({ change, untilMs }) =>
      isTime(change, atMs) && change.atMs - nearChangeMs <= atMs && atMs <= untilMs + claimAheadMs,
  )

export const runsOf = (record: FaultRecord): ReadonlyMap<string, RecordedExecution[]> =>
  Map.groupBy(
    record.executions.filter(({ trigger }) => trigger === 'SCHEDULE'),
    ({ taskId }) => taskId,
  )

export const missedOf = (record: FaultRecord): ReadonlyMap<string, RecordedMissed[]> =>
  Map.groupBy(record.missed, ({ taskId }) => taskId)

export const shownTime = (ms: number): string => new Date(ms).toISOString().slice(11, 23)
