const maxPage = 100_000

/** The page that a URL names, which counts from 1, counted from 0 as the API does; the first where it names none. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= maxPage ? page - 1 : 0
}

/** The first is left out, so that the plain list has a plain URL. */
export const writePage = (page: number): URLSearchParams =>
  new URLSearchParams(page === 0 ? {} : { page: String(page + 1) })
