import { writeDuration } from '../file/parts/duration.ts'
import { checkCronExpression } from './cron/cron-expression.ts'
import type { ScheduleMode, SchedulerInput } from './scheduler.ts'
import { intervalOptions, isOfferedInterval } from './schedule-choices.ts'
import { nextRun } from './next-run.ts'
import { fallbackTimeZone } from './schedule-zone.ts'
import { isTimeZone } from './zone-clock.ts'

/** One message a field at fault; empty where the schedule can be used. */
export type ScheduleErrors = Partial<
  Record<'intervalSecond' | 'cronExpression' | 'timezone' | 'oneTimeModeEpochSecond' | 'oneTimeModeTimezone', string>
>

const twentyYearsMs = 20 * 366 * 86_400_000

/** What keeps the schedule from being used from now on. Only the fields of its mode are looked at. */
export const checkSchedule = (schedule: SchedulerInput, nowMs: number) => checks[schedule.mode](schedule, nowMs)

const checks: Readonly<Record<ScheduleMode, (schedule: SchedulerInput, nowMs: number) => ScheduleErrors>> = {
  INTERVAL: checkInterval,
  CUSTOM: checkCustom,
  ONE_TIME: checkOneTime,
}

const intervalList = intervalOptions.map(({ intervalSecond }) => writeDuration(intervalSecond)).join(', ')

function checkInterval({ intervalSecond }: SchedulerInput): ScheduleErrors {
  if (intervalSecond !== null && isOfferedInterval(intervalSecond)) return {}
  return { intervalSecond: `Choose one of the intervals ${intervalList}.` }
}

function checkCustom(schedule: SchedulerInput, nowMs: number): ScheduleErrors {
  const unreadable = checkCronExpression(schedule.expression ?? '')
  if (unreadable !== null) return { cronExpression: unreadable }
  if (!isTimeZone(schedule.timezone ?? fallbackTimeZone)) return { timezone: 'Choose a timezone.' }
  if (nextRun(schedule, nowMs, nowMs) !== null) return {}
  return { cronExpression: 'No date ever matches this cron expression.' }
}

function checkOneTime(schedule: SchedulerInput, nowMs: number): ScheduleErrors {
  if (!isTimeZone(schedule.oneTimeModeTimezone ?? fallbackTimeZone)) {
    return { oneTimeModeTimezone: 'Choose a timezone.' }
  }
  const error = checkOneTimeSecond(schedule.oneTimeModeEpochSecond, nowMs)
  return error === null ? {} : { oneTimeModeEpochSecond: error }
}

function checkOneTimeSecond(epochSecond: number | null, nowMs: number): string | null {
  if (epochSecond === null) return 'Choose a date and time.'
  const aheadMs = epochSecond * 1000 - nowMs
  if (aheadMs <= 0) return 'This time is in the past. Choose a later one.'
  return aheadMs > twentyYearsMs ? 'Choose a time within the next 20 years.' : null
}
