import { expect, it } from 'vitest'
import { nextTryLabel } from './delivery-list.tsx'

it.each([
  [40_900, 'Retrying in about 41 s'],
  [240_000, 'Retrying in about 4 min'],
  [3_600_000, 'Retrying in about 1 h'],
  [1_900, 'Retrying now'],
  [-5_000, 'Retrying now'],
])('[TH-28] %d ms before the next attempt the label is: %s', (ms, words) => {
  expect(nextTryLabel(1_000_000 + ms, 1_000_000)).toBe(words)
})
