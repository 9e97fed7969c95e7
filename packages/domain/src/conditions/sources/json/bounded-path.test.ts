import { describe, expect, it } from 'vitest'
import { extractJson } from './extract-json.ts'

const tooMany = { value: null, problem: 'The path leads to too many places in the document.' }
const tooDeep = { value: null, problem: 'The body is nested deeper than 100 levels.' }
const items = JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, name: 'x'.repeat(200), of: [[id]] })))

describe('a path leads to as many places as its budget allows', () => {
  it.each([
    '$[*]',
    '$..id',
    '$[0:40].id',
    '$[::-1]',
    '$[?@.id >= 0]',
    '$[?@.id >= 0 && !(@.name == 1)]',
    '$[?$[0] != @]',
    '$[?@.of == $[0].of]',
    '$[?length(@.name) > 0]',
    '$[?match(@.name, "x+")]',
    '$[?search(@.name, "x")]',
    '$[?count(@.*) == 3]',
    '$[?@.of[?@[?@ >= 0]]]',
  ])('%s', (path) => {
    expect(extractJson(items, path, 1)).toEqual(tooMany)
    expect(extractJson(items, path).problem).toBeNull()
  })
})

it.each([
  ['[', ']'],
  ['{"a":', '}'],
])('a body is read down to 100 levels of %s', (open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
  expect(extractJson(nested(100), '$').problem).toBeNull()
  expect(extractJson(nested(101), '$')).toEqual(tooDeep)
})

it('brackets in texts, and those that are closed, are no levels', () => {
  const text = JSON.stringify(['['.repeat(200), '"'.repeat(3), `\\${'{'.repeat(200)}`])
  expect(extractJson(text, '$[0]')).toEqual({ value: '['.repeat(200), problem: null })
  expect(extractJson(`[${'[],{},'.repeat(200)}1]`, '$[400]')).toEqual({ value: 1, problem: null })
  expect(extractJson(`"a" ${'['.repeat(101)}`, '$')).toEqual(tooDeep)
})
