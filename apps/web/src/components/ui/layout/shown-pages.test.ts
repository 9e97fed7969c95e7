import { expect, it } from 'vitest'
import { shownPages } from './shown-pages.ts'

it.each([
  [7, 4, 1, '1 2 3 4 5 6 7'],
  [10, 1, 1, '1 2 3 4 5 … 10'],
  [10, 4, 1, '1 2 3 4 5 … 10'],
  [10, 5, 1, '1 … 4 5 6 … 10'],
  [10, 7, 1, '1 … 6 7 8 9 10'],
  [10, 10, 1, '1 … 6 7 8 9 10'],
  [10, 5, 0, '1 … 5 … 10'],
  [1, 1, 1, '1'],
])('of %i pages, page %i with %i on each side is between %s', (pages, page, siblings, links) => {
  const shown = shownPages(pages, page, siblings)
  expect(shown.map((number) => number ?? '…').join(' ')).toBe(links)
})
