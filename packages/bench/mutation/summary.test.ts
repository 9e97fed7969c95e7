import { expect, it } from 'vitest'
import { countMutants, describeMutant, isCompilersToFind, summaryOf } from './summary.ts'

const statuses = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored'] as const

it('the mutation score counts what no test covers against it, and leaves out what cannot be judged', () => {
  const counts = countMutants(statuses.map((status) => ({ status })))
  expect(summaryOf(counts)).toBe(
    '60.0 % of 5 mutants: 2 killed, 1 timed out, 1 survived, 1 not covered (1 could not run, 1 left out)',
  )
})

it('an area without mutants scores nothing', () => {
  expect(countMutants([]).score).toBe(0)
})

it('a mutant is described by its first line, what it replaces and by what, on one line', () => {
  const source = 'const a = 1\nif (a > 1 &&\n    b) {\n}\n'
  const location = { start: { line: 2, column: 5 }, end: { line: 3, column: 6 } }
  expect(
    describeMutant('src/a.ts', source, { location, mutatorName: 'ConditionalExpression', replacement: 'true' }),
  ).toBe('src/a.ts:2 ConditionalExpression: a > 1 && b → true')
})

it.each([
  ['export const View = z.object({ id: Id })', '{', 'ObjectLiteral', true],
  ['export const Input = View.extend({ id: Id })', '{', 'ObjectLiteral', true],
  ['export const Row = View.pick({ id: true, name: true })', '{', 'ObjectLiteral', true],
  ['export const Row = View.pick({ id: true, name: true })', 'true }', 'BooleanLiteral', true],
  ['const Row = View.pick({ id: true }).parse({ on: true })', 'on: true', 'BooleanLiteral', false],
  ["const Mode = z.enum(['A', 'B'])", '[', 'ArrayDeclaration', true],
  ["const Mode = z.enum(['A', 'B'])", "'B'", 'StringLiteral', true],
  ["const name = z.string().default('B')", "'B'", 'StringLiteral', false],
  ["const modes = z.enum(names).default('B')", "'B'", 'StringLiteral', false],
  ['const name = z.object(fields).parse({ id })', '{ id', 'ObjectLiteral', false],
  ['const View = z.object({ name: z.string().max(9) })', 'z.string', 'MethodExpression', false],
])('%s: whether the compiler finds a change of %s (%s) is %s', (source, part, mutatorName, expected) => {
  const location = { start: { line: 1, column: source.indexOf(part) + 1 }, end: { line: 1, column: source.length } }
  expect(isCompilersToFind(source, { location, mutatorName })).toBe(expected)
})

it('a value of a long enumeration is the compiler’s to find', () => {
  const source = `const Code = z.enum([${"\n  'A',".repeat(20)}\n])`
  const location = { start: { line: 21, column: 3 }, end: { line: 21, column: 6 } }
  expect(isCompilersToFind(source, { location, mutatorName: 'StringLiteral' })).toBe(true)
})
