import { expect, it } from 'vitest'
import { decodeBody } from './decode-body.ts'
import { encodeText, encodingProblem } from './encode-text.ts'

const hex = (text: string, contentType: string | undefined) =>
  Buffer.from(encodeText(text, contentType) ?? 'none').toString('hex')

it.each([
  ['text/plain; charset=iso-8859-1', 'café', '636166e9'],
  ['text/plain;charset="ISO-8859-15"', '€', 'a4'],
  ['text/html; charset=windows-1251', 'Привет', 'cff0e8e2e5f2'],
  ['text/html; charset=windows-1252', '€', '80'],
  ['text/plain; charset=shift_jis', 'あ\\', '82a05c'],
  ['text/plain; charset=gb18030', '你', 'c4e3'],
  ['text/plain; charset=big5', '中', 'a4a4'],
  ['text/plain; charset=euc-kr', '가', 'b0a1'],
  ['text/plain; charset=iso-2022-jp', 'あ', '1b244224221b2842'],
  ['text/plain; charset=utf-16', 'a', 'fffe6100'],
  ['text/plain; charset=utf-16be', '😀', 'd83dde00'],
  ['text/plain; charset=utf-8', 'é', 'c3a9'],
  ['text/plain; charset=none-such', 'é', 'c3a9'],
  ['text/plain', 'é', 'c3a9'],
  [undefined, 'é', 'c3a9'],
])('a text is written in the charset of its type: %s', (contentType, text, bytes) => {
  expect(hex(text, contentType)).toBe(bytes)
  expect(encodingProblem(text, contentType)).toBeNull()
})

it.each([
  ['iso-8859-1', '3 € please', '€'],
  ['us-ascii', 'café', 'é'],
  ['windows-1251', 'Zürich, Привет', 'ü'],
  ['iso-8859-9', '“x”', '“'],
  ['shift_jis', 'x😀', '😀'],
  ['koi8-r', 'a\u{d800}', '\u{d800}'],
])('a text with a character that %s lacks is none, and the message names it', (charset, text, missing) => {
  const contentType = `text/plain; charset=${charset}`
  expect(encodeText(text, contentType)).toBeNull()
  expect(encodingProblem(text, contentType)).toBe(
    `The charset ${charset} has no “${missing}”. Use charset=utf-8, or remove the character.`,
  )
})

it.each(['windows-1250', 'iso-8859-2', 'koi8-u', 'ibm866', 'macintosh', 'euc-jp', 'gbk', 'big5', 'utf-16le'])(
  'what is written in %s is read again as it was',
  (charset) => {
    const contentType = `text/plain; charset=${charset}`
    const text = ['ąęś', 'Привіт', '日本語', 'éè', 'plain'].find((one) => encodeText(one, contentType) !== null) ?? ''
    const bytes = Buffer.from(encodeText(`${text} ${text}`, contentType) ?? '')
    expect(decodeBody(bytes, contentType)).toBe(`${text} ${text}`)
  },
)
