import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { describe, expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'
import { catchUpWords, intervalLabel } from './schedule-labels.ts'

describe('The label of a schedule', () => {
  it.each([
    [60, '1 minute'],
    [1800, '30 minutes'],
    [86_400, '1 day'],
    [604_800, '1 week'],
    [5400, '1 h 30 min'],
    [100, '1 min 40 s'],
  ])('[SC-04, SC-06, SC-07] %i seconds are %s', (seconds, words) => {
    expect(intervalLabel(seconds)).toBe(words)
  })

  it('contains the interval, the expression, or the time in its zone', () => {
    expect(describeSchedule(defaultScheduler)).toBe('Every 30 minutes')
    const every = (intervalSecond: number) => describeSchedule({ ...defaultScheduler, intervalSecond })
    expect([60, 3600, 86_400, 604_800].map(every)).toEqual(['Every minute', 'Every hour', 'Every day', 'Every week'])
    expect(describeSchedule({ ...defaultScheduler, mode: 'CUSTOM', expression: '0 9 * * 1-5' })).toMatch(
      /^Monday through Friday at (?:09:00|9:00 AM)$/,
    )
    const once = { ...defaultScheduler, mode: 'ONE_TIME' as const, oneTimeModeEpochSecond: 1_800_000_000 }
    expect(describeSchedule({ ...once, oneTimeModeTimezone: 'Asia/Tokyo' })).toMatch(/ (?:17|5):00:00 /)
    expect(describeSchedule(once)).toMatch(/ 0?8:00:00 /)
  })

  it('says exactly how often it runs, and how late a missed execution may be', () => {
    expect(describeSchedule({ ...defaultScheduler, intervalSecond: 100 })).toBe('Every 1 min 40 s')
    expect(catchUpWords({ catchUp: 'ONCE', catchUpSecond: 100 })).toMatch(/, up to 1 min 40 s late$/)
  })

  it('[SC-11] says where an expression is invalid', () => {
    expect(describeSchedule({ ...defaultScheduler, mode: 'CUSTOM', expression: 'every day' })).toBe(
      'Unknown cron expression',
    )
  })
})
