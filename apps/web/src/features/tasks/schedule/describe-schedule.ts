import { describeCron } from '@knockwire/domain/schedules/cron/cron-words'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { clockHours } from '../../../lib/format/format.ts'
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

/** A cron expression in words, by the reader's clock. */
export const cronWords = (expression: string): string => describeCron(expression, clockHours())

export const CronWords = ({ expression }: { expression: string }) => cronWords(expression)
