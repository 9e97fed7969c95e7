import { expect, it } from 'vitest'
import { shorten } from './shorten.ts'

it.each([
  ['abcd', 'abcd'],
  ['abcde', 'abc…'],
  ['ab😀e', 'ab\u{fffd}…'],
  ['', ''],
])('of four characters at most, %j is %j', (text, shortened) => {
  expect(shorten(text, 4)).toBe(shortened)
})
