import { describe, expect, it } from 'vitest'
import { safeReturnUrl } from './return-url.ts'

const origin = 'https://knockwire.example'

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
    [undefined],
    ['/.//evil.example/x'],
    ['/dashboard/..//evil.example/x'],
    ['/dashboard/../\\\\evil.example/x'],
    ['/%2e//evil.example/x'],
    ['/./\t/evil.example/x'],
    [''],
    ['dashboard'],
    ['https://evil.example/'],
    ['//evil.example/x'],
    ['/\\evil.example/x'],
    ['/\t/evil.example/x'],
    ['javascript:alert(1)'],
    ['/signin?returnUrl=/signin'],
    ['/logout'],
    ['/signup'],
    ['/forgot'],
  ])('goes home instead of following %s', (value) => {
    expect(safeReturnUrl(value, origin)).toBe('/dashboard')
  })

  it('never leads to another site, in any spelling of up to four pieces', () => {
    const pieces = ['/', '//', '\\', '.', '..', '%2e', '%2f', '%5c', '\t', '\n', '@', ':', '?', '#', ' ', '／', '。']
    const words = ['dashboard', 'evil.example', 'https:', 'javascript:alert(1)', 'knockwire.example']
    const all = [...pieces, ...words]
    let spellings = all
    for (let length = 1; length < 4; length++)
      spellings = [...all, ...all.flatMap((one) => spellings.map((s) => one + s))]
    expect(spellings.length).toBeGreaterThan(200_000)
    const strays = spellings.filter((spelling) => {
      const url = safeReturnUrl(spelling, origin)
      // As the address bar reads it, and as it reads what it shows.
      const first = new URL(url, `${origin}/signin?returnUrl=x`)
      return !url.startsWith('/') || first.origin !== origin || new URL(first.pathname, origin).origin !== origin
    })
    expect(strays).toEqual([])
  })
})
