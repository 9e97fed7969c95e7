import { describeCron } from '@knockwire/domain/schedules/cron-expression'
import { intervalOptions, type ScheduleMode, type SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { fallbackTimeZone } from '@knockwire/domain/schedules/next-run'
export const modeLabels: Record<ScheduleMode, string> = { INTERVAL: 'Interval', CUSTOM: 'Cron', ONE_TIME: 'One time' }

/** "30 minutes", "1 week"; what is not on offer in minutes. */
export const intervalLabel = (intervalSecond: number): string =>
  intervalOptions.find((option) => option.intervalSecond === intervalSecond)?.label ?? `${intervalSecond / 60} minutes`

/** "Every 30 minutes", "Every hour", "Every week". */
export const describeInterval = (intervalSecond: number): string =>
  intervalSecond === 3600 ? 'Every hour' : `Every ${intervalLabel(intervalSecond).replace(/^1 /, '')}`

/** "Mon, Nov 23, 2026, 09:00:00 GMT+1" by the clocks of the zone. */
export const formatInZone = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  }).format(atMs)

/** When it runs, in one line. */
export function describeSchedule(scheduler: SchedulerInput): string {
  switch (scheduler.mode) {
    case 'INTERVAL':
      return scheduler.intervalSecond === null ? 'No interval chosen' : describeInterval(scheduler.intervalSecond)
    case 'CUSTOM':
      return describeCron(scheduler.expression ?? '')
    case 'ONE_TIME':
      return describeMoment(scheduler)
  }
}

const describeMoment = ({ oneTimeModeEpochSecond, oneTimeModeTimezone }: SchedulerInput): string =>
  oneTimeModeEpochSecond === null
    ? 'No moment chosen'
    : formatInZone(oneTimeModeEpochSecond * 1000, oneTimeModeTimezone ?? fallbackTimeZone)
