import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it('a text that is copied or mailed has no control character but tabs and line ends, and no half of a surrogate pair', () => {
  expect(printable('a\u001B[201~\u0003\u0000b\u007F\u009Bc\uD83D')).toBe('a\uFFFD[201~\uFFFD\uFFFDb\uFFFD\uFFFDc\uFFFD')
})

it('a text that is copied or mailed keeps its tabs, its line ends and all other characters', () => {
  const text = 'a\tb\nc\r\nd é 😀 \u202E \uFEFF'
  expect(printable(text)).toBe(text)
})
