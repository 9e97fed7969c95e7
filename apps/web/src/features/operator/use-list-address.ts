import { useSearchParams } from 'react-router'
import { readPage, writePage } from '../../lib/page-param.ts'
import type { ListAddress } from './queries.ts'

/** The search and the page of a list, as the address has them. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const address: ListAddress = { search: (params.get('search') ?? '').slice(0, 200), page: readPage(params) }
  const go = ({ search, page }: ListAddress, replace: boolean) => {
    const next = writePage(page)
    if (search !== '') next.set('search', search)
    setParams(next, { replace })
  }
  return {
    address,
    search: (search: string) => go({ search, page: 0 }, true),
    goTo: (page: number) => go({ ...address, page }, false),
  }
}
