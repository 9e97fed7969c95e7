import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCronExpression } from './cron-expression.ts'
import { defaultScheduler } from '../default-scheduler.ts'
import { nextRun } from '../next-run.ts'
import { anyExpression, matcherOf } from '../testing/cron-model.ts'
import { zoneOffsetMs } from '../zone-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What the clock shows at each minute of some days, as instants of a clock of UTC. */
interface Window {
  fromMs: number
  walls: number[]
}

const windowAround = (zone: string, changeMs: number): Window => {
  const fromMs = changeMs - 2 * dayMs
  const walls = Array.from({ length: 4 * 1440 }, (_, minute) => {
    const atMs = fromMs + minute * minuteMs
    return atMs + zoneOffsetMs(atMs, zone)
  })
  return { fromMs, walls }
}

/** By the documented rules, minute by minute: skipped times at the end of their gap, repeated ones once, or in real time. */
function runsOf(expression: string, { fromMs, walls }: Window): number[] {
  const { matches, isEveryHour } = matcherOf(expression)
  const runs: number[] = []
  let reachedMs = (walls[0] ?? 0) - minuteMs
  for (const [minute, wallMs] of walls.entries()) {
    let isRun = isEveryHour && matches(wallMs)
    for (let passed = reachedMs + minuteMs; !isEveryHour && passed <= wallMs && !isRun; passed += minuteMs) {
      isRun = matches(passed)
    }
    if (isRun) runs.push(fromMs + minute * minuteMs)
    reachedMs = Math.max(reachedMs, wallMs)
  }
  return runs
}

const computed = (expression: string, timezone: string, { fromMs, walls }: Window): number[] => {
  const schedule = { ...defaultScheduler, mode: 'CUSTOM' as const, expression, timezone }
  const runs: number[] = []
  let at = nextRun(schedule, 0, fromMs - 1)
  while (at !== null && at < fromMs + walls.length * minuteMs) {
    runs.push(at)
    at = nextRun(schedule, 0, at)
  }
  return runs
}

const expectModel = (expression: string, zone: string, window: Window, offsets: readonly number[] = []) => {
  const expected = runsOf(expression, window)
  const shown = (runs: number[]) => [expression, zone, runs.map((run) => new Date(run).toISOString())]
  expect(shown(computed(expression, zone, window))).toEqual(shown(expected))
  const schedule = { ...defaultScheduler, mode: 'CUSTOM' as const, expression, timezone: zone }
  for (const offset of offsets) {
    const fromMs = window.fromMs + dayMs + offset
    const next = expected.find((run) => run > fromMs)
    if (next !== undefined) expect(shown([nextRun(schedule, 0, fromMs) ?? 0])).toEqual(shown([next]))
  }
}

/** When a zone's clocks change between two years, found hour by hour of those days that have a change. */
function changesOf(zone: string, fromYear: number, toYear: number): number[] {
  const found: number[] = []
  let before = zoneOffsetMs(Date.UTC(fromYear, 0, 1), zone)
  for (let at = Date.UTC(fromYear, 0, 1); at < Date.UTC(toYear, 0, 1); at += 4 * dayMs) {
    const offset = zoneOffsetMs(at, zone)
    if (offset !== before) {
      let [low, high] = [at - 4 * dayMs, at]
      while (high - low > minuteMs) {
        const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs
        if (zoneOffsetMs(middle, zone) === before) low = middle
        else high = middle
      }
      found.push(high)
    }
    before = offset
  }
  return found
}

const fixed = [
  '0 0 * * *',
  '30 23 * * *',
  '30 1 * * *',
  '30 2 * * *',
  '*/5 2 * * *',
  '15 0,1,2,3 * * *',
  '30 * * * *',
  '0 9 * * *',
  '0 9 */1 * 1',
]

