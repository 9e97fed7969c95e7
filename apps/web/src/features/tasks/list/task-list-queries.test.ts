import { describe, expect, it } from 'vitest'
import { readListParams, writeListParams } from './task-list-queries.ts'

const read = (query: string) => readListParams(new URLSearchParams(query))

describe('the list’s URL', () => {
  it('[TL-05, TL-14] contains search, page and state', () => {
    const params = { page: 2, search: 'a b&c', status: 'FAILING' as const }
    expect(readListParams(writeListParams(params))).toEqual(params)
  })

  it('is plain for the plain list', () => {
    expect(writeListParams({ page: 0, search: '', status: undefined }).toString()).toBe('')
  })

  it.each(['page=-1', 'page=1.5', 'page=x', 'page=1e9', ''])('reads %s as the first page', (query) => {
    expect(read(query).page).toBe(0)
  })

  it('cuts a search that the API would reject', () => {
    expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
  })
})
