import { watchKey } from '@knockwire/domain/history/history-rules'
import { limitsOf } from '@knockwire/domain/instance/limits'
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { knownAccount } from '../../../lib/session/account.ts'
import { api, type CallOptions } from '../../../lib/api/api-client.ts'
import { ApiError, retryAfterOf } from '../../../lib/api/api-error.ts'
import { instance } from '../../../lib/session/instance.ts'
import { fetchNews } from '../../../lib/api/news.ts'
import type { LoadSchema } from '../../../lib/api/schemas.ts'
import { deletionKey, historyKey, viewKey, type Owner } from '../../../lib/api/query-keys.ts'
import { type Feed, feedOf, type FeedRow, type Poll, pollMs, waitMs } from './feed.ts'
import { filterQuery, type HistoryFilters } from '../filters/history-address.ts'
import { addSeries, cacheSeries, shownSeries } from '../chart/series-query.ts'
import { mayChange, mergePoll } from './merge-poll.ts'

/** What is shown of an owner's history. */
export interface Shown {
  /** Counts from 0. */
  page: number
  filters: HistoryFilters
  /** The newest row as the pages began to be turned: they stay as they were then. */
  until: string | undefined
}

export const feedKey = (owner: Owner, { page, filters, until }: Shown) =>
  [...historyKey(owner), page, filterQuery(filters).toString(), until ?? null] as const

export const historyPath = ({ kind, id }: Owner) => `/api/v1/${kind}s/${encodeURIComponent(id)}/executions`

interface FeedOptions<T> {
  owner: Owner
  /** Rows per page. */
  size: number
  schema: LoadSchema<Poll<T>>
  shown: Shown
  isEnabled: boolean
  /** Somebody reads: what comes is counted, and moves nothing. */
  isHeld: boolean
}

const firstPage: Shown = { page: 0, filters: {}, until: undefined }

/**
 * For a history that is about to be opened as it is without filters, at its newest row. One that is cached is left to its
 * polls: it may be on the screen, where rows are held in their places.
 */
export async function prefetchFirstPage<T extends FeedRow>(
  client: QueryClient,
  options: Omit<PageRequest<T>, 'shown'>,
): Promise<void> {
  const queryKey = feedKey(options.owner, firstPage)
  if (client.getQueryData(queryKey) !== undefined) return
  await client.prefetchQuery<Feed<T>>({
    queryKey,
    queryFn: ({ signal }) => fetchFirst({ ...options, shown: firstPage }, { signal }),
  })
}

export type PageRequest<T> = Pick<FeedOptions<T>, 'owner' | 'size' | 'schema' | 'shown'>

/** A page of an owner's history, polled every two seconds; a poll carries only what is new [TH-39, TH-41, RH-12, RH-13]. */
export function useFeed<T extends FeedRow>(options: FeedOptions<T>) {
  const { owner, shown, isEnabled } = options
  const client = useQueryClient()
  const queryKey = feedKey(owner, shown)
  const isDeleted = useIsDeleted(owner)
  const [failures, setFailures] = useState(0)
  // A poll in flight is merged by what holds as it arrives.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const wholeAtMs = useRef(0)
  // The owner was deleted elsewhere: refetched, its page says so.
  const onNotFound = () => void client.invalidateQueries({ queryKey: viewKey(owner) })
  const query = useQuery<Feed<T>>({
    queryKey,
    enabled: isEnabled && !isDeleted,
    // What was fetched ahead is not fetched again as it is shown.
    staleTime: pollMs,
    refetchInterval: ({ state }) => waitAfter(state.error, failures),
    // What the server asked to wait for is waited for.
    refetchOnWindowFocus: ({ state }) => state.error === null,
    retry: (count, error) => count < 2 && client.getQueryData(queryKey) === undefined && isServerFailure(error),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      try {
        const feed = await fetchFeed(
          client,
          queryKey,
          { latest: () => latest.current, wholeAtMs },
          { signal, onNotFound },
        )
        setFailures(0)
        return feed
      } catch (error) {
        setFailures((count) => count + 1)
        throw error
      }
    },
  })
  const retryMs = query.error === null ? pollMs : waitAfter(query.error, failures)
  return {
    ...query,
    /** When the history is asked for again after a failure, in epoch milliseconds; null where nothing failed. */
    retryAt: query.error === null ? null : query.errorUpdatedAt + retryMs,
    /** Brings what waits: the page is fetched whole. */
    showNew: async () => {
      const known = client.getQueryData<Feed<T>>(queryKey)
      const page = await fetchPage(latest.current, { onNotFound })
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, feedOf(page, known))
    },
  }
}

