import { expect, it } from 'vitest'
import { milliseconds } from './milliseconds.ts'

it.each([
  [0, '0 ms'],
  [0.44, '0.4 ms'],
  [2.04, '2 ms'],
  [9.827, '9.8 ms'],
  [10.2, '10 ms'],
  [143.2, '143 ms'],
  [999.4, '999 ms'],
  [1000, '1.00 s'],
  [2310, '2.31 s'],
  [9.96, '10 ms'],
  [999.6, '1.00 s'],
  [59_994, '59.99 s'],
  [59_996, '1 min'],
  [90_400, '1.5 min'],
  [3_598_000, '1 h'],
  [5_400_000, '1.5 h'],
  [604_800_000, '168 h'],
])('%f ms reads "%s"', (ms, text) => expect(milliseconds(ms)).toBe(text))
