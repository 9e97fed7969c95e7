import { describe, expect, it } from 'vitest'
import type { SchedulerInput } from '../schedules/scheduler.ts'
import { defaultScheduler } from '../schedules/default-scheduler.ts'
import { buildSeries, rollUp } from './build-series.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 22, 12)

/** Why nothing ran in the twenty minutes from twelve o'clock; pauses in minutes from then. */
const gapWith = (schedule: SchedulerInput, pauses: [number, number][], fromMinute = 0) =>
  buildSeries({
    span: { fromMs: start + fromMinute * minute, toMs: start + (fromMinute + 20) * minute, bucketSeconds: 20 * 60 },
    rollups: [],
    firstMs: start - 60 * minute,
    nowMs: start + 60 * minute,
    schedule,
    anchorMs: start,
    pauses: pauses.map(([from, to]) => ({ fromMs: start + from * minute, toMs: start + to * minute })),
  }).buckets.map(({ gap }) => gap)

describe('a run that did not happen', () => {
  const everyFiveMinutes = { ...defaultScheduler, intervalSecond: 300 }

  it.each<[[number, number][], string]>([
    [[], 'MISSED'],
    [[[0, 20]], 'DISABLED'],
    [[[-1, 25]], 'DISABLED'],
    [[[-10, 0]], 'MISSED'],
    [[[20, 30]], 'MISSED'],
    [[[0, 14.9]], 'MISSED'],
    [[[0, 15]], 'DISABLED'],
    [[[5, 20]], 'DISABLED'],
    [[[5.1, 20]], 'MISSED'],
    [
      [
        [0, 8],
        [12, 20],
      ],
      'DISABLED',
    ],
    [
      [
        [0, 7],
        [13, 20],
      ],
      'MISSED',
    ],
  ])('was missed where the task was active for longer than its interval: pauses %j, %s', (pauses, gap) => {
    expect(gapWith(everyFiveMinutes, pauses)).toEqual([gap])
  })

  const everyTenMinutes = { ...defaultScheduler, mode: 'CUSTOM' as const, expression: '*/10 * * * *' }

  it.each<[[number, number][], string]>([
    [[[0, 9.9]], 'MISSED'],
    [[[0, 10]], 'DISABLED'],
    [[[0.5, 20]], 'DISABLED'],
    [[[10.1, 20]], 'MISSED'],
  ])('was missed where the task was active at its time: pauses %j, %s', (pauses, gap) => {
    expect(gapWith(everyTenMinutes, pauses)).toEqual([gap])
  })

  it.each<[number, number]>([
    [-10, 0],
    [-10, -5],
    [20, 30],
    [25, 30],
  ])(
    'was missed where the pause from minute %d to %d is outside of its time, however long the interval',
    (from, to) => {
      expect(gapWith({ ...defaultScheduler, intervalSecond: 3600 }, [[from, to]])).toEqual(['MISSED'])
    },
  )

  it.each<[string, SchedulerInput]>([
    ['no interval', { ...defaultScheduler, intervalSecond: null }],
    ['a day that no month has', { ...everyTenMinutes, expression: '0 0 30 2 *' }],
  ])('was never due with %s', (_what, schedule) => {
    expect(gapWith(schedule, [])).toEqual([null])
  })

  it('was due from the beginning of a time to before its end', () => {
    const hourly = { ...everyTenMinutes, expression: '0 * * * *' }
    expect([-20, 0, 20].flatMap((from) => gapWith(hourly, [], from))).toEqual([null, 'MISSED', null])
  })
})

describe('runs together', () => {
  const run = (minutes: number, statusCode: number, responseTimeMs: number) => ({
    atMs: start + minutes * minute,
    status: 'SUCCEEDED' as const,
    statusCode,
    errorCode: null,
    responseTimeMs,
  })

  it('are HTTP errors from 400 on', () => {
    expect(rollUp([run(0, 399, 1), run(1, 400, 1)], minute).map(({ httpErrors }) => httpErrors)).toEqual([0, 1])
  })

  it('have the median of all their response times', () => {
    const runs = [run(0, 200, 10), run(1, 200, 1000), run(2, 200, 1000)]
    const { medianMs } = buildSeries({
      span: { fromMs: start, toMs: start + 3 * minute, bucketSeconds: 60 },
      rollups: rollUp(runs, minute),
      firstMs: start,
      nowMs: start + 60 * minute,
      schedule: defaultScheduler,
      anchorMs: null,
      pauses: [],
    })
    expect(Math.abs((medianMs ?? 0) / 1000 - 1)).toBeLessThan(0.05)
  })
})
