import { expect, it } from 'vitest'
import { stripSessionCookie } from './own-cookie.ts'

it.each<[headers: string[], kept: string[]]>([
  [
    ['Host', 'x', 'Cookie', 'a=1'],
    ['Host', 'x', 'Cookie', 'a=1'],
  ],
  [
    ['Host', 'x', 'Cookie', 'knockwire=secret', 'X-A', 'b'],
    ['Host', 'x', 'X-A', 'b'],
  ],
  [['COOKIE', '__Host-knockwire=secret'], []],
  [['Cookie', 'knockwire-browser=known; __Host-knockwire-browser=known'], []],
  [
    ['Cookie', 'a=1; knockwire=secret; b=2'],
    ['Cookie', 'a=1; b=2'],
  ],
  [
    ['Cookie', 'knockwire=secret; b=2'],
    ['Cookie', 'b=2'],
  ],
  [
    ['Cookie', 'a=1;knockwire =secret'],
    ['Cookie', 'a=1'],
  ],
  [
    ['Cookie', 'a=1', 'cookie', 'knockwire=secret'],
    ['Cookie', 'a=1'],
  ],
  [
    ['Cookie', 'not-knockwire=1'],
    ['Cookie', 'not-knockwire=1'],
  ],
  [
    ['X-Cookie', 'knockwire=mine'],
    ['X-Cookie', 'knockwire=mine'],
  ],
])('%j', (headers, kept) => expect(stripSessionCookie(headers)).toEqual(kept))
