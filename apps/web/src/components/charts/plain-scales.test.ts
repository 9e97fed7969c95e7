import { expect, it } from 'vitest'
import { linearScale, roundTicks, timeTicks } from './plain-scales.ts'

it('the chart maps values to pixels and back, on an axis that points up as well', () => {
  const { toPixel, toValue } = linearScale([5, 7], [200, 0])
  expect([toPixel(5), toPixel(6), toPixel(7)]).toEqual([200, 100, 0])
  expect(toValue(50)).toBe(6.5)
})

it.each([
  [
    [5.94, 7.13],
    [6, 6.5, 7],
  ],
  [
    [6.1, 6.2],
    [6.1, 6.15, 6.2],
  ],
  [
    [0, 25],
    [0, 10, 20],
  ],
] as const)('the chart places ticks of %j at round values', (domain, expected) => {
  expect(roundTicks(domain, 3).map((tick) => Number(tick.toFixed(6)))).toEqual(expected)
})

it.each([
  ['2025-10-02', '2026-11-22', 5, ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01']],
  ['2025-10-02', '2026-11-22', 2, ['2026-01-01']],
  ['2026-08-24', '2026-11-22', 4, ['2026-09-01', '2026-10-01', '2026-11-01']],
  ['2026-11-01', '2026-11-22', 5, ['2026-11-02', '2026-11-09', '2026-11-16']],
  ['2026-11-21', '2026-11-23', 2, ['2026-11-21', '2026-11-22', '2026-11-23']],
  ['2016-11-22', '2026-11-22', 5, ['2018-01-01', '2020-01-01', '2022-01-01', '2024-01-01', '2026-01-01']],
] as const)(
  'the time axis from %s to %s with room for %i has a tick at every n-th month, week or day',
  (from, to, count, expected) => {
    const ticks = timeTicks([Date.parse(from), Date.parse(to)], count)
    expect(ticks.map((tick) => new Date(tick).toISOString().slice(0, 10))).toEqual(expected)
  },
)

it('the time axis has a tick however long it is and wherever it begins', () => {
  const begin = Date.parse('2025-01-01')
  for (let days = 2; days < 800; days += 3)
    for (let offset = 0; offset < 60; offset += 7) {
      const from = begin + offset * 86_400_000
      for (const count of [2, 3, 6]) {
        const { length } = timeTicks([from, from + days * 86_400_000], count)
        expect(length, `${days} days, ${count} ticks`).toBeGreaterThan(0)
        expect(length, `${days} days, ${count} ticks`).toBeLessThan(count + 2)
      }
    }
})
