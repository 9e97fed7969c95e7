import { expect, it } from 'vitest'
import { shortageOf } from './last-tenth.ts'

it.each([
  [0, 0, null],
  [17, 20, null],
  [18, 20, 'LAST_TENTH'],
  [19, 20, 'LAST_TENTH'],
  [20, 20, 'USED_UP'],
  [1799, 2000, null],
  [1800, 2000, 'LAST_TENTH'],
  [25, 20, 'USED_UP'],
])('%i of %i used is a shortage of kind %s', (used, limit, shortage) => {
  expect(shortageOf(used, limit)).toBe(shortage)
})
