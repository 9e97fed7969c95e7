/** What the list's URL says; `page` counts from 0. */
export interface ListParams {
  page: number
  search: string
}

const maxPage = 100_000

export function readListParams(params: URLSearchParams): ListParams {
  const page = Number(params.get('page') ?? 0)
  return {
    page: Number.isInteger(page) && page >= 0 && page <= maxPage ? page : 0,
    search: (params.get('search') ?? '').slice(0, 200),
  }
}

/** Defaults are left out, so that the plain list has a plain URL. */
export function writeListParams({ page, search }: ListParams): URLSearchParams {
  const params = new URLSearchParams()
  if (search !== '') params.set('search', search)
  if (page > 0) params.set('page', String(page))
  return params
}
