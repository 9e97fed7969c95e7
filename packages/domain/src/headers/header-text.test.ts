import { describe, expect, it } from 'vitest'
import { headerBytesOf, headerTextOf } from './header-text.ts'

const latin1 = (...bytes: number[]) => String.fromCharCode(...bytes)

describe("a header's bytes", () => {
  it.each([
    ['nothing', '', ''],
    ['ASCII', 'cafe', 'cafe'],
    ['UTF-8', latin1(0x63, 0xc3, 0xa9), 'cé'],
    ['UTF-8 of four bytes', latin1(0xf0, 0x9f, 0x98, 0x80), '😀'],
    ['UTF-8 that begins with a byte order mark', latin1(0xef, 0xbb, 0xbf, 0x61), '\ufeffa'],
    ['Latin-1', latin1(0x63, 0xe9), 'cé'],
    ['UTF-8 that is cut', latin1(0x61, 0xc3), 'aÃ'],
    ['UTF-8 in more bytes than it needs', latin1(0xc0, 0xaf), 'À¯'],
    ['UTF-8 of a surrogate', latin1(0xed, 0xa0, 0x80), latin1(0xed, 0xa0, 0x80)],
    ['both, one after the other', latin1(0xc3, 0xa9, 0xe9), 'Ã©é'],
  ])('of %s are text', (_name, bytes, text) => {
    expect(headerTextOf(bytes)).toBe(text)
  })

  it.each(['', 'cafe', 'café', 'Привет', '😀'])(
    'of "%s" are UTF-8 when they are written, and read as the same text',
    (text) => {
      expect(headerBytesOf(text)).toBe(Buffer.from(text).toString('latin1'))
      expect(headerTextOf(headerBytesOf(text))).toBe(text)
    },
  )
})
