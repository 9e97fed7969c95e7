import type { ScheduleMode, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { intervalOptions } from '@knockwire/domain/schedules/schedule-choices'
import { fallbackTimeZone } from '@knockwire/domain/schedules/zone-clock'
import { timeInZone } from '../../../lib/format/format.ts'

export const modeLabels: Record<ScheduleMode, string> = { INTERVAL: 'Interval', CUSTOM: 'Cron', ONE_TIME: 'One time' }

/** "30 minutes", "1 week"; what is not on offer in minutes. */
export const intervalLabel = (intervalSecond: number): string =>
  intervalOptions.find((option) => option.intervalSecond === intervalSecond)?.label ?? `${intervalSecond / 60} minutes`

/** "Every 30 minutes", "Every hour", "Every week". */
export function describeInterval(intervalSecond: number | null): string {
  if (intervalSecond === null) return 'No interval chosen'
  return intervalSecond === 3600 ? 'Every hour' : `Every ${intervalLabel(intervalSecond).replace(/^1 /, '')}`
}

/** A one-time schedule in words. */
export const describeOneTime = ({ oneTimeModeEpochSecond, oneTimeModeTimezone }: SchedulerInput): string =>
  oneTimeModeEpochSecond === null
    ? 'No time chosen'
    : timeInZone(oneTimeModeEpochSecond * 1000, oneTimeModeTimezone ?? fallbackTimeZone)
