import { expect, it } from 'vitest'
import { linearScale, roundTicks, timeTicks } from './history-chart.tsx'

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

it('the chart spaces the ticks of a time axis evenly and keeps them within it', () => {
  expect(timeTicks([0, 100], 2)).toEqual([25, 75])
})
