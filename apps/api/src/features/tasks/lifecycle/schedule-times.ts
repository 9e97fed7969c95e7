import type { ScheduleTimes } from '@knockwire/services/schedules/schedule'
import { firstRun } from '@knockwire/domain/schedules/next-run'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'

/** Where a schedule that is activated at this moment counts from, and when it runs first. */
export const timesFrom = (scheduler: SchedulerInput, nowMs: number): ScheduleTimes => {
  const first = firstRun(scheduler, nowMs)
  return { anchorAt: new Date(nowMs), dueAt: first === null ? null : new Date(first) }
}
