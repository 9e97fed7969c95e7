import { describe, expect, it } from 'vitest'
import { safeReturnUrl, signInPath } from './return-url.ts'

const origin = 'https://knockwire.example'

describe('sign-in path', () => {
  it('[SH-18] encodes the current path and query', () => {
    expect(signInPath({ pathname: '/dashboard/tasks', search: '?search=a b&page=2' })).toBe(
      '/signin?returnUrl=%2Fdashboard%2Ftasks%3Fsearch%3Da%20b%26page%3D2',
    )
  })
})

describe('return url', () => {
  it.each([
    ['/dashboard/tasks?search=x#top', '/dashboard/tasks?search=x#top'],
    ['/rates', '/rates'],
    ['/dashboard/../rates', '/rates'],
  ])('follows a path of this site: %s', (value, expected) => {
    expect(safeReturnUrl(value, origin)).toBe(expected)
  })

  it.each([
    [null],
    [''],
    ['dashboard'],
    ['https://evil.example/'],
    ['//evil.example/x'],
    ['/\\evil.example/x'],
    ['/\t/evil.example/x'],
    ['javascript:alert(1)'],
    ['/signin?returnUrl=/signin'],
    ['/logout'],
  ])('goes home instead of following %s', (value) => {
    expect(safeReturnUrl(value, origin)).toBe('/dashboard')
  })
})
