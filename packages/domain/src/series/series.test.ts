import { describe, expect, it } from 'vitest'
import type { ExecutionErrorCode } from '../executions/execution.ts'
import { defaultScheduler } from '../schedules/default-scheduler.ts'
import { buildSeries, rollUp, uptimePercentOf } from './build-series.ts'
import { spanOf } from './series-ranges.ts'
import { binOf, bytesOfBin, quantilesOf, storedBinOf, timeErrorPercent } from './time-bins.ts'

const minute = 60_000
const hour = 60 * minute
const now = Date.UTC(2026, 10, 22, 12, 7, 30)

describe('the bins of response times', () => {
  it('give every time from 0.5 ms to two minutes within the error that is stated', () => {
    for (let ms = 0.5; ms < 120_000; ms *= 1.013) {
      const [median] = quantilesOf(Uint8Array.of(binOf(ms)), [0.5])
      expect(Math.abs((median ?? 0) / ms - 1) * 100).toBeLessThanOrEqual(timeErrorPercent)
    }
  })

  it('hold shorter and longer times too, in their first and last bin', () => {
    expect([0, -1, 0.1, 1e9].map(binOf)).toEqual([0, 0, 0, 255])
  })

  it('give every time up to a week within the error that is stated, as it is stored: that of work that is completed later', () => {
    for (let ms = 0.5; ms <= 7 * 24 * hour; ms *= 1.013) {
      const [median] = quantilesOf(Uint8Array.from(bytesOfBin(storedBinOf(ms))), [0.5])
      expect(Math.abs((median ?? 0) / ms - 1) * 100).toBeLessThanOrEqual(timeErrorPercent)
    }
  })

  it('give the quantiles of short and of long runs together, and of what was stored before there were long ones', () => {
    const times = [0.1, 40, 2 * hour, 90_000, 3 * hour, 50, 24 * hour]
    const binned = Uint8Array.from(times.flatMap((ms) => bytesOfBin(storedBinOf(ms))))
    const [least = 0, median = 0, most = 0] = quantilesOf(binned, [0, 0.5, 1])
    expect(least).toBeLessThan(1)
    expect(Math.abs((median ?? 0) / 90_000 - 1)).toBeLessThan(0.05)
    expect(Math.abs((most ?? 0) / (24 * hour) - 1)).toBeLessThan(0.05)
    expect(quantilesOf(Uint8Array.of(100, 255, 101), [1])[0]).toBeLessThan(130_000)
    expect(quantilesOf(Uint8Array.of(100, 0), [0])[0]).toBeLessThan(1)
  })

  it('give the median and the 95th percentile of any order of runs', () => {
    const times = Array.from({ length: 100 }, (_, index) => index + 1)
    const binned = Uint8Array.from(times.toReversed().map(binOf))
    const [median = 0, p95 = 0] = quantilesOf(binned, [0.5, 0.95])
    expect(Math.abs((median ?? 0) / 50 - 1)).toBeLessThan(0.05)
    expect(Math.abs((p95 ?? 0) / 95 - 1)).toBeLessThan(0.05)
    expect(quantilesOf(new Uint8Array(), [0.5])).toEqual([null])
  })
})

describe('the span of a range', () => {
  it.each([
    ['1h', 60, 60],
    ['24h', 900, 96],
    ['7d', 7200, 84],
    ['30d', 21_600, 120],
  ] as const)('%s is cut into whole buckets, the last one still being filled', (range, bucketSeconds, count) => {
    const span = spanOf(range, now, null)
    expect(span.bucketSeconds).toBe(bucketSeconds)
    expect((span.toMs - span.fromMs) / (bucketSeconds * 1000)).toBe(count)
    expect(span.toMs).toBeGreaterThan(now)
    expect(span.toMs - now).toBeLessThanOrEqual(bucketSeconds * 1000)
    expect(span.fromMs % (bucketSeconds * 1000)).toBe(0)
  })

  it('of all that is kept begins with the oldest counts, and never has more than 120 buckets', () => {
    for (const days of [0, 1, 2, 8, 29, 90]) {
      const firstMs = now - days * 24 * hour
      const { fromMs, toMs, bucketSeconds } = spanOf('90d', now, firstMs)
      expect(fromMs).toBeLessThanOrEqual(firstMs)
      expect((toMs - fromMs) / (bucketSeconds * 1000)).toBeLessThanOrEqual(120)
    }
  })
})

