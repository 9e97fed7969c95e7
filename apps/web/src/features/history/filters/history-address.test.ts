import { describe, expect, it } from 'vitest'
import { codesOf, readFilters, readHistoryPage, writeHistoryAddress } from './history-address.ts'

describe('A history’s address', () => {
  it('holds its filters and its page, which counts from 1', () => {
    const filters = {
      status: 'FAILED,HTTP_ERROR',
      code: '5xx',
      notified: 'true',
      text: 'a b&c',
      from: '2026-02-28T23:59:59.999Z',
      to: '2026-03-01T00:00Z',
    }
    const params = writeHistoryAddress(filters, 2)
    expect(params.get('page')).toBe('3')
    expect(readFilters(new URLSearchParams(params.toString()), 'task')).toEqual(filters)
    expect(readHistoryPage(params)).toBe(2)
    expect(writeHistoryAddress({}, 0).toString()).toBe('')
    const present = new URLSearchParams('page=4&text=old&chart=response_code')
    expect(writeHistoryAddress({ text: 'new' }, 0, present).toString()).toBe('text=new&chart=response_code')
  })

  it.each([
    'status=GONE',
    'code=070',
    'trigger=x',
    'notified=1',
    'from=yesterday',
    'from=2026-02-30T00:00:00Z',
    'from=2026-02-28',
    'to=2026-02-28T24:00:00Z',
    'to=2026-02-28T12:00:00%2B01:00',
    'text=',
    'status=FAILED,',
  ])('passes over what is no filter (%s)', (search) => {
    expect(readFilters(new URLSearchParams(search), 'task')).toEqual({})
  })

  it('has no filter that only another kind of owner has, which the API would reject', () => {
    const search = new URLSearchParams('trigger=TEST&method=GET,POST&code=404')
    expect(readFilters(search, 'task')).toEqual({ trigger: 'TEST', code: '404' })
    expect(readFilters(search, 'receiver')).toEqual({ method: 'GET,POST', code: '404' })
  })

  it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', ''])('without a page (%s) is the first one’s', (search) => {
    expect(readHistoryPage(new URLSearchParams(search))).toBe(0)
  })
})

it.each([
  ['404', '404'],
  ['4XX, 503', '4xx,503'],
  ['5', '5xx'],
  ['999', '999'],
  ['099', null],
  ['x', null],
  ['', null],
])('codes typed as “%s” are read as %s', (typed, codes) => {
  expect(codesOf(typed)).toBe(codes)
})
