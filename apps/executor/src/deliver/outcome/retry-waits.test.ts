import { expect, it } from 'vitest'
import { nextWait, retryWaitsSeconds } from './retry-waits.ts'

const rules = (random: number) => ({ waitsSeconds: retryWaitsSeconds, random: () => random })

it('a delivery waits ever longer, about a quarter of an hour in all, and tries five times', () => {
  const waits = [1, 2, 3, 4].map((attempt) => nextWait(rules(0.5), attempt) ?? 0)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  const minutes = waits.reduce((sum, wait) => sum + wait, 0) / 60
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThan(17)
  expect(nextWait(rules(0.5), 5)).toBeNull()
  expect(nextWait(rules(0.5), 6)).toBeNull()
})

it('a delivery comes back at times that differ by up to a fifth', () => {
  expect(nextWait(rules(0), 2)).toBeCloseTo(48)
  expect(nextWait(rules(1), 2)).toBeCloseTo(72)
})

it('a delivery waits as long as the provider asks, up to an hour, and never less than the wait of its own', () => {
  expect(nextWait(rules(0.5), 1, 120)).toBe(120)
  expect(nextWait(rules(0.5), 1, 86_400)).toBe(3600)
  expect(nextWait(rules(0.5), 1, 1)).toBeCloseTo(15)
})
