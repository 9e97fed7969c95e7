import { defaultTimeZone } from '@knockwire/domain/schedules/time-zones'
import type { ScheduleDefaults } from './schedule-form.ts'

/** Now, and the browser's zone where the list has it [SC-21, SC-25, SC-26]. */
export const scheduleDefaults = (): ScheduleDefaults => ({
  nowMs: Date.now(),
  timezone: defaultTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
})
