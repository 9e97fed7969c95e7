import { describe, expect, it } from 'vitest'
import { distinctTicks, nearestPoint, valueDomain, withGaps, type PlotPoint } from './plot-points.ts'

const point = (id: string, at: number, value: number | null): PlotPoint => ({ id, at, value, isFailed: value === null })

describe('plotting', () => {
  it('joins no line over a missing value', () => {
    const runs = withGaps([point('a', 1, 5), point('b', 2, null), point('c', 3, 6), point('d', 4, 7)])
    expect(runs.map((run) => run.map((each) => each.id))).toEqual([['a'], ['c', 'd']])
  })

  it('joins no line through a failure, whatever time it took', () => {
    const failed: PlotPoint = { ...point('b', 2, 9), isFailed: true }
    const runs = withGaps([point('a', 1, 5), failed, point('c', 3, 6)])
    expect(runs.map((run) => run.map((each) => each.id))).toEqual([['a'], ['c']])
  })

  it('starts at zero unless that would flatten the line', () => {
    expect(valueDomain([point('a', 1, 20), point('b', 2, 100)])[0]).toBe(0)
    expect(valueDomain([point('a', 1, 900), point('b', 2, 1000)])[0]).toBeGreaterThan(800)
    expect(valueDomain([point('a', 1, 29_998), point('b', 2, 30_001)])[0]).toBe(0)
    expect(valueDomain([])).toEqual([0, 1])
    expect(valueDomain([point('a', 1, 200)])).toEqual([0, 250])
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
