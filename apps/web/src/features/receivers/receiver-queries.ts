import { pageSizes } from '@knockwire/domain/page-sizes'
import type { HeartbeatState } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverState, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, type CallOptions } from '../../lib/api/api-client.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { receiverKey, viewKey } from '../../lib/api/query-keys.ts'
import { refetchEvery } from '../../lib/api/query-state.ts'
import type { ReceiverInput } from './settings/receiver-form.ts'

const refreshEveryMs = 10_000

const pathOf = (receiverId: string) => `/api/v1/receivers/${encodeURIComponent(receiverId)}`

/** A draft: it is a receiver once it is activated. */
export const createReceiverDraft = () => api.post('/api/v1/receivers?draft=true', undefined, schemaOf('CreatedView'))

interface ReceiverListRequest {
  /** Counts from 0. */
  page: number
  status: ReceiverState | undefined
  /** Those whose heartbeat has this state. */
  heartbeat: HeartbeatState | undefined
  /** What is about to be deleted: the list is as it will be. */
  without: readonly string[]
}

const listReceivers = ({ page, status, heartbeat, without }: ReceiverListRequest, options: CallOptions) => {
  const params = {
    page: String(page),
    size: String(pageSizes.receivers),
    ...(status && { status }),
    ...(heartbeat && { heartbeat }),
    ...(without.length > 0 && { without: without.join(',') }),
  }
  return api.get(`/api/v1/receivers?${new URLSearchParams(params)}`, schemaOf('ReceiverPage'), options)
}

export const getReceiver = (receiverId: string, options?: CallOptions) =>
  api.get(pathOf(receiverId), schemaOf('ReceiverView'), options)

export const saveReceiver = (receiverId: string, input: ReceiverInput) =>
  api.post(pathOf(receiverId), input, schemaOf('ReceiverView'))

export const duplicateReceiver = (receiverId: string) =>
  api.post(`${pathOf(receiverId)}/duplicate`, undefined, schemaOf('CreatedView'))

/** `untouched`: only where it is a draft in which nothing was saved. */
export const deleteReceiver = (
  receiverId: string,
  { untouched = false, ...options }: CallOptions & { untouched?: boolean } = {},
) => api.delete(`${pathOf(receiverId)}${untouched ? '?untouched=true' : ''}`, options)

/** By one call: the page may be left right after it. */
export const deleteReceivers = (
  ids: readonly string[],
  { deactivate, ...options }: CallOptions & { deactivate: boolean },
) => api.post('/api/v1/receivers/delete', { ids, deactivate }, schemaOf('DeletedManyView'), options)

export const activateReceiver = (receiverId: string) =>
  api.post(`${pathOf(receiverId)}/lifecycle/activate`, undefined, schemaOf('ReceiverView'))

export const deactivateReceiver = (receiverId: string) =>
  api.post(`${pathOf(receiverId)}/lifecycle/deactivate`, undefined, schemaOf('ReceiverView'))

/** The pages of the receiver list stand below this key. */
export const receiverListKey = ['receivers', 'list'] as const

const receiverDraftsKey = ['receivers', 'drafts'] as const

export const useReceiverDrafts = () =>
  useQuery({
    queryKey: receiverDraftsKey,
    queryFn: async ({ signal }) =>
      (await api.get('/api/v1/receivers/drafts', schemaOf('ReceiverDraftList'), { signal })).results,
  })

const receiverQuery = (receiverId: string) =>
  queryOptions({
    queryKey: viewKey({ kind: 'receiver', id: receiverId }),
    queryFn: ({ signal }) => getReceiver(receiverId, { signal }),
  })

/** For a page that is about to be opened. */
export const prefetchReceiver = (client: QueryClient, receiverId: string): Promise<void> =>
  client.prefetchQuery({ ...receiverQuery(receiverId), staleTime: 10_000 })

export const useReceiver = (receiverId: string) => useQuery(receiverQuery(receiverId))

/** Caches the response of a call, and invalidates the list. */
export async function setReceiverCache(client: QueryClient, receiver: ReceiverView): Promise<void> {
  const { queryKey } = receiverQuery(receiver.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, receiver)
  void client.invalidateQueries({ queryKey: receiverDraftsKey })
  await client.invalidateQueries({ queryKey: receiverListKey })
}

/** Queries that are still shown while the page is being left stay: removed, they would be fetched again. */
export async function removeReceiverCache(client: QueryClient, receiverId: string): Promise<void> {
  client.removeQueries({ queryKey: receiverKey(receiverId), type: 'inactive' })
  void client.invalidateQueries({ queryKey: receiverDraftsKey })
  await client.invalidateQueries({ queryKey: receiverListKey })
}

const receiverListQuery = (request: ReceiverListRequest) =>
  queryOptions({
    queryKey: [...receiverListKey, request],
    queryFn: ({ signal }) => listReceivers(request, { signal }),
  })

/** A page of the list: from the cache at once, refreshed behind, the old page shown until the new one is there. */
export function useReceiverList(request: ReceiverListRequest) {
  const { page, status, heartbeat, without } = request
  const client = useQueryClient()
  const query = useQuery({
    ...receiverListQuery(request),
    placeholderData: keepPreviousData,
    refetchInterval: refetchEvery(refreshEveryMs),
  })
  const hasNextPage = query.data !== undefined && (page + 1) * pageSizes.receivers < query.data.total
  useEffect(() => {
    const next = receiverListQuery({ page: page + 1, status, heartbeat, without })
    if (hasNextPage) void client.prefetchQuery({ ...next, staleTime: 30_000 })
  }, [client, hasNextPage, page, status, heartbeat, without])
  return query
}
