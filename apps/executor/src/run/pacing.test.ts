import { expect, it } from 'vitest'
import {
  betweenTurnsMs,
  claimAheadMs,
  leastAheadMs,
  resultsDelayMs,
  rulesDelayMs,
  startAheadMs,
  startGroupMs,
} from './pacing.ts'

it('a run is claimed, leased and loaded by the time at which its start is committed with others', () => {
  const earliestStart = startAheadMs + startGroupMs
  expect(leastAheadMs).toBeGreaterThanOrEqual(2 * earliestStart)
  // A turn that has just been made must not hold up a schedule beyond the least that is left to it.
  expect(claimAheadMs - leastAheadMs).toBeGreaterThan(betweenTurnsMs)
})

it('a result waits for 150 ms at most to be recorded with others', () => {
  expect(rulesDelayMs + resultsDelayMs).toBeLessThanOrEqual(150)
})