describe('[SC-09] cron runs are those of a model that looks at each minute,', () => {
  it.each([
    ['America/Nuuk, a gap that reaches midnight', 'America/Nuuk', '2026-03-29T01:00:00Z'],
    ['America/Nuuk, a repeated hour before midnight', 'America/Nuuk', '2026-10-25T01:00:00Z'],
    ['America/Scoresbysund, a gap of two hours over midnight', 'America/Scoresbysund', '2024-03-31T01:00:00Z'],
    ['Pacific/Apia, a day that is left out', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['Pacific/Fakaofo, a day that is left out', 'Pacific/Fakaofo', '2011-12-30T11:00:00Z'],
    ['Pacific/Kwajalein, a day that is left out', 'Pacific/Kwajalein', '1993-08-21T12:00:00Z'],
    ['Pacific/Kiritimati, a day that is left out', 'Pacific/Kiritimati', '1994-12-31T10:00:00Z'],
    ['Asia/Beirut, a gap from midnight on', 'Asia/Beirut', '2026-03-28T22:00:00Z'],
    ['Africa/Cairo, a gap from midnight on', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
    ['America/Sao_Paulo, a gap from midnight on', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['America/Havana, a repeated hour after midnight', 'America/Havana', '2026-11-01T05:00:00Z'],
    ['America/Santiago, a repeated hour before midnight', 'America/Santiago', '2026-04-05T03:00:00Z'],
    ['Australia/Lord_Howe, half an hour', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['Antarctica/Troll, two hours', 'Antarctica/Troll', '2026-10-25T01:00:00Z'],
    ['Antarctica/Casey, three hours back', 'Antarctica/Casey', '2010-03-04T15:00:00Z'],
    ['America/Caracas, half an hour back', 'America/Caracas', '2007-12-09T07:00:00Z'],
    ['Asia/Pyongyang, half an hour before midnight', 'Asia/Pyongyang', '2018-05-04T15:00:00Z'],
    ['Asia/Kathmandu, a quarter of an hour', 'Asia/Kathmandu', '1985-12-31T18:30:00Z'],
    ['Africa/Casablanca, for Ramadan', 'Africa/Casablanca', '2026-02-15T02:00:00Z'],
    ['Europe/Dublin, winter', 'Europe/Dublin', '2026-10-25T01:00:00Z'],
    ['UTC, which never changes', 'UTC', '2026-03-29T01:00:00Z'],
  ])('in %s', (_name, zone, change) => {
    expect.hasAssertions()
    const window = windowAround(zone, Date.parse(change))
    const offsets = [
      0,
      dayMs - 1,
      dayMs,
      dayMs + 1,
      dayMs + 20 * minuteMs,
      dayMs + 61 * minuteMs,
      dayMs - 31 * minuteMs,
    ]
    for (const expression of fixed) expectModel(expression, zone, window, offsets)
    for (const expression of fc.sample(anyExpression, { numRuns: 8, seed: 7 })) {
      if (checkCronExpression(expression) === null) expectModel(expression, zone, window, offsets)
    }
  })

  it('around changes of the clocks in all zones', () => {
    expect.hasAssertions()
    const zones = Intl.supportedValuesOf('timeZone')
    const changes = fc.constantFrom(...zones).chain((zone) => {
      const found = changesOf(zone, 2005, 2030)
      return fc.tuple(fc.constant(zone), fc.constantFrom(...(found.length > 0 ? found : [Date.UTC(2020, 5, 1)])))
    })
    const offset = fc.integer({ min: 0, max: 2 * dayMs })
    fc.assert(
      fc.property(changes, anyExpression, fc.array(offset, { maxLength: 4 }), ([zone, change], expression, offsets) => {
        fc.pre(checkCronExpression(expression) === null)
        const window = windowAround(zone, change)
        for (const one of [expression, '30 1 * * *', '15 0,23 * * *', '30 * * * *'])
          expectModel(one, zone, window, offsets)
      }),
      { numRuns: 25 },
    )
  })
})
