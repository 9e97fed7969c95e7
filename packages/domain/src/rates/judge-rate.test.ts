import { describe, expect, it } from 'vitest'
import { judgeRate } from './judge-rate.ts'

const dayMs = 86_400_000
const nowMs = Date.UTC(2030, 0, 10)
const readDaysAgo = (days: number, rate = 6) => ({ rate, readAtMs: nowMs - days * dayMs })

describe('a rate that was read', () => {
  it.each([0.001, 6.125, 25])('of %d %% is believed where none is known', (rate) => {
    expect(judgeRate(rate, null, nowMs)).toBeNull()
  })

  it.each([0, -1, 25.001, Number.NaN])('of %d %% never is', (rate) => {
    expect(judgeRate(rate, null, nowMs)).toBe(`${rate} % is not between 0 and 25 %.`)
  })

  it.each([
    [8, 0],
    [4, 0],
    [8, 1.9],
    [10, 2],
    [2, 2.9],
    [6, 100],
  ])('of %d %% is believed where it was 6 %% %d days ago', (rate, days) => {
    expect(judgeRate(rate, readDaysAgo(days), nowMs)).toBeNull()
  })

  it.each([
    [8.001, 0, 2.001],
    [3.9, 1.9, 2.1],
    [10.001, 2, 4.001],
    [1.9, 2.9, 4.1],
  ])('of %d %% is not believed where it was 6 %% %d days ago', (rate, days, move) => {
    expect(judgeRate(rate, readDaysAgo(days), nowMs)).toBe(`It moved by ${move} points, from 6 to ${rate} %.`)
  })

  it('may move by exactly two points a day, however binary fractions are rounded', () => {
    expect(judgeRate(8.1, readDaysAgo(1, 6.1), nowMs)).toBeNull()
  })
})
