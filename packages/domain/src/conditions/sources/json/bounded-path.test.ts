import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json-value.ts'
import { extractJson } from './extract-json.ts'
import { parseStandardPath } from './standard-path.ts'

const tooMany = { value: null, problem: 'The path matches too many places in the document.' }
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

describe('a path of the standard takes as many steps as it looks at values', () => {
  const lists = { a: [1, [2]], b: [1, [2]], c: 'xy' }
  const chain = [[[[[[[[[1]]]]]]]]]
  it.each<[path: string, steps: number, document: JsonValue]>([
    ['$', 0, lists],
    ['$.a', 2, lists],
    ['$["a","b"]', 4, lists],
    ['$[*]', 4, lists],
    ['$.a[*]', 6, lists],
    ['$..*', 54, lists],
    ['$..*', 61, chain],
    ['$[?@]', 7, lists],
    ['$[?@[0]]', 11, lists],
    ['$[?@[0] == 1]', 11, lists],
    ['$[?!@[0]]', 10, lists],
    ['$[?@[0] && @[1]]', 16, lists],
    ['$[?@[1] && @[0]]', 16, lists],
    ['$[?(@[0] || @[1])]', 16, lists],
    ['$[?count(@[*]) == 2]', 13, lists],
    ['$[?length(@) == count(@[*])]', 14, lists],
    ['$[?@ == 1]', 4, lists],
    ['$[?1 == @]', 4, lists],
    ['$[?@ == $.a]', 18, lists],
    ['$[?@ == $.c]', 17, lists],
    ['$[?$.a == @]', 21, lists],
    ['$[?value(@) == $.a]', 12, lists],
    ['$[?$.a == value(@)]', 21, lists],
    ['$[?@[?@ == 1]]', 15, lists],
    ['$..[?@ == 1]', 56, lists],
    ['$[?length(@) == 1]', 1002, ['x'.repeat(20_000)]],
    ['$[?match(@, "xx")]', 1003, ['x'.repeat(20_000)]],
    [`$[?search(@, "${'x'.repeat(400)}")]`, 23, ['x']],
  ])('%.40s takes %d', (path, steps, document) => {
    const select = parseStandardPath(path)
    expect(() => select(document, steps)).not.toThrow()
    if (steps > 0) expect(() => select(document, steps - 1)).toThrow('too many places')
  })

  it('has six of them for a place', () => {
    const text = JSON.stringify(lists)
    expect(extractJson(text, '$[?@ == $.a]', 3).problem).toBeNull()
    expect(extractJson(text, '$[?@ == $.a]', 2)).toEqual(tooMany)
  })

  it('filters the deepest document that is read', () => {
    const deepest = `${'[1,'.repeat(99)}[1]${']'.repeat(99)}`
    expect(extractJson(deepest, '$..[?@ == 1]').value).toHaveLength(100)
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