describe('the span of all that is kept', () => {
  it.each([
    [0, 900],
    [1, 900],
    [2, 3600],
    [8, 7200],
    [29, 21_600],
    [90, 86_400],
  ])('of %i days has buckets of %i seconds, from the one with the oldest counts to that of now', (days, seconds) => {
    const firstMs = now - days * 24 * hour
    const { fromMs, toMs, bucketSeconds } = spanOf('90d', now, firstMs)
    expect(bucketSeconds).toBe(seconds)
    const widthMs = seconds * 1000
    const oldestMs = Math.min(firstMs, now - hour)
    expect([fromMs, toMs]).toEqual([oldestMs - (oldestMs % widthMs), now - (now % widthMs) + widthMs])
  })

  it('is an hour where nothing is kept yet', () => {
    expect(spanOf('90d', now, null)).toEqual(spanOf('90d', now, now - hour))
  })
})

const run = (minutesAgo: number, status = 'SUCCEEDED', statusCode: number | null = 200, responseTimeMs = 100) => ({
  atMs: now - minutesAgo * minute,
  status,
  statusCode: status === 'FAILED' ? null : statusCode,
  errorCode: (status === 'FAILED' ? 'TIMEOUT' : null) as ExecutionErrorCode | null,
  responseTimeMs,
})

const build = (runs: ReturnType<typeof run>[], changes: Partial<Parameters<typeof buildSeries>[0]> = {}) => {
  const span = spanOf('1h', now, null)
  const firstMs = runs.length === 0 ? null : Math.min(...runs.map(({ atMs }) => atMs))
  const schedule = { ...defaultScheduler, intervalSecond: 60 }
  return buildSeries({
    span,
    rollups: rollUp(runs, minute),
    firstMs,
    nowMs: now,
    schedule,
    anchorMs: now,
    pauses: [],
    ...changes,
  })
}

