import { schedules, tasks } from '@knockwire/db/schema/tasks'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { getTableColumns } from 'drizzle-orm'

/** A task with its schedule, as the verbs read it. */
export const taskColumns = { task: getTableColumns(tasks), schedule: getTableColumns(schedules) }

export interface TaskRow {
  task: typeof tasks.$inferSelect
  schedule: typeof schedules.$inferSelect
}

/** What the user chose, without what the schedule has come to. */
export const schedulerOf = (schedule: TaskRow['schedule']): SchedulerInput => ({
  mode: schedule.mode,
  intervalSecond: schedule.intervalSecond,
  expression: schedule.expression,
  timezone: schedule.timezone,
  oneTimeModeEpochSecond: schedule.oneTimeModeEpochSecond,
  oneTimeModeTimezone: schedule.oneTimeModeTimezone,
})
