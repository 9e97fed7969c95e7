import { describe, expect, it } from 'vitest'
import { optionParam, pageParam, readAddress, searchParam, textParam, writeAddress } from './address-state.ts'

const params = {
  search: searchParam,
  status: optionParam(['FAILING', 'ACTIVE']),
  code: textParam((text) => /^\d{3}$/.test(text)),
  page: pageParam,
}
const read = (query: string) => readAddress(params, new URLSearchParams(query))

describe('the state of a page in its address', () => {
  it('[TL-05, TL-14] is read as it was written', () => {
    const state = { search: 'a b&c', status: 'FAILING' as const, code: '404', page: 2 }
    const query = writeAddress(params, state)
    expect(query.toString()).toBe('search=a+b%26c&status=failing&code=404&page=3')
    expect(readAddress(params, query)).toEqual(state)
  })

  it('leaves out defaults, so a plain page has a plain address', () => {
    expect(writeAddress(params, read('')).toString()).toBe('')
  })

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1e9', ''])('reads %s as the first page', (query) => {
    expect(read(query).page).toBe(0)
  })

  it('ignores what is not valid, and cuts a search that the API would reject', () => {
    expect(read('status=gone&code=4xx')).toEqual({ search: '', status: undefined, code: undefined, page: 0 })
    expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
  })

  it('keeps what belongs to others in the same address', () => {
    const present = new URLSearchParams('page=4&search=old&range=7d')
    expect(writeAddress(params, { search: 'new' }, present).toString()).toBe('search=new&range=7d')
  })
})
