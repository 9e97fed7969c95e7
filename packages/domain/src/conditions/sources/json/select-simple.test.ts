import { describe, expect, it } from 'vitest'
import { extractJson } from './extract-json.ts'

const tooMany = { value: null, problem: 'The path leads to too many places in the document.' }
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

  it('allows a path that leads to one place, however large the document', () => {
    expect(extractJson(flat, '$[999]', 1)).toEqual({ value: 999, problem: null })
  })
})
