import { describe, expect, it } from 'vitest'
import { type Part, shareFiles } from './shared-files.ts'

const part = (name: string, bytes: number, pages: string[], imports: string[] = []): Part => ({
  name,
  modules: [name],
  bytes,
  pages,
  imports,
})

const limits = { files: 10, bytesOf: () => 100_000 }

const namesOf = (files: readonly (readonly Part[])[]) => files.map((file) => file.map(({ name }) => name).toSorted())

describe('shareFiles', () => {
  it('writes parts of the same pages as one file', () => {
    const files = shareFiles([part('a', 5000, ['/x', '/y']), part('b', 5000, ['/y', '/x'])], limits)
    expect(namesOf(files)).toEqual([['a', 'b']])
  })

  it('leaves apart what would make other pages heavier than a file more does', () => {
    const files = shareFiles(
      [part('all', 5000, ['/x', '/y']), part('x', 5000, ['/x']), part('y', 5000, ['/y'])],
      limits,
    )
    expect(new Set(namesOf(files))).toEqual(new Set([['all'], ['x'], ['y']]))
  })

  it('adds a part that weighs less than a file more to the file of other pages', () => {
    const files = shareFiles([part('all', 5000, ['/x', '/y']), part('x', 50, ['/x'])], limits)
    expect(namesOf(files)).toEqual([['all', 'x']])
  })

  it('adds nothing to what a separate page loads, however many files others load then', () => {
    const files = shareFiles([part('of all', 50, ['/x', '/rates']), part('of x', 50, ['/x'])], {
      ...limits,
      files: 1,
      separatePage: '/rates',
    })
    expect(new Set(namesOf(files))).toEqual(new Set([['of all'], ['of x']]))
  })

  it('lets no page load more files than one may', () => {
    const parts = ['/a', '/b', '/c', '/d'].map((page) => part(page, 5000, ['/x', page]))
    const files = shareFiles(parts, { ...limits, files: 2 })
    expect(files.filter((file) => file.some(({ pages }) => pages.includes('/x'))).length).toBe(2)
  })

  it('adds to the light page rather than to the one that is near its limit', () => {
    const parts = [
      part('heavy', 90_000, ['/heavy']),
      part('of heavy and x', 5000, ['/heavy', '/x']),
      part('of x and light', 5000, ['/x', '/light']),
      part('of x', 5000, ['/x']),
    ]
    const files = shareFiles(parts, { ...limits, files: 2 })
    expect(namesOf(files)).toContainEqual(['of x', 'of x and light'])
  })

  it('has no two files import each other, and names what is imported first', () => {
    const parts = [
      part('top', 50, ['/x'], ['middle']),
      part('middle', 20_000, ['/x', '/y'], ['bottom']),
      part('bottom', 50, ['/x', '/y', '/z']),
    ]
    const files = shareFiles(parts, limits)
    const names = namesOf(files)
    expect(names).not.toContainEqual(['bottom', 'top'])
    const fileOf = (name: string) => names.findIndex((file) => file.includes(name))
    for (const { name, imports } of parts)
      for (const imported of imports) expect(fileOf(imported)).toBeLessThanOrEqual(fileOf(name))
  })

  it('rejects parts of different pages that import each other', () => {
    const parts = [part('a', 100, ['/x'], ['b']), part('b', 100, ['/x', '/y'], ['a'])]
    expect(() => shareFiles(parts, limits)).toThrow('import each other')
  })
})
