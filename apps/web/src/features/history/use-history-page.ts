import { keepPreviousData, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallOptions } from '../../lib/api-client.ts'
import { deletionKey, ownerKey, viewKey, type Owner } from '../../lib/query-keys.ts'
import { pollWithCursor, type HistoryPage, type PolledPage } from './poll-with-cursor.ts'

/** Milliseconds between two polls while the browser tab is visible [TH-39, RH-12]. */
const pollMs = 2000

export const historyPageKey = (owner: Owner, page: number) => [...ownerKey(owner), 'history', page] as const

interface HistoryPageOptions<T> {
  owner: Owner
  /** Counts from 0. */
  page: number
  isEnabled?: boolean
  /** Identifies the newest item the browser has; undefined where the page must be fetched whole. */
  cursorOf: (known: readonly T[]) => string | undefined
  fetchPage: (cursor: string | undefined, options: CallOptions) => Promise<PolledPage<T>>
}

/** One page of an owner's history, polled every two seconds and replaced only where the server has something new [TH-41, RH-13]. */
export function useHistoryPage<T>({ owner, page, isEnabled = true, cursorOf, fetchPage }: HistoryPageOptions<T>) {
  const client = useQueryClient()
  const queryKey = historyPageKey(owner, page)
  const isDeleted = useIsDeleted(owner)
  // The owner was deleted elsewhere: refetched, its page says so.
  const onNotFound = () => void client.invalidateQueries({ queryKey: viewKey(owner) })
  return useQuery({
    queryKey,
    enabled: isEnabled && !isDeleted,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const known = client.getQueryData<HistoryPage<T>>(queryKey)
      return pollWithCursor(known, cursorOf(known?.results ?? []), (cursor) =>
        fetchPage(cursor, { signal, onNotFound }),
      )
    },
  })
}

/** Whether the owner is being deleted here, or was and its page is still shown: its history can no longer be fetched. */
const useIsDeleted = (owner: Owner): boolean =>
  useMutationState({
    filters: {
      mutationKey: deletionKey(owner),
      predicate: ({ state: { status } }) => status === 'pending' || status === 'success',
    },
    select: ({ state }) => state.status,
  }).length > 0
