import { BoundedMap } from '../bounded-map.ts'
import { parseCron } from './cron/cron-expression.ts'
import { type CronRuns, cronRunsIn } from './cron/cron-runs.ts'
import type { ScheduleMode, SchedulerInput } from './scheduler.ts'
import { fallbackTimeZone } from './schedule-zone.ts'
import { isTimeZone } from './zone-clock.ts'

/** Parsing takes 20 µs, a computation 20 to 40: worth keeping, and 2000 parsed expressions are a few MB. */
const parsedCrons = new BoundedMap<string, CronRuns | null>(2000)

const maxPreview = 50

/** The next scheduled time after `afterMs`, in epoch milliseconds; null where there is none. The anchor is the time of activation. */
export const nextRun = (schedule: SchedulerInput, anchorMs: number, afterMs: number) =>
  rules[schedule.mode](schedule, afterMs, anchorMs)

/** The first time of a schedule activated now; an interval's is now. */
export const firstRun = (schedule: SchedulerInput, activatedAtMs: number) =>
  nextRun(schedule, activatedAtMs, activatedAtMs - 1)

/**
 * What is due after a run that was due at `dueAtMs` and is taken at `nowMs`. However late that is, the times missed
 * meanwhile are skipped, and the schedule goes on from now on the same grid.
 */
export const nextDue = (schedule: SchedulerInput, anchorMs: number, dueAtMs: number, nowMs: number) =>
  nextRun(schedule, anchorMs, Math.max(dueAtMs, nowMs))

/** The first times of the schedule were it activated at `fromMs`; for the editor. */
export function previewRuns(schedule: SchedulerInput, fromMs: number, count: number): number[] {
  const runs: number[] = []
  let next = firstRun(schedule, fromMs)
  while (next !== null && runs.length < Math.min(count, maxPreview)) {
    runs.push(next)
    next = nextRun(schedule, fromMs, next)
  }
  return runs
}

type Rule = (schedule: SchedulerInput, afterMs: number, anchorMs: number) => number | null

const nextOnGrid: Rule = ({ intervalSecond }, afterMs, anchorMs) => {
  if (intervalSecond === null || intervalSecond <= 0) return null
  if (afterMs < anchorMs) return anchorMs
  const stepMs = intervalSecond * 1000
  return anchorMs + (Math.floor((afterMs - anchorMs) / stepMs) + 1) * stepMs
}

const nextByCron: Rule = ({ expression, timezone }, afterMs) =>
  cronOf(expression ?? '', timezone ?? fallbackTimeZone)?.next(afterMs) ?? null

const nextOnce: Rule = ({ oneTimeModeEpochSecond }, afterMs) => {
  if (oneTimeModeEpochSecond === null) return null
  const atMs = oneTimeModeEpochSecond * 1000
  return atMs > afterMs ? atMs : null
}

const rules: Readonly<Record<ScheduleMode, Rule>> = {
  INTERVAL: nextOnGrid,
  CUSTOM: nextByCron,
  ONE_TIME: nextOnce,
}

function cronOf(expression: string, timezone: string): CronRuns | null {
  return parsedCrons.getOrMake(`${timezone} ${expression}`, () => {
    const schedule = parseCron(expression)
    return schedule === null || !isTimeZone(timezone) ? null : cronRunsIn(schedule, timezone)
  })
}
