import { describe, expect, it } from 'vitest'
import { firstRun, nextDue, nextRun, previewRuns } from './next-run.ts'
import type { SchedulerInput } from './scheduler.ts'
import { defaultScheduler } from './default-scheduler.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (epochMs: number | null) =>
  epochMs === null ? null : new Date(epochMs).toISOString().replace('.000Z', 'Z')

const custom = (expression: string, timezone: string | null = null): SchedulerInput => ({
  ...defaultScheduler,
  mode: 'CUSTOM',
  expression,
  timezone,
})
const everySeconds = (intervalSecond: number | null): SchedulerInput => ({ ...defaultScheduler, intervalSecond })
const once = (epochSecond: number | null): SchedulerInput => ({
  ...defaultScheduler,
  mode: 'ONE_TIME',
  oneTimeModeEpochSecond: epochSecond,
})

function runsAfter(schedule: SchedulerInput, from: string, count: number): (string | null)[] {
  const runs: (string | null)[] = []
  let after: number | null = at(from)
  for (let index = 0; index < count && after !== null; index += 1) {
    after = nextRun(schedule, 0, after)
    runs.push(iso(after))
  }
  return runs
}

describe('interval', () => {
  const anchor = at('2026-03-01T10:00:07.123Z')
  const hourly = everySeconds(3600)

  it('[SC-01, SC-03] runs at activation, then on a grid that never drifts', () => {
    expect(firstRun(hourly, anchor)).toBe(anchor)
    expect(nextRun(hourly, anchor, anchor)).toBe(anchor + 3_600_000)
    expect(nextRun(hourly, anchor, anchor - 5 * 3_600_000)).toBe(anchor)
    expect(nextRun(hourly, anchor, anchor + 3_599_999)).toBe(anchor + 3_600_000)
    expect(nextRun(hourly, anchor, anchor + 1000 * 3_600_000)).toBe(anchor + 1001 * 3_600_000)
    expect(nextRun(hourly, anchor, anchor + 1000 * 3_600_000 + 250)).toBe(anchor + 1001 * 3_600_000)
  })

  it('skips what a downtime missed and goes on on its grid', () => {
    expect(nextDue(hourly, anchor, anchor + 3_600_000, anchor + 3_600_040)).toBe(anchor + 2 * 3_600_000)
    expect(nextDue(hourly, anchor, anchor + 3_600_000, anchor + 9.5 * 3_600_000)).toBe(anchor + 10 * 3_600_000)
  })

  it('goes on from the run that was due where this clock is behind', () => {
    expect(nextDue(hourly, anchor, anchor + 3_600_000, anchor)).toBe(anchor + 2 * 3_600_000)
  })

  it('has no run without a usable interval', () => {
    expect(nextRun(everySeconds(null), anchor, anchor)).toBeNull()
    expect(nextRun(everySeconds(0), anchor, anchor)).toBeNull()
  })
})

describe('one time', () => {
  it('[SC-01] runs at its time and never again', () => {
    const schedule = once(1_800_000_000)
    expect(nextRun(schedule, 0, 1_799_999_999_999)).toBe(1_800_000_000_000)
    expect(nextRun(schedule, 0, 1_800_000_000_000)).toBeNull()
    expect(nextDue(schedule, 0, 1_800_000_000_000, 1_800_000_500_000)).toBeNull()
    expect(nextRun(once(null), 0, 0)).toBeNull()
    expect(nextRun(once(null), 0, -1)).toBeNull()
  })
})

it('a cron schedule without an expression has no run', () => {
  expect(nextRun({ ...defaultScheduler, mode: 'CUSTOM' }, 0, 0)).toBeNull()
})

