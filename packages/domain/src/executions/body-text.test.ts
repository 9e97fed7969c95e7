import { expect, it } from 'vitest'
import { decodeBody } from './body-text.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const utf8 = (text: string) => new TextEncoder().encode(text)

it.each([
  ['UTF-8 without a word on it', utf8('Zürich ✓'), undefined, 'Zürich ✓'],
  ['a declared charset', bytes(0x5a, 0xfc), 'text/plain; charset=ISO-8859-1', 'Zü'],
  ['a quoted charset', bytes(0x82, 0xa0), 'text/html; charset="Shift_JIS"', 'あ'],
  ['UTF-8 under a charset that nobody knows', utf8('ü'), 'text/plain; charset=none-such', 'ü'],
  ['old text that does not say so', bytes(0x5a, 0xfc), 'text/html', 'Zü'],
  ['text that breaks its declared UTF-8', bytes(0x61, 0xff, 0x62), 'text/plain; charset=utf-8', 'a\u{fffd}b'],
  ['UTF-16 by its mark', bytes(0xff, 0xfe, 0x61, 0x00), 'application/octet-stream', 'a'],
  ['UTF-16 of the other order by its mark', bytes(0xfe, 0xff, 0x00, 0x61), undefined, 'a'],
  ['UTF-16 by its charset', bytes(0x00, 0x61), 'text/plain; charset=utf-16be', 'a'],
  ['a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x61), 'application/json', 'a'],
  ['nothing', bytes(), 'image/png', ''],
])('[TH-26] the decoder reads %s', (_case, body, contentType, text) => {
  expect(decodeBody(body, contentType)).toBe(text)
})

it.each([
  ['a body with a zero byte', bytes(0x61, 0x00, 0x62), 'text/plain'],
  ['bytes that are no UTF-8 and do not say to be text', bytes(0x89, 0x50, 0xff), 'image/png'],
  ['such bytes without a type', bytes(0xff, 0xd8), undefined],
])('[TH-26] the decoder takes %s for binary', (_case, body, contentType) => {
  expect(decodeBody(body, contentType)).toBeNull()
})

it('[TH-26] the decoder forgives a character that truncation has cut, and only that', () => {
  const cut = utf8('aü').subarray(0, 2)
  expect(decodeBody(cut, undefined, true)).toBe('a')
  expect(decodeBody(cut, undefined, false)).toBeNull()
})

it.each([
  ['a charset right behind the type', utf8('ü'), 'text/plain;charset=iso-8859-1', 'Ã¼'],
  ['a charset with spaces around it', utf8('ü'), 'text/plain ;  charset = iso-8859-1', 'Ã¼'],
  ['half a mark of UTF-16 before another byte', bytes(0xff, 0x61), 'text/html', 'ÿa'],
  ['half a mark of UTF-16 behind another byte', bytes(0x61, 0xfe), 'text/html', 'aþ'],
  ['half a mark of the other order', bytes(0xfe, 0x61), 'text/html', 'þa'],
])('the decoder reads %s', (_case, body, contentType, text) => {
  expect(decodeBody(body, contentType)).toBe(text)
})

it.each([
  'text/csv',
  ' text/plain',
  'application/json',
  'application/vnd.api+json',
  'application/xml',
  'application/atom+xml; charset=none-such',
  'application/javascript',
  'application/x-javascript',
  'application/x-www-form-urlencoded',
  'Image/SVG+xml',
])('the decoder takes bytes that are no UTF-8 for old text in %j', (contentType) => {
  expect(decodeBody(bytes(0x5a, 0xfc), contentType)).toBe('Zü')
})

it.each(['application/pdf', 'application/x; of=text/plain', 'xtext/plain', 'application/jsonl', 'application/(+json'])(
  'the decoder takes bytes that are no UTF-8 for binary in %j',
  (contentType) => {
    expect(decodeBody(bytes(0x5a, 0xfc), contentType)).toBeNull()
  },
)

it('the decoder takes a zero byte for binary in a charset of one byte a character', () => {
  expect(decodeBody(bytes(0x61, 0x00), 'text/plain; charset=iso-8859-1')).toBeNull()
})

it('the decoder takes a body for whole unless it is said to be cut', () => {
  expect(decodeBody(utf8('aü').subarray(0, 2), undefined)).toBeNull()
  const utf16 = bytes(0xff, 0xfe, 0x61, 0x00, 0x62)
  expect([decodeBody(utf16, undefined, true), decodeBody(utf16, undefined)]).toEqual(['a', 'a\u{fffd}'])
})
