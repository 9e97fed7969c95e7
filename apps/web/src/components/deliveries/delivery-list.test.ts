import { expect, it } from 'vitest'
import { nextTryLabel } from './delivery-list.tsx'

it.each([
  [2, 40_900, 'Retrying in about 41 s'],
  [1, 240_000, 'Retrying in about 4 min'],
  [4, 3_600_000, 'Retrying in about 1 h'],
  [1, 1_900, 'Retrying now'],
  [1, -5_000, 'Retrying now'],
  // It waits for its turn: nothing has failed.
  [0, 3_300_000, 'Sent in about 55 min'],
  [0, 1_900, 'Sending now'],
])('[TH-28] after %d attempts and %d ms before the next one the label is: %s', (attempts, ms, words) => {
  expect(nextTryLabel({ attempts, atMs: 1_000_000 + ms, nowMs: 1_000_000 })).toBe(words)
})