describe('cron, daylight saving', () => {
  it.each([
    {
      title: 'New York, spring: a skipped time runs at the first time after the gap',
      schedule: custom('30 2 * * *', 'America/New_York'),
      from: '2026-03-07T12:00:00Z',
      runs: ['2026-03-08T07:00:00Z', '2026-03-09T06:30:00Z', '2026-03-10T06:30:00Z'],
    },
    {
      title: 'New York, spring: several times of one gap run once',
      schedule: custom('*/5 2 * * *', 'America/New_York'),
      from: '2026-03-08T05:00:00Z',
      runs: ['2026-03-08T07:00:00Z', '2026-03-09T06:00:00Z', '2026-03-09T06:05:00Z'],
    },
    {
      title: 'New York, spring: a stepped hour in the gap runs after it',
      schedule: custom('0 */2 * * *', 'America/New_York'),
      from: '2026-03-08T04:00:00Z',
      runs: ['2026-03-08T05:00:00Z', '2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z'],
    },
    {
      title: 'New York, spring: every hour goes on in real time',
      schedule: custom('30 * * * *', 'America/New_York'),
      from: '2026-03-08T06:00:00Z',
      runs: ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z', '2026-03-08T08:30:00Z'],
    },
    {
      title: 'New York, autumn: a repeated time runs once, the first time',
      schedule: custom('30 1 * * *', 'America/New_York'),
      from: '2026-10-31T12:00:00Z',
      runs: ['2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z'],
    },
    {
      title: 'New York, autumn: a wildcard minute of a fixed hour runs through it once',
      schedule: custom('*/20 1 * * *', 'America/New_York'),
      from: '2026-11-01T04:00:00Z',
      runs: ['2026-11-01T05:00:00Z', '2026-11-01T05:20:00Z', '2026-11-01T05:40:00Z', '2026-11-02T06:00:00Z'],
    },
    {
      title: 'New York, autumn: computed in the repeated hour, a fixed hour waits for the next day',
      schedule: custom('*/20 1 * * *', 'America/New_York'),
      from: '2026-11-01T06:10:00Z',
      runs: ['2026-11-02T06:00:00Z'],
    },
    {
      title: 'New York, autumn: a wildcard hour runs in both passes',
      schedule: custom('30 * * * *', 'America/New_York'),
      from: '2026-11-01T05:00:00Z',
      runs: ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'],
    },
    {
      title: 'New York, autumn: all hours listed are a wildcard hour',
      schedule: custom('*/30 0-23 * * *', 'America/New_York'),
      from: '2026-11-01T05:00:00Z',
      runs: ['2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:00:00Z'],
    },
    {
      title: 'Lord Howe, spring: a gap of half an hour',
      schedule: custom('15 2 * * *', 'Australia/Lord_Howe'),
      from: '2026-10-02T12:00:00Z',
      runs: ['2026-10-02T15:45:00Z', '2026-10-03T15:30:00Z', '2026-10-04T15:15:00Z'],
    },
    {
      title: 'Lord Howe, autumn: half an hour is repeated',
      schedule: custom('45 1 * * *', 'Australia/Lord_Howe'),
      from: '2026-04-03T12:00:00Z',
      runs: ['2026-04-03T14:45:00Z', '2026-04-04T14:45:00Z', '2026-04-05T15:15:00Z'],
    },
    {
      title: 'Lord Howe, autumn: a wildcard hour runs in the repeated half hour too',
      schedule: custom('45 * * * *', 'Australia/Lord_Howe'),
      from: '2026-04-04T14:00:00Z',
      runs: ['2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z', '2026-04-04T16:15:00Z'],
    },
    {
      title: 'Troll, spring: a gap of two hours',
      schedule: custom('30 1 * * *', 'Antarctica/Troll'),
      from: '2026-03-27T12:00:00Z',
      runs: ['2026-03-28T01:30:00Z', '2026-03-29T01:00:00Z', '2026-03-29T23:30:00Z'],
    },
    {
      title: 'Troll, autumn: two hours are repeated',
      schedule: custom('30 1,2 * * *', 'Antarctica/Troll'),
      from: '2026-10-24T12:00:00Z',
      runs: ['2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    },
    {
      title: 'Apia: the day that was left out has no run of its own',
      schedule: custom('0 0 * * *', 'Pacific/Apia'),
      from: '2011-12-29T09:00:00Z',
      runs: ['2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
    },
  ])('[SC-09] $title', ({ schedule, from, runs }) => {
    expect(runsAfter(schedule, from, runs.length)).toEqual(runs)
  })
})

const nine = (timezone: string) => iso(nextRun(custom('0 9 * * *', timezone), 0, at('2026-07-01T12:00:00Z')))

describe('cron, calendar', () => {
  it.each([
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']],
    ['0 0 29 2 *', '2096-03-01T00:00:00Z', ['2104-02-29T00:00:00Z']],
    ['0 0 30 2 *', '2026-01-01T00:00:00Z', [null]],
    ['0 0 31 4,6,9,11 *', '2026-01-01T00:00:00Z', [null]],
    ['0 12 L * *', '2027-02-01T00:00:00Z', ['2027-02-28T12:00:00Z', '2027-03-31T12:00:00Z']],
    ['0 9 * * MON-FRI', '2026-05-01T09:00:00Z', ['2026-05-04T09:00:00Z']],
    ['0 0 13 * 5', '2026-02-01T00:00:00Z', ['2026-02-06T00:00:00Z', '2026-02-13T00:00:00Z', '2026-02-20T00:00:00Z']],
    ['0 0 * * 7', '2026-05-01T00:00:00Z', ['2026-05-03T00:00:00Z']],
    ['@hourly', '2026-05-01T09:59:59.999Z', ['2026-05-01T10:00:00Z', '2026-05-01T11:00:00Z']],
    ['@daily', '2026-05-01T09:00:00Z', ['2026-05-02T00:00:00Z']],
    ['@midnight', '2026-05-01T09:00:00Z', ['2026-05-02T00:00:00Z']],
    ['@weekly', '2026-05-01T09:00:00Z', ['2026-05-03T00:00:00Z', '2026-05-10T00:00:00Z']],
    ['@monthly', '2026-05-01T09:00:00Z', ['2026-06-01T00:00:00Z']],
    ['@yearly', '2026-05-01T09:00:00Z', ['2027-01-01T00:00:00Z']],
    ['@ANNUALLY', '2026-05-01T09:00:00Z', ['2027-01-01T00:00:00Z']],
  ])('[SC-09] %s after %s', (expression, from, runs) => {
    expect(runsAfter(custom(expression), from, runs.length)).toEqual(runs)
  })

  it('is strictly after the given time', () => {
    const fiveMinutely = custom('*/5 * * * *')
    expect(iso(nextRun(fiveMinutely, 0, at('2026-01-01T00:05:00.000Z')))).toBe('2026-01-01T00:10:00Z')
    expect(iso(nextRun(fiveMinutely, 0, at('2026-01-01T00:04:59.999Z')))).toBe('2026-01-01T00:05:00Z')
    expect(iso(nextRun(fiveMinutely, 0, at('2026-01-01T00:05:00.001Z')))).toBe('2026-01-01T00:10:00Z')
  })

  it('is read in the timezone of the task', () => {
    expect(nine('Asia/Kolkata')).toBe('2026-07-02T03:30:00Z')
    expect(nine('America/New_York')).toBe('2026-07-01T13:00:00Z')
  })

  it.each([
    ['', null],
    ['* * * * * *', null],
    ['0 0', null],
    ['@reboot', null],
    ['61 * * * *', null],
    ['a b c d e', null],
    [`${'1,'.repeat(5000)}1 * * * *`, null],
    ['0 9 * * *', 'Mars/Olympus'],
    ['0 9 * * *', '+05:30'],
  ])('has no run for %.20s in %s', (expression, timezone) => {
    expect(nextRun(custom(expression, timezone), 0, at('2026-01-01T00:00:00Z'))).toBeNull()
  })

  it('runs once for an outage, then at its next time', () => {
    const daily = custom('0 9 * * *')
    expect(iso(nextDue(daily, 0, at('2026-01-01T09:00:00Z'), at('2026-01-05T10:00:00Z')))).toBe('2026-01-06T09:00:00Z')
  })
})

describe('preview', () => {
  it('gives the next five runs, and fewer where there are fewer', () => {
    const from = at('2026-01-01T00:00:00Z')
    expect(previewRuns(custom('0 0 1 1 *', 'UTC'), from, 5).map(iso)).toEqual([
      '2026-01-01T00:00:00Z',
      '2027-01-01T00:00:00Z',
      '2028-01-01T00:00:00Z',
      '2029-01-01T00:00:00Z',
      '2030-01-01T00:00:00Z',
    ])
    expect(previewRuns(everySeconds(60), from, 3)).toEqual([from, from + 60_000, from + 120_000])
    expect(previewRuns(once(from / 1000 + 1), from, 5)).toEqual([from + 1000])
    expect(previewRuns(custom('0 0 30 2 *'), from, 5)).toEqual([])
  })
})
