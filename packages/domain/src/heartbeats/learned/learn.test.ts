import { describe, expect, it } from 'vitest'
import { learn, type LearnedFor } from './learn.ts'
import { nextWindow, windowEndingAt } from './next-window.ts'
import { tryUsual } from './trial.ts'
import type { RequestHistory } from './usual.ts'
import { hourMs, weekHourAt } from './week-hours.ts'

const monday = Date.UTC(2026, 0, 5)
const utc: LearnedFor = { timezone: null, activeHours: null }

/** Counts by the hour since Monday of four weeks; null where they are not known. */
const historyOf = (
  countOf: (weekHour: number, week: number) => number | null,
  weeks = 4,
  fromMs = monday,
): RequestHistory => {
  const received = Array.from({ length: weeks * 168 }, (_, hour) => countOf(hour % 168, Math.floor(hour / 168)))
  return { fromMs, received, rejected: received.map(() => 0) }
}

/** About fifty an hour, as chance has it. */
const fifty = (weekHour: number, week: number) => 50 + (((weekHour * 7 + week * 13) % 15) - 7)

describe('what is usual', () => {
  it('is judged hour by hour where requests enough come, with the range of most counts around the lowest one', () => {
    const usual = learn(historyOf(fifty), utc, 0)
    expect(usual.windows).toHaveLength(168)
    for (const { hours, expected, from, to, lowest } of usual.windows) {
      expect(hours).toBe(1)
      expect(expected).toBeGreaterThan(40)
      expect(lowest).toBeGreaterThan(15)
      expect(lowest).toBeLessThan(from)
      expect(from).toBeLessThan(expected)
      expect(to).toBeGreaterThan(expected)
    }
  })

  it('of few requests is judged over several hours in a row, and of fewer not at all', () => {
    const few = learn(
      historyOf(() => 2),
      utc,
      0,
    )
    expect(few.windows.length).toBeGreaterThan(10)
    expect(few.windows.every(({ hours }) => hours > 1 && hours <= 24)).toBe(true)
    const sparse = learn(
      historyOf((weekHour) => (weekHour % 24 === 0 ? 3 : 0)),
      utc,
      0,
    )
    expect(sparse.windows).toEqual([])
  })

  it('hours that are too quiet before one that is not leave that one as it is', () => {
    const usual = learn(
      historyOf((weekHour) => (weekHour % 24 < 9 ? 0 : 60)),
      utc,
      0,
    )
    expect(usual.windows).toHaveLength(7 * 15)
    expect(usual.windows[0]).toMatchObject({ start: 9, hours: 1 })
  })

  it('of four weeks of which one is broken is about what the others have, so that an outage is no usual silence', () => {
    for (const broken of [0, 1, 2, 3]) {
      const usual = learn(
        historyOf((hour, week) => (week === broken ? 0 : fifty(hour, week))),
        utc,
        0,
      )
      expect(usual.windows).toHaveLength(168)
      for (const { expected, lowest } of usual.windows) {
        expect(expected).toBeGreaterThan(40)
        expect(lowest).toBeGreaterThan(5)
      }
      // The outage itself is what it would have alerted of, once.
      const history = historyOf((hour, week) => (week === broken ? 0 : fifty(hour, week)))
      expect(tryUsual(usual, history, utc).map(({ fromMs }) => fromMs)).toEqual([monday + broken * 168 * hourMs])
    }
  })

  it('of four weeks of which one had ten times as much is about what the others have', () => {
    const usual = learn(
      historyOf((hour, week) => fifty(hour, week) * (week === 2 ? 10 : 1)),
      utc,
      0,
    )
    for (const { expected } of usual.windows) expect(expected).toBeLessThan(70)
  })

  it('leaves out hours that are not known, and what is outside the days and hours that count', () => {
    const unknown = historyOf((hour, week) => (week === 1 && hour < 60 ? null : fifty(hour, week)))
    expect(learn(unknown, utc, 0).windows).toHaveLength(168)
    const activeHours = { days: [1, 2], from: '09:00', until: '17:00' }
    const office = learn(historyOf(fifty), { timezone: null, activeHours }, 0)
    expect(office.windows.map(({ start }) => start)).toEqual(
      [0, 1].flatMap((day) => Array.from({ length: 8 }, (_, hour) => day * 24 + 9 + hour)),
    )
  })

  it('goes by the clocks of its zone, also across their change', () => {
    const zone = 'America/Vancouver'
    const fromMs = Date.UTC(2026, 1, 23, 8)
    // Clocks go forward on 8 March 2026. The sender goes by them: it sends from 9 to 17.
    const received = Array.from({ length: 28 * 24 }, (_, hour) => {
      const weekHour = weekHourAt(fromMs + hour * hourMs, zone)
      return weekHour % 24 >= 9 && weekHour % 24 < 17 ? 60 : 0
    })
    const history = { fromMs, received, rejected: received.map(() => 0) }
    const usual = learn(history, { timezone: zone, activeHours: null }, 0)
    expect([...new Set(usual.windows.map(({ start }) => start % 24))]).toEqual([9, 10, 11, 12, 13, 14, 15, 16])
    expect(tryUsual(usual, history, { timezone: zone, activeHours: null })).toEqual([])
  })
})

