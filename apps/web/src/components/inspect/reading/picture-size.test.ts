import { expect, it } from 'vitest'
import { pictureSizeOf } from './picture-size.ts'

const bytes = (...parts: (string | readonly number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.codePointAt(0) ?? 0) : part)),
  )
const zeros = (count: number) => Array<number>(count).fill(0)

it.each([
  ['image/png', bytes(zeros(16), [0, 1, 0, 0], [0, 0, 0, 2]), { width: 65_536, height: 2 }],
  ['image/gif', bytes('GIF89a', [0x10, 0x27], [1, 0]), { width: 10_000, height: 1 }],
  [
    'image/gif',
    bytes(
      'GIF89a',
      [1, 0],
      [1, 0],
      [0x80, 0, 0],
      zeros(6),
      [0x21, 0xf9, 4],
      zeros(4),
      [0],
      [0x21, 0xfe, 2],
      'ab',
      [1],
      'c',
      [0],
      [0x2c],
      zeros(2),
      zeros(2),
      [0xff, 0xff],
      [0xfe, 0xff],
    ),
    { width: 65_535, height: 65_534 },
  ],
  ['image/gif', bytes('GIF89a', [9, 0], [9, 0], zeros(3), [0x2c, 1, 0, 0, 0, 2, 0, 2, 0]), { width: 9, height: 9 }],
  ['image/bmp', bytes('BM', zeros(12), [40, 0, 0, 0], [3, 0, 0, 0], [0xfe, 0xff, 0xff, 0xff]), { width: 3, height: 2 }],
  ['image/bmp', bytes('BM', zeros(12), [12, 0, 0, 0], [3, 0], [2, 0]), { width: 3, height: 2 }],
  [
    'image/jpeg',
    bytes(
      [0xff, 0xd8],
      [0xff, 0xe0, 0, 4, 9, 9],
      [0xff, 0xc4, 0, 3, 1],
      [0xff, 0xff, 0xc2, 0, 17, 8, 0xff, 0xdc, 0xff, 0xdc],
    ),
    { width: 65_500, height: 65_500 },
  ],
  [
    'image/webp',
    bytes('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [0xfe, 0x3f, 0], [0xff, 0x3f, 0]),
    { width: 16_383, height: 16_384 },
  ],
  ['image/webp', bytes('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [0x64, 0], [0x32, 0]), { width: 100, height: 50 }],
  [
    'image/webp',
    bytes('RIFF', zeros(4), 'WEBPVP8L', zeros(5), [0xff, 0xff, 0xff, 0x0f]),
    { width: 16_384, height: 16_384 },
  ],
  [
    'image/avif',
    bytes(
      zeros(4),
      'ftypavif',
      zeros(9),
      'ispe',
      zeros(4),
      [0, 0, 0, 8],
      [0, 0, 0, 8],
      'ispe',
      zeros(4),
      [0, 1, 0, 0],
      [0, 1, 0, 0],
    ),
    { width: 65_536, height: 65_536 },
  ],
  [
    'image/avif',
    bytes(
      zeros(4),
      'ftypavif',
      zeros(9),
      'ispe',
      zeros(4),
      [0, 0, 0, 8],
      [0, 0, 0, 8],
      zeros(70_000),
      'ispe',
      zeros(4),
      [0, 1, 0, 0],
      [0, 1, 0, 0],
    ),
    { width: 65_536, height: 65_536 },
  ],
])('of %s the size is read from its header', (type, content, size) => {
  expect(pictureSizeOf(content, type)).toEqual(size)
})

it.each(['image/png', 'image/gif', 'image/bmp', 'image/jpeg', 'image/webp', 'image/avif', 'image/other'])(
  '%s that ends early has no size',
  (type) => {
    for (let length = 0; length < 8; length += 1) expect(pictureSizeOf(new Uint8Array(length), type)).toBeNull()
  },
)
