import { describe, expect, it } from 'vitest'
import { HeaderListInput } from './header-list.ts'
import { contentTypeOf, hasHeader, headerValues, joinedHeader } from './read-headers.ts'

const headers: [string, string][] = [
  ['X-Twice', '1'],
  ['Content-Type', 'text/plain'],
  ['x-twice', '2'],
]

describe('a list of headers', () => {
  it('is found by name in any case, every value in its order', () => {
    expect(headerValues(headers, 'X-TWICE')).toEqual(['1', '2'])
    expect(joinedHeader(headers, 'x-twice')).toBe('1, 2')
    expect(joinedHeader(headers, 'x-none')).toBeNull()
    expect(contentTypeOf(headers)).toBe('text/plain')
    expect([hasHeader(headers, 'content-TYPE'), hasHeader(headers, 'accept')]).toEqual([true, false])
  })

  it('is read from a list, order and duplicates kept, also of names that are numbers', () => {
    const list = [
      ['10', 'a'],
      ['9', 'b'],
      ['Accept', '1'],
      ['accept', '2'],
    ]
    expect(HeaderListInput.parse(list)).toEqual(list)
  })

  it('is read from an object too', () =>
    expect(HeaderListInput.parse({ Accept: 'a', 'X-B': 'b' })).toEqual([
      ['Accept', 'a'],
      ['X-B', 'b'],
    ]))

  it.each([[[['Accept']]], [[['Accept', 1]]], [[['Accept', 'a', 'b']]], [{ Accept: 1 }], ['Accept: a'], [null]])(
    'is not read from %j',
    (input) => expect(HeaderListInput.safeParse(input).success).toBe(false),
  )
})
