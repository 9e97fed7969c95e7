import { describeCron } from '@knockwire/domain/schedules/cron-words'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { describeInterval, describeOneTime } from './schedule-labels.ts'

/** When it runs, in one line. */
export function describeSchedule(scheduler: SchedulerInput): string {
  switch (scheduler.mode) {
    case 'INTERVAL':
      return describeInterval(scheduler.intervalSecond)
    case 'CUSTOM':
      return describeCron(scheduler.expression ?? '')
    case 'ONE_TIME':
      return describeOneTime(scheduler)
  }
}

/** A cron expression in words. */
export const CronWords = ({ expression }: { expression: string }) => describeCron(expression)
