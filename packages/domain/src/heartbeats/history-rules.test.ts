import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Absence } from './absence.ts'
import { heartbeatStates, type HeartbeatState } from './heartbeat-rules.ts'
import { bandsOf, longestOfEach, percentileOf, uptimeOf } from './history-rules.ts'

const changes = (...given: [atMs: number, state: HeartbeatState, expectedAtMs?: number][]) =>
  given.map(([atMs, state, expectedAtMs = null]) => ({ atMs, state, expectedAtMs, counted: null }))
const drawn = (given: Parameters<typeof bandsOf>[0], absences: readonly Absence[] = []) =>
  bandsOf(given, { fromMs: 0, toMs: 100, absences }).map(({ fromMs, toMs, state }) => `${fromMs}-${toMs} ${state}`)

describe('the bands of a heartbeat', () => {
  it('are its states between its changes, up to the end', () => {
    expect(drawn(changes([10, 'UP'], [40, 'LATE'], [50, 'DOWN'], [70, 'UP']))).toEqual([
      '10-40 UP',
      '40-50 LATE',
      '50-70 DOWN',
      '70-100 UP',
    ])
  })
  it('begin with the state that it had before, and are cut where the time begins and ends', () => {
    expect(drawn(changes([-50, 'DOWN'], [20, 'UP'], [150, 'DOWN']))).toEqual(['0-20 DOWN', '20-100 UP'])
  })
  it('are late from the time on when a call was expected that did not come before it went down or was paused', () => {
    expect(drawn(changes([10, 'UP'], [50, 'DOWN', 40], [60, 'UP', 65], [80, 'PAUSED', 70]))).toEqual([
      '10-40 UP',
      '40-50 LATE',
      '50-60 DOWN',
      '60-70 UP',
      '70-80 LATE',
    ])
    const absences = [{ fromMs: 30, untilMs: 45 }]
    expect(drawn(changes([10, 'UP'], [50, 'DOWN', 40], [60, 'PAUSED']), absences)).toEqual([
      '10-30 UP',
      '30-45 UNKNOWN',
      '45-50 LATE',
      '50-60 DOWN',
    ])
  })
  it('are not late before a call that came, while a run is open, nor before requests are counted', () => {
    expect(drawn(changes([10, 'UP'], [50, 'RUNNING', 40], [90, 'DOWN', 70]))).toEqual(['10-90 UP', '90-100 DOWN'])
    const counted = { kind: 'RECEIVED', count: 3, fromMs: 10, untilMs: 40, from: 40, to: 62, timezone: 'UTC' } as const
    const [up, down] = changes([10, 'UP'], [50, 'DOWN', 40])
    if (up === undefined || down === undefined) throw new Error('There are two changes.')
    expect(drawn([up, { ...down, counted }])).toEqual(['10-50 UP', '50-100 DOWN'])
  })
  it('end late since a call was expected that has not come, unless it changed since then', () => {
    const lateSinceMs = 40
    const bandsTo100 = (given: Parameters<typeof bandsOf>[0]) => bandsOf(given, { fromMs: 0, toMs: 100, lateSinceMs })
    expect(bandsTo100(changes([0, 'UP']))).toEqual([
      { fromMs: 0, toMs: 40, state: 'UP' },
      { fromMs: 40, toMs: 100, state: 'LATE' },
    ])
    expect(bandsTo100(changes([0, 'UP'], [60, 'DOWN', 40]))).toEqual([
      { fromMs: 0, toMs: 40, state: 'UP' },
      { fromMs: 40, toMs: 60, state: 'LATE' },
      { fromMs: 60, toMs: 100, state: 'DOWN' },
    ])
  })
  it('are one while it is up and runs', () => {
    expect(drawn(changes([0, 'UP'], [20, 'RUNNING'], [25, 'UP'], [40, 'RUNNING']))).toEqual(['0-100 UP'])
  })
  it('leave out the time in which nothing is expected', () => {
    expect(drawn(changes([0, 'UP'], [20, 'PAUSED'], [50, 'NEW'], [80, 'UP']))).toEqual(['0-20 UP', '80-100 UP'])
  })
  it('are none before the first change that is kept, and none at all without one', () => {
    expect(drawn(changes([60, 'DOWN']))).toEqual(['60-100 DOWN'])
    expect(drawn([])).toEqual([])
  })
  it('are unknown where nobody could take calls, but for one that is down', () => {
    const given = changes([0, 'UP'], [20, 'LATE'], [40, 'DOWN'], [60, 'UP'], [70, 'PAUSED'], [90, 'UP'])
    const absences = [
      { fromMs: -5, untilMs: 3 },
      { fromMs: 15, untilMs: 25 },
      { fromMs: 35, untilMs: 62 },
      { fromMs: 75, untilMs: 80 },
      { fromMs: 95, untilMs: 120 },
    ]
    expect(drawn(given, absences)).toEqual([
      '0-3 UNKNOWN',
      '3-15 UP',
      '15-25 UNKNOWN',
      '25-35 LATE',
      '35-40 UNKNOWN',
      '40-60 DOWN',
      '60-62 UNKNOWN',
      '62-70 UP',
      '90-95 UP',
      '95-100 UNKNOWN',
    ])
  })
  it('lie within the time, in their order, and never overlap, whatever the changes', () => {
    const time = fc.integer({ min: -50, max: 150 })
    const maybeTime = fc.option(time)
    const one = fc.record({
      atMs: time,
      state: fc.constantFrom(...heartbeatStates),
      expectedAtMs: maybeTime,
      counted: fc.constant(null),
    })
    const absence = fc.record({ fromMs: time, untilMs: time })
    fc.assert(
      fc.property(fc.array(one), fc.array(absence), maybeTime, (given, absences, lateSinceMs) => {
        const bands = bandsOf(
          given.toSorted((a, b) => a.atMs - b.atMs),
          { fromMs: 0, toMs: 100, absences, lateSinceMs },
        )
        const edges = bands.flatMap(({ fromMs, toMs }) => [fromMs, toMs])
        expect(edges).toEqual(edges.toSorted((a, b) => a - b))
        expect(edges.every((edge) => edge >= 0 && edge <= 100)).toBe(true)
      }),
    )
  })
})

