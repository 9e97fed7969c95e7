import { pageSizes } from '@knockwire/domain/page'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listReceivers } from '../api.ts'
import { receiverListKey } from '../receiver-query.ts'

const receiverListQuery = (page: number) =>
  queryOptions({
    queryKey: [...receiverListKey, page],
    queryFn: ({ signal }) => listReceivers(page, { signal }),
  })

/** A page of the list: from the cache at once, refreshed behind, the old page shown until the new one is there. */
export function useReceiverList(page: number) {
  const client = useQueryClient()
  const query = useQuery({ ...receiverListQuery(page), placeholderData: keepPreviousData })
  const hasNextPage = query.data !== undefined && (page + 1) * pageSizes.receivers < query.data.total
  useEffect(() => {
    if (hasNextPage) void client.prefetchQuery({ ...receiverListQuery(page + 1), staleTime: 30_000 })
  }, [client, hasNextPage, page])
  return query
}
