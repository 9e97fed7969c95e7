const rangeOf = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)

/**
 * Which pages are linked, counted from 1: the first and the last, and between them `page` with so many on each side. A gap is null, and
 * is never one page. However far on the page is, they are as many, so that no link moves. (Mantine's hook weighs half a kilobyte.)
 */
export const shownPages = (pages: number, page: number, siblings: number): (number | null)[] => {
  const width = 2 * siblings + 1
  if (pages <= width + 4) return rangeOf(1, pages)
  const from = Math.min(Math.max(page - siblings, 3), pages - width - 1)
  const isNearEnd = from + width + 1 === pages
  return [1, from === 3 ? 2 : null, ...rangeOf(from, width), isNearEnd ? pages - 1 : null, pages]
}
