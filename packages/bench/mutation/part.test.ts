import { expect, it } from 'vitest'
import { isInPart, marginOf, readPart } from './part.ts'

const mutants = Array.from({ length: 6_000 }, (_, index) => ({ id: String(index) }))

it('each mutant is in exactly one of the parts, and the parts are about equal', () => {
  const parts = [1, 2, 3, 4, 5, 6].map((number) => ({ number, of: 6 }))
  const sizes = parts.map((part) => mutants.filter((mutant) => isInPart(part, mutant)).length)
  expect(mutants.every((mutant) => parts.filter((part) => isInPart(part, mutant)).length === 1)).toBe(true)
  for (const size of sizes) expect(Math.abs(size - 1_000)).toBeLessThan(120)
})

it.each([
  ['2/6', { number: 2, of: 6 }],
  ['1/1', { number: 1, of: 1 }],
  ['0/6', null],
  ['7/6', null],
  ['6', null],
  ['a/b', null],
  ['1/0', null],
])('%s is read as %o', (text, part) => {
  expect(readPart(text)).toEqual(part)
})

it('a part has a margin that shrinks with its size, and the whole has none', () => {
  expect(marginOf(90, 400, { number: 1, of: 10 })).toBeCloseTo(2.82, 2)
  expect(marginOf(90, 1_600, { number: 1, of: 10 })).toBeCloseTo(1.4, 2)
  expect(marginOf(90, 4_000, { number: 1, of: 1 })).toBe(0)
  expect(marginOf(100, 20, { number: 1, of: 10 })).toBeGreaterThan(5)
})
