import { expect, it } from 'vitest'
import { bodyExcerpt } from './body-excerpt.ts'

it.each([
  ['{\n  "error": "pool exhausted"\n}\n', '{ "error": "pool exhausted" }'],
  ['a\u0000\u001B[31mb\u2028c\u0085d', 'a [31mb c d'],
  ['', ''],
  [' \n ', ''],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(199)}…`],
])('the excerpt of %j is one line of at most 200 characters', (body, excerpt) => {
  expect(bodyExcerpt(body)).toBe(excerpt)
})
