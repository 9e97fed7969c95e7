import { describe, expect, it } from 'vitest'
import {
  canAddRow,
  headerRowsOf,
  headersOf,
  parseHeaderLines,
  rowProblems,
  withBlankRow,
  withPasted,
  withRow,
  withoutRow,
} from './header-rows.ts'

const row = (name: string, value: string) => ({ name, value })

describe('header rows', () => {
  it('[RE-06] rows with an empty name are dropped on save, the others are trimmed', () => {
    expect(headersOf([row(' X-A ', ' 1 '), row('', 'lost'), row('  ', ''), row('X-B', '')])).toEqual([
      ['X-A', '1'],
      ['X-B', ''],
    ])
  })

  it('[RE-07] another blank row is not added while one is there', () => {
    const rows = withBlankRow([row('X-A', '1')])
    expect(rows).toEqual([row('X-A', '1'), row('', '')])
    expect(canAddRow(rows)).toBe(false)
    expect(withBlankRow(rows)).toEqual(rows)
    expect(withBlankRow(withRow(rows, 1, { name: 'X-B' }))).toHaveLength(3)
  })

  it('a row with a value but no name counts as blank', () => {
    expect(canAddRow([row(' ', 'x')])).toBe(false)
  })

  it('rows of one name are sent one by one, in their order', () => {
    const rows = [row('10', 'a'), row('Accept', 'b'), row('9', 'c'), row('accept', 'd')]
    expect(headersOf(rows)).toEqual([
      ['10', 'a'],
      ['Accept', 'b'],
      ['9', 'c'],
      ['accept', 'd'],
    ])
    expect(headerRowsOf(headersOf(rows))).toEqual(rows)
  })

  it('are changed and removed by index', () => {
    const rows = [row('a', '1'), row('b', '2')]
    expect(withRow(rows, 1, { value: '3' })).toEqual([row('a', '1'), row('b', '3')])
    expect(withoutRow(rows, 0)).toEqual([row('b', '2')])
  })
})

describe('pasted header lines', () => {
  it.each([
    ['Authorization: Bearer a:b', [row('Authorization', 'Bearer a:b')]],
    ['x-a:1', [row('x-a', '1')]],
    ['X-A: 1\r\nX-B: 2\n\n', [row('X-A', '1'), row('X-B', '2')]],
    ['GET / HTTP/1.1\nHost: x.example\n:authority: y\n', [row('Host', 'x.example')]],
    ['Content-Type', null],
    ['https://x.example', null],
    ['', null],
  ])('%j', (text, expected) => {
    expect(parseHeaderLines(text)).toEqual(expected)
  })

  it('replace the row that they were pasted into', () => {
    expect(withPasted([row('a', '1'), row('', ''), row('c', '3')], 1, [row('x', '1'), row('y', '2')])).toEqual([
      row('a', '1'),
      row('x', '1'),
      row('y', '2'),
      row('c', '3'),
    ])
  })
})

it('[ER-12] says which row keeps headers from being sent, by the rules of the server, and in which field', () => {
  const [right, name, reserved, value, unnamed] = rowProblems([
    row('X-Right', 'yes'),
    row('X-Ünï', ''),
    row('Host', 'example.com'),
    row('X-Value', 'a\u0000b'),
    row(' ', 'not sent'),
  ])
  expect([right, unnamed]).toEqual([null, null])
  expect([name?.field, reserved?.field, value?.field]).toEqual(['name', 'name', 'value'])
  expect(name?.message).toContain('X-Ünï')
})
