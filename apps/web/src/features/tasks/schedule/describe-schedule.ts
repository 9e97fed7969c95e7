import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { cronWords } from '../../../lib/format/cron-words.ts'
import { describeInterval, describeOneTime } from './schedule-labels.ts'

/** When it runs, in one line. */
export function describeSchedule(scheduler: SchedulerInput): string {
  switch (scheduler.mode) {
    case 'INTERVAL':
      return describeInterval(scheduler.intervalSecond)
    case 'CUSTOM':
      return cronWords(scheduler.expression ?? '')
    case 'ONE_TIME':
      return describeOneTime(scheduler)
  }
}

export const CronWords = ({ expression }: { expression: string }) => cronWords(expression)
