import { expect, it } from 'vitest'
import { axisTime } from './axis-time.ts'

const at = new Date(2026, 10, 21, 9, 5, 7)
const hours = 3_600_000

it.each([
  ['seconds', 60_000, /^0?9:05:07/],
  ['minutes', 4 * hours, /^0?9:05(?!:)/],
  ['the day of the week', 48 * hours, /^Sat.* 0?9:05(?!:)/],
  ['the date', 240 * hours, /^Nov 21$/],
])('the axis labels times by %s where that distinguishes them', (_unit, spanMs, text) => {
  expect(axisTime(spanMs)(at)).toMatch(text)
})
