import { type CatchUpPolicy, defaultAllSecond } from '@knockwire/domain/schedules/catch-up'
import type { ScheduleMode, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { intervalOptions } from '@knockwire/domain/schedules/schedule-choices'
import { limitText, spelledLimitText } from '@knockwire/domain/text/duration-text'
import { timeOfSchedule } from './time-of-schedule.ts'

export const modeLabels: Record<ScheduleMode, string> = { INTERVAL: 'Interval', CUSTOM: 'Cron', ONE_TIME: 'One time' }

const offeredLabel = (intervalSecond: number) =>
  intervalOptions.find((option) => option.intervalSecond === intervalSecond)?.label

/** "30 minutes", "1 week"; what is not on offer in units: "1 h 30 min". */
export const intervalLabel = (intervalSecond: number): string =>
  offeredLabel(intervalSecond) ?? limitText(intervalSecond)

/** "Every 30 minutes", "Every hour", "Every week". */
export function describeInterval(intervalSecond: number | null): string {
  if (intervalSecond === null) return 'No interval chosen'
  if (intervalSecond === 3600) return 'Every hour'
  return `Every ${offeredLabel(intervalSecond)?.replace(/^1 /, '') ?? limitText(intervalSecond)}`
}

/** A one-time schedule in words. */
export const describeOneTime = ({ oneTimeModeEpochSecond, oneTimeModeTimezone }: SchedulerInput): string =>
  oneTimeModeEpochSecond === null
    ? 'No time chosen'
    : timeOfSchedule(oneTimeModeEpochSecond * 1000, oneTimeModeTimezone)

export const catchUpLabels: Readonly<Record<CatchUpPolicy, string>> = {
  ONCE: 'Run once, as soon as possible',
  ALL: 'Run each of them, one after another',
  SKIP: 'Skip them',
}

/** How old a missed run may be, in seconds, as the editor offers it. */
export const catchUpAges = [600, 3600, 21_600, 86_400, 604_800] as const

/** "Run once, as soon as possible, up to 1 hour late". */
export const catchUpWords = ({
  catchUp = 'ONCE',
  catchUpSecond = null,
}: Pick<SchedulerInput, 'catchUp' | 'catchUpSecond'>): string => {
  const second = catchUpSecond ?? (catchUp === 'ALL' ? defaultAllSecond : null)
  if (catchUp === 'SKIP' || second === null) return catchUpLabels[catchUp]
  return `${catchUpLabels[catchUp]}, up to ${spelledLimitText(second)} late`
}
