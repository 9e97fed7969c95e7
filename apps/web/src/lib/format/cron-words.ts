import { describeCron } from '@knockwire/domain/schedules/cron/cron-words'
import { clockHours } from './format.ts'

/** A cron expression in words, by the reader's clock. It brings the library that reads one. */
export const cronWords = (expression: string): string => describeCron(expression, clockHours())
