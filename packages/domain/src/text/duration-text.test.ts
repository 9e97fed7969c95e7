import { expect, it } from 'vitest'
import { durationText, runDurationText, spelledLimitText } from './duration-text.ts'

it.each([
  [0, '0 s'],
  [-5_000, '0 s'],
  [1_000, '1 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [240_000, '4 min'],
  [7_500_000, '2 h 5 min'],
  [3_661_000, '1 h 1 min'],
  [3_601_000, '1 h'],
  [90_000_000, '1 d 1 h'],
  [90_061_000, '1 d 1 h'],
])('a duration of %i ms is %s', (ms, text) => expect(durationText(ms)).toBe(text))

it.each([
  [640, '640 ms'],
  [999.6, '1 s'],
  [1490, '1.5 s'],
  [1740, '1.7 s'],
  [2000, '2 s'],
  [9960, '10 s'],
  [12_400, '12 s'],
  [192_000, '3 min 12 s'],
])('a run of %f ms took %s', (ms, text) => expect(runDurationText(ms)).toBe(text))

it.each([
  [0, '0 s'],
  [1, '1 second'],
  [100, '1 min 40 s'],
  [604_800, '1 week'],
])('a limit of %i seconds is %s', (seconds, text) => expect(spelledLimitText(seconds)).toBe(text))
