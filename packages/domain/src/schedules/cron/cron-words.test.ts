import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCronExpression } from './cron-expression.ts'
import { describeCron } from './cron-words.ts'
import { nextRun } from '../next-run.ts'
import { defaultScheduler } from '../default-scheduler.ts'
import { anyExpression, type Wall, wallAt } from '../testing/cron-model.ts'
import { readCronWords } from '../testing/read-cron-words.ts'

describe('describeCron', () => {
  it.each([
    ['*/15 9-17 * * 1-5', 'Every 15 minutes, between 9:00 AM and 5:59 PM, Monday through Friday'],
    ['30 2 * * *', 'Every day at 2:30 AM'],
    ['@hourly', 'Every hour'],
    ['@weekly', 'Sundays at 12:00 AM'],
    ['0 8 * * 1', 'Mondays at 8:00 AM'],
    ['30 9 * * 1-5', 'Monday through Friday at 9:30 AM'],
    ['0 12,18 * * 0,6', 'Sundays and Saturdays at 12:00 PM and 6:00 PM'],
    ['0 8 * 7 MON', 'Mondays at 8:00 AM, in July'],
    ['* * * * MON', 'Every minute, on Mondays'],
    ['0 0 29 2 *', 'At 12:00 AM, on the 29th of the month, in February'],
    ['* * * * *', 'Every minute'],
    ['0 9 */1 * MON', 'Mondays at 9:00 AM'],
    [
      '0 9 */2 * MON',
      'At 9:00 AM, on the 1st, 3rd, 5th, 7th, 9th, 11th, 13th, 15th, 17th, 19th, 21st, 23rd, 25th, 27th, 29th and 31st of the month, if it is a Monday',
    ],
    ['0 9 1,15 * MON', 'At 9:00 AM, on the 1st and 15th of the month, or on Mondays'],
    ['0 9 13 * +FRI', 'At 9:00 AM, on the 13th of the month, if it is a Friday'],
    [
      '0 9 1,15,L * MON,5#L',
      'At 9:00 AM, on the 1st, the 15th and the last day of the month, or on Mondays and the last Friday of the month',
    ],
    ['0 9 1-7 * *', 'At 9:00 AM, on the 1st through 7th of the month'],
    ['0 9 * * 5#L', 'At 9:00 AM, on the last Friday of the month'],
    ['0 9 * * 5L', 'At 9:00 AM, on the last Friday of the month'],
    ['0 9 * * MON#2', 'At 9:00 AM, on the second Monday of the month'],
    ['0 9 1 * +MON#1', 'At 9:00 AM, on the 1st of the month, if it is the first Monday of the month'],
    ['0 9 * * *,1', 'Every day at 9:00 AM'],
    ['0 9 1-31 * MON', 'Every day at 9:00 AM'],
    ['0 9 15W * *', 'At 9:00 AM, on the weekday nearest the 15th of the month'],
    ['0 9 LW * *', 'At 9:00 AM, on the last weekday of the month'],
    ['0 9 ? * ?', 'Every day at 9:00 AM'],
    ['0 9 * 6-8 *', 'At 9:00 AM, June through August'],
    ['0 9 * 1,7 *', 'At 9:00 AM, in January and July'],
    ['0 9,12,17 * * *', 'Every day at 9:00 AM, 12:00 PM and 5:00 PM'],
    ['0 9-17 * * *', 'Every hour, between 9:00 AM and 5:00 PM'],
    ['30 9-17 * * *', 'At 30 minutes past the hour, between 9:00 AM and 5:59 PM'],
    ['0 */2 * * *', 'Every 2 hours'],
    ['30 */2 * * *', 'At 30 minutes past the hour, every 2 hours'],
    ['*/10 9 * * *', 'Every 10 minutes, between 9:00 AM and 9:59 AM'],
    ['1,2 8,11 * * *', 'At 1 and 2 minutes past the hour, in the hours starting at 8:00 AM and 11:00 AM'],
    ['1 * * * *', 'At 1 minute past the hour'],
    ['0,30 * * * *', 'Every 30 minutes'],
    ['*/7 * * * *', 'At 0, 7, 14, 21, 28, 35, 42, 49 and 56 minutes past the hour'],
  ])('[SC-10] reads %s as "%s"', (expression, words) => expect(describeCron(expression, 12)).toBe(words))

  it('[SC-10] a clock of 24 hours says them', () => {
    expect(describeCron('0 8,17 * * 1', 24)).toBe('Mondays at 08:00 and 17:00')
    expect(describeCron('*/15 9-17 * * *', 24)).toBe('Every 15 minutes, between 09:00 and 17:59')
  })

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
    fc.property(anyExpression, fc.integer({ min: 0, max: 4000 }), fc.constantFrom(12, 24), (expression, day, hours) => {
      fc.pre(checkCronExpression(expression) === null)
      const fromMs = Date.UTC(2024, 0, 1) + day * 86_400_000
      const words = describeCron(expression, hours)
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