const waitAfter = (error: unknown, failures: number): number =>
  error === null ? pollMs : waitMs(Math.max(1, failures), retryAfterOf(error))

/** Milliseconds after which a history whose poll is not answered is no longer called live. */
const pollTimeoutMs = 10_000

const isServerFailure = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

interface FeedState<T> {
  /** What holds now. */
  latest: () => FeedOptions<T>
  /** When the page was last fetched whole, in epoch milliseconds. */
  wholeAtMs: RefObject<number>
}

async function fetchFeed<T extends FeedRow>(
  client: QueryClient,
  queryKey: QueryKey,
  { latest, wholeAtMs }: FeedState<T>,
  call: CallOptions,
): Promise<Feed<T>> {
  const known = client.getQueryData<Feed<T>>(queryKey)
  const fetchWhole = async () => {
    const feed = await fetchFirst(latest(), call, known)
    wholeAtMs.current = Date.now()
    return feed
  }
  if (known === undefined) return fetchWhole()
  const watched = known.rows.filter((row) => mayChange(row, Date.now())).map(watchKey)
  const query = pageQuery(latest())
  query.set('after', known.newest ?? beforeAll)
  for (const [name, value] of Object.entries(watched.length > 0 ? { watch: watched.join(',') } : pageTopOf(known)))
    query.set(name, value)
  const { owner } = latest()
  const chart = owner.kind === 'task' ? shownSeries(client, owner.id) : undefined
  addSeries(query, chart, isFirstPage(latest()) && !latest().isHeld && known.waiting === 0)
  const news = await fetchNews(client, owner, query, { ...call, timeoutMs: pollTimeoutMs })
  // The call of an owner has its rows.
  const polled = news.rows as Poll<T> | null
  if (polled === null) return fetchWhole()
  const { size, isHeld, shown } = latest()
  const merged = mergePoll(known, polled, {
    size,
    isHeld,
    isFiltered: filterQuery(shown.filters).size > 0,
    sinceWholeMs: Date.now() - wholeAtMs.current,
    mostRows: mostRowsOf(client),
  })
  const feed = merged.isStale ? await fetchWhole() : merged.feed
  if (chart !== undefined) {
    const series = news.changed !== null && 'series' in news.changed ? news.changed.series : null
    const rows = feed.rows.map(({ id, status = '' }) => ({ id, status }))
    cacheSeries(client, owner.id, chart, { series, rows, hasNews: polled.results.length > 0 })
  }
  return feed
}

/** Below every id of a row, which is a UUIDv7. */
const beforeAll = '00000000-0000-7000-8000-000000000000'

const isFirstPage = ({ shown: { page, filters } }: PageRequest<unknown>) =>
  page === 0 && filterQuery(filters).size === 0

/** The account is loaded before any history. */
const mostRowsOf = (client: QueryClient): number => {
  const account = knownAccount(client)
  return account === undefined ? Number.POSITIVE_INFINITY : limitsOf(account.plan, instance).history.executions
}

/**
 * The first row of the page: where it is still that, nothing else is looked for. Left out where rows are watched, whose
 * changes that would not tell [AP-30, AP-48].
 */
function pageTopOf({ rows, page }: Feed<FeedRow>): Record<string, string> {
  const [top] = rows
  if (top === undefined || page > 0) return {}
  return { pageTopObject: top.status === undefined ? top.id : `${top.id}-${top.status}` }
}

async function fetchFirst<T extends FeedRow>(
  requested: PageRequest<T>,
  call: CallOptions,
  known?: Feed<T>,
): Promise<Feed<T>> {
  return feedOf(await fetchPage(requested, call), known)
}

const pageQuery = ({
  size,
  shown: { page, filters },
}: Pick<PageRequest<unknown>, 'size' | 'shown'>): URLSearchParams => {
  const query = filterQuery(filters)
  query.set('page', String(page))
  query.set('size', String(size))
  return query
}

const fetchPage = <T>(requested: PageRequest<T>, call: CallOptions): Promise<Poll<T>> => {
  const { owner, shown, schema } = requested
  const query = pageQuery(requested)
  if (shown.until !== undefined) query.set('until', shown.until)
  return api.get(`${historyPath(owner)}?${query.toString()}`, schema, call)
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