describe('a series', () => {
  it('counts runs, failures and HTTP errors, and says the uptime of both together', () => {
    const series = build([run(5), run(4, 'SUCCEEDED', 503), run(3, 'FAILED'), run(2)])
    expect(series).toMatchObject({ runs: 4, failures: 1, httpErrors: 1, uptimePercent: 50 })
    expect(series.buckets.filter(({ runs }) => runs > 0)).toHaveLength(4)
  })

  it('counts no inconclusive run, neither as good nor as failed, and shows no gap where there is one', () => {
    const inconclusive = { ...run(3, 'FAILED'), errorCode: 'INCONCLUSIVE' as const }
    const runs = [run(5), run(4), inconclusive, run(2, 'SUCCEEDED', 503), run(1)]
    const series = build(runs, { runs })
    expect(series).toMatchObject({ runs: 4, inconclusive: 1, failures: 0, httpErrors: 1, uptimePercent: 75 })
    expect(series.medianMs).toBe(100)
    expect(series.buckets.filter(({ gap }) => gap !== null)).toEqual([])
  })

  it('takes the response times of responses alone', () => {
    const series = build([run(5, 'SUCCEEDED', 200, 10), run(3, 'FAILED', null, 30_000)])
    expect(series.p95Ms).toBeLessThan(11)
  })

  it('has the exact quantiles of runs that are known one by one, none above the slowest', () => {
    const runs = [101, 40, 57].map((ms, index) => run(5 - index, 'SUCCEEDED', 200, ms))
    expect(build(runs, { runs })).toMatchObject({ medianMs: 57, p95Ms: 101 })
    const withFailure = [...runs, run(1, 'FAILED', null, 30_000)]
    expect(build(withFailure, { runs: withFailure })).toMatchObject({ medianMs: 57, p95Ms: 101 })
    const two = [run(2, 'SUCCEEDED', 200, 3.7), run(1, 'SUCCEEDED', 200, 17)]
    expect(build(two, { runs: two })).toMatchObject({ medianMs: 10.35, p95Ms: 17 })
    const { medianMs } = build(runs, { runs: runs.slice(1) })
    expect(medianMs).not.toBe(57)
    expect(Math.abs((medianMs ?? 0) / 57 - 1) * 100).toBeLessThanOrEqual(timeErrorPercent)
  })

  it('rounds an uptime to two decimals', () => {
    expect(uptimePercentOf({ runs: 7, failures: 1, httpErrors: 1 })).toBe(71.43)
    expect(uptimePercentOf({ runs: 3, failures: 1, httpErrors: 0 })).toBe(66.67)
  })

  it('rounds no uptime up to 100 %, nor down to 0 %', () => {
    expect(uptimePercentOf({ runs: 1_000_000, failures: 999_999, httpErrors: 0 })).toBe(0.01)
    expect(uptimePercentOf({ runs: 1_000_000, failures: 1, httpErrors: 0 })).toBe(99.99)
    expect(uptimePercentOf({ runs: 2, failures: 1, httpErrors: 1 })).toBe(0)
    expect(uptimePercentOf({ runs: 43_200, failures: 1, httpErrors: 0 })).toBe(99.99)
    expect(uptimePercentOf({ runs: 0, failures: 0, httpErrors: 0 })).toBeNull()
  })

  it('marks the minutes in which a run was due and none was, from the first run until a minute ago', () => {
    const { buckets } = build([run(10), run(9), run(5), run(4), run(3), run(2), run(1)])
    const gaps = buckets.filter(({ gap }) => gap !== null).map(({ at }) => Math.round((now - Date.parse(at)) / minute))
    expect(gaps).toEqual([9, 8, 7])
  })

  it('marks no gap where the schedule has none of its times', () => {
    const hourly = { schedule: { ...defaultScheduler, intervalSecond: 3600 }, anchorMs: now - 50 * minute }
    expect(build([run(50)], hourly).buckets.some(({ gap }) => gap !== null)).toBe(false)
    const nightly = { ...defaultScheduler, mode: 'CUSTOM' as const, expression: '0 3 * * *' }
    expect(build([run(50)], { schedule: nightly }).buckets.some(({ gap }) => gap !== null)).toBe(false)
  })

  const gapsOf = ({ buckets }: ReturnType<typeof build>) =>
    buckets.flatMap(({ at, gap }) => (gap === null ? [] : [`${Math.round((now - Date.parse(at)) / minute)} ${gap}`]))
  const pause = (fromMinutesAgo: number, toMinutesAgo: number) => ({
    fromMs: now - fromMinutesAgo * minute,
    toMs: now - toMinutesAgo * minute,
  })

  it('distinguishes the time in which a task was disabled from runs that were missed', () => {
    const runs = [run(10), run(9), run(4), run(3), run(2), run(1)]
    expect(gapsOf(build(runs))).toEqual(['9 MISSED', '8 MISSED', '7 MISSED', '6 MISSED'])
    expect(gapsOf(build(runs, { pauses: [pause(9, 4.5)] }))).toEqual([
      '9 DISABLED',
      '8 DISABLED',
      '7 DISABLED',
      '6 DISABLED',
    ])
    expect(gapsOf(build(runs, { pauses: [pause(8, 6)] }))).toEqual([
      '9 DISABLED',
      '8 DISABLED',
      '7 DISABLED',
      '6 MISSED',
    ])
  })

  it('does not call a run missed that was not due before a pause began or after it ended', () => {
    const runs = [run(10), run(9), run(4), run(3), run(2), run(1)]
    expect(gapsOf(build(runs, { pauses: [pause(8.5, 6.5), pause(6, 4.2)] }))).toEqual([
      '9 DISABLED',
      '8 DISABLED',
      '7 DISABLED',
      '6 DISABLED',
    ])
  })

  it('calls a time of a cron expression missed where the task was active at that time', () => {
    const everyTenMinutes = { ...defaultScheduler, mode: 'CUSTOM' as const, expression: '*/10 * * * *' }
    const span = { fromMs: now - 40 * minute, toMs: now, bucketSeconds: 20 * 60 }
    const at = (pauses: { fromMs: number; toMs: number }[]) =>
      buildSeries({
        span,
        rollups: [],
        firstMs: span.fromMs,
        nowMs: now,
        schedule: everyTenMinutes,
        anchorMs: null,
        pauses,
      })
    const whole = { fromMs: span.fromMs - 1, toMs: span.toMs }
    expect(gapsOf(at([whole])).every((gap) => gap.endsWith('DISABLED'))).toBe(true)
    expect(gapsOf(at([{ ...whole, toMs: now - 30 * minute }])).every((gap) => gap.endsWith('MISSED'))).toBe(true)
  })

  it('marks no gap of a task that runs once', () => {
    const once = { ...defaultScheduler, mode: 'ONE_TIME' as const, oneTimeModeEpochSecond: (now - 20 * minute) / 1000 }
    expect(gapsOf(build([run(50)], { schedule: once }))).toEqual([])
  })

  it('has no response time of a run whose time is not known', () => {
    expect(rollUp([{ ...run(5), responseTimeMs: null }], hour)[0]?.times).toEqual(new Uint8Array())
  })

  it('marks gaps before the last activation too', () => {
    const reactivated = build([run(40), run(1)], { anchorMs: now - minute })
    expect(reactivated.buckets.filter(({ gap }) => gap !== null).length).toBeGreaterThan(30)
  })

  it('without a run has neither gaps nor an uptime', () => {
    const empty = build([])
    expect(empty).toMatchObject({ runs: 0, uptimePercent: null, medianMs: null, p95Ms: null })
    expect(empty.buckets.some(({ gap }) => gap !== null)).toBe(false)
  })
})
