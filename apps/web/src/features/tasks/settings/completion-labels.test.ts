import { expect, it } from 'vitest'
import { completionWords } from './completion-labels.ts'

it.each([
  [100, '1 min 40 s'],
  [5400, '1 h 30 min'],
  [60, '1 minute'],
  [21_600, '6 hours'],
  [130_000, '1 d 12 h 6 min 40 s'],
  [604_800, '1 week'],
  [864_000, '10 days'],
])('a completion within %i seconds is awaited for exactly %s', (seconds, words) => {
  expect(completionWords(seconds)).toBe(`When the target reports it, within ${words}`)
})
