import { describe, expect, it } from 'vitest'
import { checkSchedule } from './check-schedule.ts'
import { ScheduleMode, type SchedulerInput } from './scheduler.ts'
import { defaultScheduler } from './default-scheduler.ts'
import { defaultIntervalSecond, intervalOptions } from './schedule-choices.ts'
import * as oneTime from './schedule-choices.ts'
import { timeZones } from './zones/time-zone-list.ts'
import { defaultTimeZone, timeZoneOptions } from './zones/time-zones.ts'
import { canonicalTimeZone, isTimeZone } from './zone-clock.ts'

const nowMs = Date.parse('2026-06-15T12:34:56.789Z')

const local = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number)
  return { year, month, day, hour, minute, second }
}

const labels = (at: string) => timeZoneOptions(Date.parse(at)).map(({ label }) => label)

describe('intervals', () => {
  it('[SC-02] has three modes', () => expect(ScheduleMode.options).toEqual(['INTERVAL', 'CUSTOM', 'ONE_TIME']))

  it('[SC-03, SC-04, SC-06, SC-07, SC-08] offers minutes, a day and a week, in seconds', () => {
    expect(intervalOptions.map(({ intervalSecond }) => intervalSecond / 60)).toEqual([1, 5, 10, 30, 60, 1440, 10080])
    expect(intervalOptions.map(({ label }) => label)).toEqual([
      '1 minute',
      '5 minutes',
      '10 minutes',
      '30 minutes',
      '60 minutes',
      '1 day',
      '1 week',
    ])
  })

  it('[SC-05] starts with 30 minutes', () => {
    expect(defaultIntervalSecond).toBe(1800)
    expect(defaultScheduler.intervalSecond).toBe(defaultIntervalSecond)
  })
})

