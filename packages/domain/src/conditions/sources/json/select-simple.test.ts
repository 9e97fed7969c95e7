import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json-value.ts'
import { extractJson } from './extract-json.ts'

const tooMany = { value: null, problem: 'The path matches too many places in the document.' }
const valuesOf = (path: string, body: string): number => {
  const { value } = extractJson(body, path)
  return Array.isArray(value) ? value.length : 0
}

const flat = JSON.stringify(Array.from({ length: 1000 }, (_, at) => at))
const square = JSON.stringify(Array.from({ length: 40 }, () => Array.from({ length: 40 }, () => 0)))
const chain = `${'[1,'.repeat(99)}[1]${']'.repeat(99)}`

describe('the budget of places', () => {
  it.each([
    ['every value of a flat list', '$..*', flat, 1000],
    ['every value of a flat list, twice', '$..[*,*]', flat, 2000],
    ['every value of lists in a list', '$..*', square, 1640],
    ['every value of the lists, by two wildcards', '$[*][*]', square, 1600],
    ['every value below every value of a deep document', '$..*..*', chain, 9801],
  ])('rejects a path that leads to more values than it allows: %s', (_what, path, body, values) => {
    expect(valuesOf(path, body)).toBe(values)
    expect(extractJson(body, path, values - 1)).toEqual(tooMany)
  })

  const deep = [[[[[[[[[1]]]]]]]]]
  const numbers = Array.from({ length: 10 }, (_, at) => at)
  const ofLists = { a: [1, [2]], b: [1, [2]], c: 'xy' }
  it.each<[path: string, places: number, document: JsonValue]>([
    ['$[*]', 12.25, numbers],
    ['$[*]', 2.125, deep],
    ['$[*][*]', 3.375, deep],
    ['$[0][*]', 9.375, ofLists],
    ['$[*][*]', 9.375, ofLists],
    ['$[0,0]', 36.75, numbers],
    ['$[0,1]', 18.375, numbers],
    ['$[0,-1]', 36.75, numbers],
    ['$[-1,-2]', 36.75, numbers],
    ["$['a','a']", 13.125, ofLists],
    ["$['a','b']", 6.5625, ofLists],
    ['$[0:1,0:1]', 36.75, numbers],
    ['$[*][0,1,2]', 18.75, ofLists],
    ['$[0,0][0,0]', 73.5, numbers],
    ['$..*', 15.625, deep],
    ['$..a', 12.125, ofLists],
    ['$[*]..*', 12.125, ofLists],
    ['$..*.*', 18.1875, ofLists],
    ['$..*..*', 144.375, deep],
    ['$..[0,1,2]', 24.25, ofLists],
  ])('%s counts as up to %d places', (path, places, document) => {
    const body = JSON.stringify(document)
    expect(extractJson(body, path, places).problem).toBeNull()
    expect(extractJson(body, path, places - 0.0001)).toEqual(tooMany)
  })

  it('allows a path that leads to one place, however large the document', () => {
    expect(extractJson(flat, '$[999]', 1)).toEqual({ value: 999, problem: null })
    expect(extractJson(`{"a":{"b":${flat}}}`, '$.a.b[999]', 1)).toEqual({ value: 999, problem: null })
  })
})
