import { describe, expect, it } from 'vitest'
import {
  anchorOf,
  clearTicks,
  distinctTicks,
  nearestPoint,
  valueDomain,
  withGaps,
  type PlotPoint,
} from './plot-points.ts'

const point = (id: string, at: number, value: number | null): PlotPoint => ({
  id,
  at,
  value,
  upper: null,
  tone: value === null ? 'bad' : 'ok',
  isAfterGap: false,
  isListed: false,
})

describe('plotting', () => {
  it('joins no line over a missing value', () => {
    const runs = withGaps([point('a', 1, 5), point('b', 2, null), point('c', 3, 6), point('d', 4, 7)])
    expect(runs.map((run) => run.map((each) => each.id))).toEqual([['a'], ['c', 'd']])
  })

  it('joins no line over a time in which nothing was measured', () => {
    const runs = withGaps([point('a', 1, 5), point('b', 2, 5), { ...point('c', 9, 6), isAfterGap: true }])
    expect(runs.map((run) => run.map((each) => each.id))).toEqual([['a', 'b'], ['c']])
  })

  it('makes room for the upper value of a point', () => {
    expect(valueDomain([{ ...point('a', 1, 20), upper: 400 }, point('b', 2, 100)])[1]).toBeGreaterThanOrEqual(400)
  })

  it('ends each label of an axis within the chart', () => {
    expect([4, 300, 590].map((x) => anchorOf(x, '04:19:15 AM'.length, 600))).toEqual(['start', 'middle', 'end'])
  })

  it('fits its axis to the values, from zero where they begin near it, and lets no wobble look like a cliff', () => {
    expect(valueDomain([point('a', 1, 20), point('b', 2, 100)])).toEqual([0, 106.4])
    expect(valueDomain([point('a', 1, 80), point('b', 2, 100)])).toEqual([78.4, 101.6])
    const [low, high] = valueDomain([point('a', 1, 29_998), point('b', 2, 30_001)])
    expect(high - low).toBeGreaterThan(2_900)
    expect(valueDomain([point('a', 1, -20), point('b', 2, -10)])).toEqual([-20.8, -9.2])
    expect(valueDomain([])).toEqual([0, 1])
    expect(valueDomain([point('a', 1, 0)])).toEqual([0, 1])
    expect(valueDomain([point('a', 1, 200)])).toEqual([0, 250])
    expect(valueDomain([point('a', 1, -200)])).toEqual([-250, 0])
  })

  it('repeats no label on an axis', () => {
    const seconds = (at: number) => `${Math.floor(at / 1000)} s`
    expect(distinctTicks([0, 500, 1000, 1500, 2000], seconds)).toEqual([0, 1000, 2000])
    expect(distinctTicks([], seconds)).toEqual([])
  })

  it('finds the point nearest in time', () => {
    expect(nearestPoint([point('a', 10, 1), point('b', 20, 1)], 16)?.id).toBe('b')
    expect(nearestPoint([], 1)).toBeUndefined()
  })
})

describe('labels of an axis of time', () => {
  const labelOf = (x: number) => `10:10:${String(x % 60).padStart(2, '0')} AM`
  const width = 1000
  const ticksOf = (xs: readonly number[]) => clearTicks(xs, { labelOf, xOf: (x) => x, width })

  it('are all there where they have room', () => {
    expect(ticksOf([0, 200, 400, 600, 800, 1000])).toEqual([0, 200, 400, 600, 800, 1000])
  })

  it('never stand upon one another, also at the ends, where they are drawn beside their ticks', () => {
    // At 1000 the label ends at its tick, and so begins at 925.
    expect(ticksOf([1, 60, 130, 870, 930, 1000])).toEqual([1, 130, 870, 1000])
    expect(ticksOf([850, 920, 1000])).toEqual([850, 1000])
  })
})