describe('one-time picker', () => {
  it('[SC-14] offers the current year of the zone and the 19 after it', () => {
    const newYear = Date.parse('2026-12-31T23:30:00Z')
    expect(oneTime.yearChoices(newYear, 'UTC')).toEqual(Array.from({ length: 20 }, (_, index) => 2026 + index))
    expect(oneTime.yearChoices(newYear, 'Asia/Tokyo')[0]).toBe(2027)
  })

  it('[SC-15, SC-17, SC-18, SC-19] offers every month, hour, minute and second', () => {
    expect([oneTime.monthChoices[0], oneTime.monthChoices.at(-1), oneTime.monthChoices.length]).toEqual([1, 12, 12])
    expect([oneTime.hourChoices[0], oneTime.hourChoices.at(-1), oneTime.hourChoices.length]).toEqual([0, 23, 24])
    expect([oneTime.minuteChoices[0], oneTime.minuteChoices.at(-1), oneTime.minuteChoices.length]).toEqual([0, 59, 60])
    expect([oneTime.secondChoices[0], oneTime.secondChoices.at(-1), oneTime.secondChoices.length]).toEqual([0, 59, 60])
  })

  it.each([
    [2026, 2, 28],
    [2028, 2, 29],
    [2100, 2, 28],
    [2026, 4, 30],
    [2026, 12, 31],
  ])('[SC-16] %i-%i has %i days', (year, month, days) => {
    expect(oneTime.dayChoices(year, month).at(-1)).toBe(days)
    expect(oneTime.withinMonth({ ...local('2026-01-31T10:00:00'), year, month }).day).toBe(days)
  })

  it('[SC-20, SC-21] starts with the current local time and second 0', () => {
    expect(oneTime.defaultOneTime(nowMs, 'America/New_York')).toEqual(local('2026-06-15T08:34:00'))
    expect(oneTime.defaultOneTime(nowMs, 'Asia/Kathmandu')).toEqual(local('2026-06-15T18:19:00'))
  })

  it.each([
    ['2026-06-15T08:34:00', 'America/New_York', '2026-06-15T12:34:00Z'],
    ['2026-01-15T08:34:05', 'America/New_York', '2026-01-15T13:34:05Z'],
    ['2026-03-08T01:59:59', 'America/New_York', '2026-03-08T06:59:59Z'],
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:00:00Z'],
    ['2026-03-08T03:00:00', 'America/New_York', '2026-03-08T07:00:00Z'],
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
    ['2026-11-01T02:00:00', 'America/New_York', '2026-11-01T07:00:00Z'],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['2026-04-05T01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
    ['2026-03-29T01:30:00', 'Antarctica/Troll', '2026-03-29T01:00:00Z'],
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['2028-02-29T23:59:59', 'Asia/Tokyo', '2028-02-29T14:59:59Z'],
    ['2026-01-01T00:00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z'],
    ['2026-01-01T00:00:00', 'Pacific/Pago_Pago', '2026-01-01T11:00:00Z'],
  ])('[SC-22] %s in %s is %s', (text, zone, instant) => {
    expect(oneTime.epochSecondOf(local(text), zone)).toBe(Date.parse(instant) / 1000)
  })

  it('[SC-22] reads back what it wrote, in every zone of the list and every season', () => {
    for (const { id } of timeZones) {
      for (let epochSecond = 1_767_225_600; epochSecond < 1_798_761_600; epochSecond += 86_400 * 13 + 3607) {
        expect([id, oneTime.epochSecondOf(oneTime.oneTimeAt(epochSecond, id), id)]).toEqual([id, epochSecond])
      }
    }
  })
})

describe('timezones', () => {
  it('[SC-13, SC-23] lists about 80 that this engine knows, each once', () => {
    expect(timeZones.length).toBeGreaterThanOrEqual(75)
    expect(timeZones.length).toBeLessThanOrEqual(90)
    expect(new Set(timeZones.map(({ id }) => id)).size).toBe(timeZones.length)
    expect(new Set(timeZones.map(({ id }) => canonicalTimeZone(id))).size).toBe(timeZones.length)
    expect(timeZones.filter(({ id }) => !isTimeZone(id))).toEqual([])
  })

  it('[SC-24] shows "(GMT±hh:mm) cities" for the season, west to east', () => {
    const winter = labels('2026-01-15T00:00:00Z')
    expect(winter.every((label) => /^\(GMT[+-]\d\d:\d\d\) \S.*$/.test(label))).toBe(true)
    expect(winter[0]).toBe('(GMT-11:00) Pago Pago, Midway')
    expect(winter).toContain('(GMT-05:00) New York, Washington, Boston, Atlanta')
    expect(winter).toContain('(GMT+05:45) Kathmandu')
    expect(winter).toContain("(GMT-03:30) St. John's")
    expect(winter).toContain('(GMT+00:00) Greenwich Mean Time, UTC')
    expect(labels('2026-07-15T00:00:00Z')).toContain('(GMT-04:00) New York, Washington, Boston, Atlanta')
  })

  it.each(['2026-01-15T00:00:00Z', '2026-07-15T00:00:00Z'])('[SC-24] stands west to east on %s', (atText) => {
    const offsets = timeZoneOptions(Date.parse(atText)).map(({ offsetMinutes }) => offsetMinutes)
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  })

  it("[SC-25] starts with the browser's zone, under any of its names", () => {
    expect(defaultTimeZone('Europe/Berlin', nowMs)).toBe('Europe/Berlin')
    expect(defaultTimeZone('Asia/Calcutta', nowMs)).toBe('Asia/Kolkata')
    expect(defaultTimeZone('Europe/Kiev', nowMs)).toBe('Europe/Kyiv')
    expect(defaultTimeZone('Etc/UTC', nowMs)).toBe('UTC')
  })

  it('[SC-26] starts with Greenwich Mean Time for a zone that is not listed', () => {
    expect(defaultTimeZone('Antarctica/Troll', nowMs)).toBe('UTC')
    expect(defaultTimeZone('Mars/Olympus', nowMs)).toBe('UTC')
    expect(defaultTimeZone('', nowMs)).toBe('UTC')
  })
})

describe('checkSchedule', () => {
  const check = (fields: Partial<SchedulerInput>) => checkSchedule({ ...defaultScheduler, ...fields }, nowMs)
  const nowSecond = Math.floor(nowMs / 1000)

  it.each<[Partial<SchedulerInput>]>([
    [{ intervalSecond: 60 }],
    [{ mode: 'CUSTOM', expression: '0 9 * * *', timezone: 'Europe/Berlin' }],
    [{ mode: 'CUSTOM', expression: '@daily' }],
    [{ mode: 'ONE_TIME', oneTimeModeEpochSecond: nowSecond + 1, oneTimeModeTimezone: 'UTC' }],
    [{ intervalSecond: 60, expression: 'garbage', oneTimeModeEpochSecond: 1 }],
  ])('takes %o', (fields) => expect(check(fields)).toEqual({}))

  it.each<[Partial<SchedulerInput>, Record<string, string>]>([
    [{ intervalSecond: 61 }, { intervalSecond: 'Choose one of the intervals 1m, 5m, 10m, 30m, 1h, 1d, 1w.' }],
    [{ intervalSecond: null }, { intervalSecond: 'Choose one of the intervals 1m, 5m, 10m, 30m, 1h, 1d, 1w.' }],
    [{ mode: 'CUSTOM' }, { cronExpression: 'Enter a cron expression, such as */15 9-17 * * 1-5.' }],
    [{ mode: 'CUSTOM', expression: '0 25 * * *' }, { cronExpression: '"25" is not a valid hour.' }],
    [{ mode: 'CUSTOM', expression: '0 0 30 2 *' }, { cronExpression: 'No date ever matches this cron expression.' }],
    [{ mode: 'CUSTOM', expression: '@daily', timezone: 'Nowhere' }, { timezone: 'Choose a timezone.' }],
    [{ mode: 'ONE_TIME' }, { oneTimeModeEpochSecond: 'Choose a date and time.' }],
    [
      { mode: 'ONE_TIME', oneTimeModeEpochSecond: nowSecond },
      { oneTimeModeEpochSecond: 'This time is in the past. Choose a later one.' },
    ],
    [
      { mode: 'ONE_TIME', oneTimeModeEpochSecond: nowSecond + 30 * 366 * 86_400 },
      { oneTimeModeEpochSecond: 'Choose a time within the next 20 years.' },
    ],
    [
      { mode: 'ONE_TIME', oneTimeModeEpochSecond: nowSecond + 60, oneTimeModeTimezone: 'x' },
      { oneTimeModeTimezone: 'Choose a timezone.' },
    ],
  ])('rejects %o', (fields, errors) => expect(check(fields)).toEqual(errors))

  it('takes a time from the next second on, and none that is more than 20 years ahead', () => {
    const wholeSecond = 1_800_000_000
    const twentyYears = 20 * 366 * 86_400
    const isTaken = (aheadSeconds: number) => {
      const oneTimeModeEpochSecond = wholeSecond + aheadSeconds
      const schedule = { ...defaultScheduler, mode: 'ONE_TIME', oneTimeModeEpochSecond } as const
      return Object.keys(checkSchedule(schedule, wholeSecond * 1000)).length === 0
    }
    expect([-1, 0, 1].map(isTaken)).toEqual([false, false, true])
    expect([twentyYears, twentyYears + 1].map(isTaken)).toEqual([true, false])
  })
})
