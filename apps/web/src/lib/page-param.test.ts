import { describe, expect, it } from 'vitest'
import { readPage, writePage } from './page-param.ts'

describe("a page in a list's URL", () => {
  it.each([
    ['', 0],
    ['page=3', 2],
    ['page=0', 0],
    ['page=-1', 0],
    ['page=1.5', 0],
    ['page=abc', 0],
    ['page=1e9', 0],
  ])('%s is page %i', (query, page) => expect(readPage(new URLSearchParams(query))).toBe(page))

  it('is left out for the first', () => {
    expect(String(writePage(0))).toBe('')
    expect(String(writePage(2))).toBe('page=3')
  })
})
