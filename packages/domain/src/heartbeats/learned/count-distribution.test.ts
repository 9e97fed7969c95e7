import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountDistribution, highestCount, lowestCount } from './count-distribution.ts'

/** The probabilities of 0, 1, 2 … by the textbook's recursion of each distribution. */
const probabilities = ({ mean, spread }: CountDistribution, most: number): number[] => {
  const first = spread === 0 ? Math.exp(-mean) : (1 + spread * mean) ** (-1 / spread)
  const all = [first]
  for (let count = 1; count <= most; count += 1) {
    const before = all[count - 1] ?? 0
    all.push((before * mean * (1 + (count - 1) * spread)) / (count * (1 + spread * mean)))
  }
  return all
}
const upTo = (all: readonly number[], count: number) => all.slice(0, count + 1).reduce((sum, one) => sum + one, 0)

const distribution = fc.record({
  mean: fc.double({ min: 0.05, max: 120, noNaN: true }),
  spread: fc.constantFrom(0, 0.01, 0.1, 0.5, 2),
})
const probability = fc.double({ min: 1e-5, max: 0.3, noNaN: true })

describe('the lowest count that is usual', () => {
  it('is the greatest of which all smaller ones together have at most the probability', () => {
    fc.assert(
      fc.property(distribution, probability, (one, most) => {
        const all = probabilities(one, 400)
        const lowest = lowestCount(one, most)
        if (lowest > 0) expect(upTo(all, lowest - 1)).toBeLessThanOrEqual(most * (1 + 1e-6))
        expect(upTo(all, lowest)).toBeGreaterThan(most * (1 - 1e-6))
      }),
    )
  })
  it('grows with the mean, and sinks with the spread and with the rarity that is asked for', () => {
    fc.assert(
      fc.property(distribution, probability, ({ mean, spread }, most) => {
        const lowest = lowestCount({ mean, spread }, most)
        expect(lowestCount({ mean: mean * 1.3, spread }, most)).toBeGreaterThanOrEqual(lowest)
        expect(lowestCount({ mean, spread: spread + 0.2 }, most)).toBeLessThanOrEqual(lowest)
        expect(lowestCount({ mean, spread }, most / 3)).toBeLessThanOrEqual(lowest)
      }),
    )
  })
  it('of counts of Poisson is that of its table, also of thousands', () => {
    expect(lowestCount({ mean: 50, spread: 0 }, 0.001)).toBe(30)
    expect(lowestCount({ mean: 7, spread: 0 }, 0.001)).toBe(1)
    expect(lowestCount({ mean: 6.9, spread: 0 }, 0.001)).toBe(0)
    // By the normal distribution, which is as good there: 30,000 - 3.09 * √30,000.
    expect(Math.abs(lowestCount({ mean: 30_000, spread: 0 }, 0.001) - 29_465)).toBeLessThan(5)
  })
})

it('the highest count that is usual is the least of which all greater ones together have at most the probability', () => {
  fc.assert(
    fc.property(distribution, probability, (one, most) => {
      const all = probabilities(one, 4000)
      const highest = highestCount(one, most)
      expect(1 - upTo(all, highest)).toBeLessThanOrEqual(most * (1 + 1e-6) + 1e-9)
      if (highest > 0) expect(1 - upTo(all, highest - 1)).toBeGreaterThanOrEqual(most * (1 - 1e-6) - 1e-9)
    }),
  )
})

describe('of large means', () => {
  /** Count by count from 0 on, in logarithms: exact, and slow. */
  const exactly = ({ mean, spread }: CountDistribution, weight: number): number => {
    let log = spread === 0 ? -mean : -Math.log1p(spread * mean) / spread
    let count = 0
    let sum = Math.exp(log)
    while (sum <= weight) {
      log += Math.log((mean * (1 + count * spread)) / ((count + 1) * (1 + spread * mean)))
      count += 1
      sum += Math.exp(log)
    }
    return count
  }

  it('both counts are within two counts or a twentieth of a deviation of the exact ones', () => {
    for (const mean of [257, 400, 1000, 5000, 20_000])
      for (const spread of [0, 1e-6, 0.001, 0.01, 0.019, 0.05, 0.1, 0.3, 1, 2, 8])
        for (const most of [0.0007, 0.001, 0.05]) {
          const near = 2 + 0.05 * Math.sqrt(mean + spread * mean * mean)
          const one = { mean, spread }
          const what = JSON.stringify({ ...one, most })
          expect(Math.abs(lowestCount(one, most) - exactly(one, most)), what).toBeLessThanOrEqual(near)
          const highest = highestCount(one, most)
          expect(Math.abs(highest - exactly(one, 1 - most)), what).toBeLessThanOrEqual(near)
        }
  })
})
