import { expect, it } from 'vitest'
import { copyableText } from './copy-button.tsx'

it('a text that is copied has no control character but tabs and line ends', () => {
  expect(copyableText('a\u001B[201~\u0003\u0000b\u007F\u009Bc')).toBe('a\uFFFD[201~\uFFFD\uFFFDb\uFFFD\uFFFDc')
})

it('a text that is copied keeps its tabs, its line ends and all other characters', () => {
  const text = 'a\tb\nc\r\nd é 😀 \u202E \uFEFF'
  expect(copyableText(text)).toBe(text)
})
