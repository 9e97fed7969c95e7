import { expect, it } from 'vitest'
import { addressOf } from './address-of.ts'

const shown = '/dashboard/tasks/1'

it.each([
  ['another search', { search: '' }, { pathname: shown, search: '', hash: '' }],
  ['another search', { search: 'page=2' }, { pathname: shown, search: '?page=2', hash: '' }],
  ['another search', '?page=2', { pathname: shown, search: '?page=2', hash: '' }],
  ['a heading', '#billing', { pathname: shown, search: '', hash: '#billing' }],
  ['a path', { pathname: '/rates' }, { pathname: '/rates', search: '', hash: '' }],
  ['a path', '/rates?amount=1#table', { pathname: '/rates', search: '?amount=1', hash: '#table' }],
])('a navigation to %s, %o, keeps the path that is shown where it names none', (_what, to, address) => {
  expect(addressOf(to, shown)).toEqual(address)
})
