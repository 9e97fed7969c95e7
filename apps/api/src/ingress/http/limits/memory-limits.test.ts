import { expect, it } from 'vitest'
import { memoryLimitsOf } from './memory-limits.ts'

const MiB = 1024 ** 2

it.each([
  ['the chart’s limit', 768 * MiB, { bytesInFlight: 256 * MiB, connections: 2730, connectionsByNetwork: 683 }],
  ['a smaller container', 384 * MiB, { bytesInFlight: 128 * MiB, connections: 1365, connectionsByNetwork: 342 }],
  ['a large machine', 64 * 1024 * MiB, { bytesInFlight: 256 * MiB, connections: 20_000, connectionsByNetwork: 5000 }],
])('requests and connections take what the memory leaves: %s', (_, bytes, limits) => {
  expect(memoryLimitsOf(bytes)).toEqual(limits)
})
