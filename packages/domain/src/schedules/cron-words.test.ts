import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCronExpression } from './cron-expression.ts'
import { describeCron } from './cron-words.ts'
import { nextRun } from './next-run.ts'
import { defaultScheduler } from './default-scheduler.ts'
import { anyExpression, type Wall, wallAt } from './testing/cron-model.ts'
import { readCronWords } from './testing/read-cron-words.ts'

describe('describeCron', () => {
  it.each([
    ['*/15 9-17 * * 1-5', 'Every 15 minutes, between 09:00 and 17:59, Monday through Friday'],
    ['30 2 * * *', 'Every day at 02:30'],
    ['@hourly', 'Every hour'],
    ['@weekly', 'At 00:00, only on Sunday'],
    ['0 0 29 2 *', 'At 00:00, on day 29 of the month, only in February'],
    ['* * * * *', 'Every minute'],
    ['0 9 */1 * MON', 'At 09:00, only on Monday'],
    [
      '0 9 */2 * MON',
      'At 09:00, on days 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29 and 31 of the month, if it is a Monday',
    ],
    ['0 9 13 * FRI', 'At 09:00, on day 13 of the month or on Friday'],
    ['0 9 13 * +FRI', 'At 09:00, on day 13 of the month, if it is a Friday'],
    [
      '0 9 1,15,L * MON,5#L',
      'At 09:00, on days 1 and 15 and the last day of the month or on Monday and the last Friday of the month',
    ],
    ['0 9 * * 5#L', 'At 09:00, only on the last Friday of the month'],
    ['0 9 * * 5L', 'At 09:00, only on the last Friday of the month'],
    ['0 9 * * MON#2', 'At 09:00, only on the second Monday of the month'],
    ['0 9 1 * +MON#1', 'At 09:00, on day 1 of the month, if it is the first Monday of the month'],
    ['0 9 * * *,1', 'Every day at 09:00'],
    ['0 9 1-31 * MON', 'Every day at 09:00'],
    ['0 9 15W * *', 'At 09:00, on the weekday nearest day 15 of the month'],
    ['0 9 LW * *', 'At 09:00, on the last weekday of the month'],
    ['0 9 ? * ?', 'Every day at 09:00'],
    ['0 9 * 6-8 *', 'At 09:00, June through August'],
    ['0 9 * 1,7 *', 'At 09:00, only in January and July'],
    ['0 9,12,17 * * *', 'At 09:00, 12:00 and 17:00'],
    ['0 9-17 * * *', 'Every hour, between 09:00 and 17:00'],
    ['30 9-17 * * *', 'At 30 minutes past the hour, between 09:00 and 17:59'],
    ['0 */2 * * *', 'Every 2 hours'],
    ['30 */2 * * *', 'At 30 minutes past the hour, every 2 hours'],
    ['*/10 9 * * *', 'Every 10 minutes, between 09:00 and 09:59'],
    ['1,2 8,11 * * *', 'At 1 and 2 minutes past the hour, in the hours 08 and 11'],
    ['1 * * * *', 'At 1 minute past the hour'],
    ['0,30 * * * *', 'Every 30 minutes'],
    ['*/7 * * * *', 'At 0, 7, 14, 21, 28, 35, 42, 49 and 56 minutes past the hour'],
  ])('[SC-10] reads %s as "%s"', (expression, words) => expect(describeCron(expression)).toBe(words))

  it.each(['', 'nonsense', '* * * * * *', '99 * * * *', '@reboot', '0 0 0 0 0', `${'*'.repeat(300)} * * * *`])(
    '[SC-11] does not know "%.30s"',
    (expression) => expect(describeCron(expression)).toBe('Unknown cron expression'),
  )
})

const scheduleOf = (expression: string) => ({
  ...defaultScheduler,
  mode: 'CUSTOM' as const,
  expression,
  timezone: 'UTC',
})

/** The first minutes after an instant for which the words hold, looked for day by day. */
function runsByWords(holds: ReturnType<typeof readCronWords>, fromMs: number, count: number): number[] {
  const found: number[] = []
  const dayMs = 86_400_000
  for (let dayStart = fromMs; found.length < count && dayStart < fromMs + 500 * dayMs; dayStart += dayMs) {
    if (!holds.day(wallAt(dayStart))) continue
    for (let minute = 0; minute < 1440 && found.length < count; minute += 1) {
      const wall: Wall = {
        ...wallAt(dayStart),
        hour: Math.floor(minute / 60),
        minute: minute % 60,
      }
      if (holds.time(wall)) found.push(dayStart + minute * 60_000)
    }
  }
  return found
}

it('[SC-10] the words for any expression say when it runs', () => {
  fc.assert(
    fc.property(anyExpression, fc.integer({ min: 0, max: 4000 }), (expression, day) => {
      fc.pre(checkCronExpression(expression) === null)
      const fromMs = Date.UTC(2024, 0, 1) + day * 86_400_000
      const words = describeCron(expression)
      const byWords = runsByWords(readCronWords(words), fromMs, 30)
      let at: number | null = fromMs - 1
      const runs: number[] = []
      while (at !== null && runs.length < byWords.length) {
        at = nextRun(scheduleOf(expression), 0, at)
        if (at !== null) runs.push(at)
      }
      expect([expression, words, byWords]).toEqual([expression, words, runs])
      if (byWords.length === 0) {
        expect(
          at === null || (nextRun(scheduleOf(expression), 0, fromMs - 1) ?? Infinity) >= fromMs + 500 * 86_400_000,
        ).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})
