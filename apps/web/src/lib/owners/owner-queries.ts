import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Owner, ownerDraftsKey, ownerKey, ownerListKey, viewKey } from '../api/query-keys.ts'
import { refetchEvery } from '../api/query-state.ts'
import type { OwnerKind } from './owner-kind.ts'

type Of<Kind extends OwnerKind<unknown, never, unknown>, Member extends keyof Kind> = Pick<Kind, 'kind' | Member>
type Read<View> = Of<OwnerKind<View, never, unknown>, 'get'>
type Listed<Page> = Of<OwnerKind<unknown, never, Page>, 'list'>

export const ownerQuery = <View>({ kind, get }: Read<View>, id: string) =>
  queryOptions({ queryKey: viewKey({ kind, id }), queryFn: ({ signal }) => get(id, { signal }) })

/** For a page that is about to be opened. */
export const prefetchOwner = (client: QueryClient, kind: Read<unknown>, id: string): Promise<void> =>
  client.prefetchQuery({ ...ownerQuery(kind, id), staleTime: 10_000 })

export const useDrafts = ({ kind, listDrafts }: Of<OwnerKind<unknown, never, unknown>, 'listDrafts'>) =>
  useQuery({ queryKey: ownerDraftsKey(kind), queryFn: ({ signal }) => listDrafts({ signal }) })

const invalidateLists = async (client: QueryClient, kind: Owner['kind']): Promise<void> => {
  void client.invalidateQueries({ queryKey: ownerDraftsKey(kind) })
  await client.invalidateQueries({ queryKey: ownerListKey(kind) })
}

/** Caches the response of a call, and invalidates the lists. */
export async function setOwnerCache<View extends { id: string }>(
  client: QueryClient,
  kind: Read<View>,
  owner: View,
): Promise<void> {
  const { queryKey } = ownerQuery(kind, owner.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData<View>(queryKey, owner)
  await invalidateLists(client, kind.kind)
}

/** Queries that are still shown while the page is being left stay: removed, they would be fetched again. */
export async function removeOwnerCache(
  client: QueryClient,
  { kind }: { kind: Owner['kind'] },
  id: string,
): Promise<void> {
  client.removeQueries({ queryKey: ownerKey({ kind, id }), type: 'inactive' })
  await invalidateLists(client, kind)
}

const refreshEveryMs = 10_000

interface ListRequest {
  /** Counts from 0. */
  page: number
  size: number
  /** What else the call is given; parameters that are undefined are left out. */
  query: Readonly<Record<string, string | undefined>>
  /** What is about to be deleted: the list is as it will be. */
  without: readonly string[]
}

const searchOf = ({ page, size, query, without }: ListRequest): string => {
  const search = new URLSearchParams({ page: String(page), size: String(size) })
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  if (without.length > 0) search.set('without', without.join(','))
  return search.toString()
}

const listQuery = <Page>({ kind, list }: Listed<Page>, search: string) =>
  queryOptions({
    queryKey: [...ownerListKey(kind), search],
    queryFn: ({ signal }) => list(search, { signal }),
  })

/** A page of the list: from the cache at once, refreshed behind, the old page shown until the new one is there. */
export function useOwnerList<Page extends { total: number }>(kind: Listed<Page>, request: ListRequest) {
  const client = useQueryClient()
  const query = useQuery({
    ...listQuery<Page>(kind, searchOf(request)),
    placeholderData: keepPreviousData,
    refetchInterval: refetchEvery(refreshEveryMs),
  })
  const hasNextPage = query.data !== undefined && (request.page + 1) * request.size < query.data.total
  const next = searchOf({ ...request, page: request.page + 1 })
  useEffect(() => {
    if (hasNextPage) void client.prefetchQuery({ ...listQuery(kind, next), staleTime: 30_000 })
  }, [client, hasNextPage, kind, next])
  return query
}
