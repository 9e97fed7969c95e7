import { expect, it } from 'vitest'
import { maxStoredBytes, storedAnswer } from './stored-answer.ts'

it('the stored response keeps an answer of 64 KiB whole, and says how long a longer one was', () => {
  const longest = 'x'.repeat(maxStoredBytes)
  expect(storedAnswer(longest)).toEqual({ text: longest, wholeBytes: null })
  expect(storedAnswer(`${longest}y`)).toEqual({ text: longest, wholeBytes: maxStoredBytes + 1 })
})

it.each(['é', '€', '😀'])('the stored response cuts between characters, counting bytes: %s', (character) => {
  const { text, wholeBytes } = storedAnswer(`x${character.repeat(40_000)}`)
  expect(wholeBytes).toBe(1 + 40_000 * Buffer.byteLength(character))
  expect(text).toMatch(new RegExp(`^x(${character})+$`, 'u'))
  const kept = Buffer.byteLength(text)
  expect(kept).toBeLessThanOrEqual(maxStoredBytes)
  expect(kept).toBeGreaterThan(maxStoredBytes - 4)
})

it('the stored response keeps nothing that a text column does not hold', () => {
  expect(storedAnswer('a\0b\ud800').text).toBe('a\ufffdb\ufffd')
})
