import { expect, it } from 'vitest'
import { machineSlowness, slownessOf } from './machine-slowness.ts'

it.each([
  [0, 1],
  [3, 1],
  [6, 1],
  [12, 2],
  [30, 5],
  [600, 8],
  [null, 1],
])('a sample that takes %s ms makes limits of processor time %s times as long', (sampleMs, times) => {
  expect(slownessOf(sampleMs)).toBe(times)
})

it('a machine is measured once, and found to be of some speed', () => {
  const slowness = machineSlowness()
  expect(slowness).toBeGreaterThanOrEqual(1)
  expect(slowness).toBeLessThanOrEqual(8)
  expect(machineSlowness()).toBe(slowness)
})
