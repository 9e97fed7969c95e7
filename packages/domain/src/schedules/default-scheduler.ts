import type { SchedulerInput } from './scheduler.ts'

/** The schedule of a new task. */
export const defaultScheduler: SchedulerInput = {
  mode: 'INTERVAL',
  intervalSecond: 1800,
  expression: null,
  timezone: null,
  oneTimeModeEpochSecond: null,
  oneTimeModeTimezone: null,
}
