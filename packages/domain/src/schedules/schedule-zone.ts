import type { SchedulerView } from './scheduler.ts'

/** CUSTOM and ONE_TIME schedules without a timezone are read in this one. */
export const fallbackTimeZone = 'UTC'

type ZonesOfSchedule = Pick<SchedulerView, 'mode' | 'timezone' | 'oneTimeModeTimezone'>

/** By whose clocks the times of a schedule are given; null for an interval, which has no zone, whatever is kept of other modes. */
export const zoneOfSchedule = ({ mode, timezone, oneTimeModeTimezone }: ZonesOfSchedule): string | null =>
  mode === 'INTERVAL' ? null : ((mode === 'ONE_TIME' ? oneTimeModeTimezone : timezone) ?? fallbackTimeZone)