describe('rejections', () => {
  const withRejected = (rejectedOf: (hour: number) => number) => ({
    ...historyOf(fifty),
    rejected: Array.from({ length: 4 * 168 }, (_, hour) => rejectedOf(hour)),
  })
  it('are a jump where they are more than chance explains and more than twice a usual week’s worst hour', () => {
    expect(
      learn(
        withRejected(() => 0),
        utc,
        0,
      ).mostRejected,
    ).toBe(5)
    const daily = learn(
      withRejected((hour) => (hour % 24 === 12 ? 30 : 0)),
      utc,
      0,
    )
    expect(daily.mostRejected).toBe(60)
    const history = withRejected((hour) => (hour === 300 || hour === 301 ? 90 : 0))
    const alerts = tryUsual(learn(history, utc, 0), history, utc)
    expect(alerts).toMatchObject([{ kind: 'REJECTED', fromMs: monday + 300 * hourMs, count: 90, from: 0, to: 5 }])
  })
})

describe('the window that is judged next', () => {
  const zone = 'America/Vancouver'
  const window = (start: number, hours: number) => ({ start, hours, expected: 9, from: 4, to: 15, lowest: 1 })
  const usual = { windows: [window(9, 1), window(10, 4), window(6 * 24 + 1, 3)] }
  const local = (text: string) => Date.parse(`${text}-08:00`)
  it('is the first that ends after an instant; of those that have begun, only where requests could come before', () => {
    const afterMs = local('2026-01-05T10:30:00')
    const next = { afterMs, timezone: zone }
    expect(nextWindow(usual, { ...next, isWhole: false })).toMatchObject({
      fromMs: local('2026-01-05T10:00:00'),
      untilMs: local('2026-01-05T14:00:00'),
    })
    expect(nextWindow(usual, { ...next, isWhole: true })?.fromMs).toBe(local('2026-01-11T01:00:00'))
    expect(nextWindow({ windows: [] }, { ...next, isWhole: false })).toBeNull()
  })
  it('is none in the night in which the clocks are changed within it', () => {
    // Sunday, 8 March 2026: 2:00 is 3:00.
    const found = nextWindow(usual, { afterMs: local('2026-03-08T00:00:00'), timezone: zone, isWhole: true })
    expect(found?.fromMs).toBe(Date.parse('2026-03-09T09:00:00-07:00'))
  })
  it('is found again by its end', () => {
    expect(windowEndingAt(usual, local('2026-01-05T14:00:00'), zone)?.fromMs).toBe(local('2026-01-05T10:00:00'))
    expect(windowEndingAt(usual, local('2026-01-05T13:00:00'), zone)).toBeNull()
  })
})

describe('how long learning takes', () => {
  /** The shortest of several times, in milliseconds: others may use the processor meanwhile. */
  const shortest = (history: RequestHistory) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const startMs = performance.now()
        learn(history, utc, 0)
        return performance.now() - startMs
      }),
    )
  const scattering = (most: number, scatter: number) =>
    historyOf((weekHour, week) => Math.round(most * (1 + scatter * Math.sin(weekHour * 7 + week * 13))))

  for (const scatter of [0, 0.1, 0.8])
    it(`does not depend on how many requests come, where their counts scatter by ${scatter * 100} %`, () => {
      const few = shortest(scattering(1000, scatter))
      expect(shortest(scattering(1_000_000, scatter))).toBeLessThan(Math.max(100, 4 * few))
    })
})