describe('uptime', () => {
  it('is the part of the known time in which it was not down; late is up', () => {
    const bands = bandsOf(changes([0, 'UP'], [40, 'LATE'], [50, 'DOWN'], [60, 'UP'], [80, 'PAUSED']), {
      fromMs: 0,
      toMs: 100,
    })
    expect(uptimeOf(bands)).toEqual({ uptimePercent: 87.5, outages: 1, downtimeMs: 10 })
  })
  it('leaves out what is not known', () => {
    const given = changes([0, 'UP'], [50, 'DOWN'], [60, 'UP'])
    const bands = bandsOf(given, { fromMs: 0, toMs: 100, absences: [{ fromMs: 20, untilMs: 40 }] })
    expect(uptimeOf(bands)).toEqual({ uptimePercent: 87.5, outages: 1, downtimeMs: 10 })
  })
  it('is none where nothing is known', () => {
    const none = { uptimePercent: null, outages: 0, downtimeMs: 0 }
    expect(uptimeOf([])).toEqual(none)
    expect(uptimeOf([{ fromMs: 0, toMs: 100, state: 'UNKNOWN' }])).toEqual(none)
  })
})

it('of more runs than are drawn, the longest of each interval is, and of fewer each', () => {
  const runs = Array.from({ length: 100 }, (_, atMs) => ({ atMs, durationMs: atMs % 10 === 3 ? 50 : 1 }))
  const span = { fromMs: 0, toMs: 100, most: 10 }
  expect(longestOfEach(runs, span)).toEqual(runs.filter(({ durationMs }) => durationMs === 50))
  expect(longestOfEach(runs, { ...span, most: 100 })).toEqual(runs)
})

it.each([
  [[], 50, null],
  [[7], 95, 7],
  [[4, 1, 3, 2], 50, 2],
  [Array.from({ length: 100 }, (_, n) => n + 1), 95, 95],
])('of %j, %d percent do not exceed %s', (values, percent, expected) => {
  expect(percentileOf(values, percent)).toBe(expected)
})
