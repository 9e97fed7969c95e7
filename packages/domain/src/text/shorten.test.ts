import { expect, it } from 'vitest'
import { beginningOf, shorten } from './shorten.ts'

it.each([
  ['abcdef', 4, 'abc…'],
  ['abcd', 4, 'abcd'],
  ['ab😀cd', 4, 'ab…'],
  ['ab👩‍👩‍👧cdefgh', 8, 'ab…'],
  ['abe\u0301f', 4, 'ab…'],
  ['ab🇩🇪🇫🇷x', 8, 'ab🇩🇪…'],
  ['a\r\nbc', 3, 'a…'],
  ['👩‍👩‍👧', 4, '…'],
])('%j in %i units is %j, without half of a character', (text, length, expected) => {
  expect(shorten(text, length)).toBe(expected)
})

it.each([250, 1000, 200_000])('a text of %i emoji of several characters ends with a whole one', (length) => {
  const family = '👩‍👩‍👧'
  const shown = beginningOf(family.repeat(length), length)
  expect(shown).toBe(family.repeat(Math.floor(length / family.length)))
})

it('a cluster without end is cut all the same, between two of its characters', () => {
  const endless = `a${'\u0301'.repeat(1000)}`
  expect(beginningOf(endless, 500)).toBe(endless.slice(0, 500))
  const emoji = '😀\u200d'.repeat(1000)
  expect(beginningOf(emoji, 500).isWellFormed()).toBe(true)
  expect(beginningOf(emoji, 500).length).toBeGreaterThan(496)
})

it('half of a character that stands in a text is replaced where it is cut elsewhere', () => {
  expect(beginningOf('a\ud83dbcd', 3)).toBe('a\ufffdb')
})
