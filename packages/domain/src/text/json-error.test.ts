import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonErrorIn } from './json-error.ts'

it.each([
  ['{"a":}', 5, 1, 6],
  ['{"a": 1,}', 8, 1, 9],
  ['[1, 2', 5, 1, 6],
  ['{\n  "a": 1\n  "b": 2\n}', 13, 3, 3],
  ['{"a": 01}', 7, 1, 8],
  ['{a: 1}', 1, 1, 2],
  ['"a\nb"', 2, 1, 3],
  [String.raw`"a\x"`, 2, 1, 3],
  ['{"a": 1} x', 9, 1, 10],
  ["{'a': 1}", 1, 1, 2],
  ['nul', 0, 1, 1],
  ['1,', 1, 1, 2],
  [']', 0, 1, 1],
])('the text %j stops being JSON at offset %d, line %d, column %d', (text, offset, line, column) => {
  expect(jsonErrorIn(text)).toEqual({ offset, line, column })
})

it('a place is found exactly in the texts that the runtime takes for no JSON', () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', '1', '\\', '\n'))
    .map(([json, at, sign]) => {
      const place = at % (json.length + 1)
      return json.slice(0, place) + sign + json.slice(place + 1)
    })
  const isJson = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(broken, (text) => {
      expect([text, jsonErrorIn(text) === null]).toEqual([text, isJson(text)])
    }),
    { numRuns: 2000 },
  )
})

it('a million nested lists take no stack', () => {
  expect(jsonErrorIn('['.repeat(1_000_000))).toMatchObject({ offset: 1_000_000 })
})
