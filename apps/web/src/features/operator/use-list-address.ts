import { pageParam, searchParam, useAddressState } from '../../lib/navigation/address-state.ts'

const listParams = { page: pageParam, search: searchParam }

/** The search and the page of a list, as the address has them. */
export function useListAddress() {
  const [address, change] = useAddressState(listParams)
  return {
    address,
    search: (search: string) => change({ search, page: 0 }, { replace: true }),
    goTo: (page: number) => change({ page }, { replace: false }),
  }
}
