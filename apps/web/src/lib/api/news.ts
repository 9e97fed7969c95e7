import type { ReceiverNews, TaskNews } from '@knockwire/domain/history/news'
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type CallOptions } from './api-client.ts'
import { isStatus } from './api-error.ts'
import { healthKey, newsQueryKey, type Owner, rejectedKey, seenNewsKey, viewKey } from './query-keys.ts'
import { refetchEvery } from './query-state.ts'
import { schemaOf } from './schemas.ts'

/** Also without any news: figures of the last 24 hours change with the time alone. */
const wholeEveryMs = 60_000

/** What the page shows, as the server named it. */
interface SeenNews {
  state: string
  /** When all of it was sent last, in epoch milliseconds. */
  wholeAtMs: number
}

type News = TaskNews | ReceiverNews

const schemaName = { task: 'TaskNews', receiver: 'ReceiverNews' } as const satisfies Record<Owner['kind'], string>

const loadNews = ({ kind, id }: Owner, query: URLSearchParams, call: CallOptions): Promise<News> =>
  api.get<News>(`/api/v1/${kind}s/${encodeURIComponent(id)}/news?${query.toString()}`, schemaOf(schemaName[kind]), call)

/**
 * Asks what is new of a task or a receiver, and caches what its page shows above the rows: one call, which holds nothing while nothing
 * happens. `query`: which rows, and which series.
 */
export async function fetchNews(
  client: QueryClient,
  owner: Owner,
  query: URLSearchParams,
  call: CallOptions,
): Promise<News> {
  const requestedAtMs = Date.now()
  const seen = client.getQueryData<SeenNews>(seenNewsKey(owner))
  const isDue = seen === undefined || requestedAtMs - seen.wholeAtMs >= wholeEveryMs
  if (!isDue) query.set('seen', seen.state)
  const news = await loadNews(owner, query, call)
  if (news.changed !== null && cacheChanged(client, owner, news.changed, requestedAtMs))
    client.setQueryData<SeenNews>(seenNewsKey(owner), { state: news.state, wholeAtMs: requestedAtMs })
  return news
}

/** False where a call of this page changed the owner after the news were asked for: the next news have all of it again. */
function cacheChanged(
  client: QueryClient,
  owner: Owner,
  changed: NonNullable<News['changed']>,
  requestedAtMs: number,
): boolean {
  const known = client.getQueryState(viewKey(owner))
  if (known !== undefined && known.dataUpdatedAt > requestedAtMs) return false
  if ('task' in changed) {
    client.setQueryData(viewKey(owner), changed.task)
    client.setQueryData(healthKey(owner.id), changed.health)
  } else {
    client.setQueryData(viewKey(owner), changed.receiver)
    client.setQueryData(rejectedKey(owner.id), changed.rejected)
  }
  return true
}

/** What the page shows of the owner, as the server named it; it changes with each news. Undefined before the first. */
export const useSeenNews = (owner: Owner): string | undefined =>
  useQuery<SeenNews>({ queryKey: seenNewsKey(owner), queryFn: skipToken }).data?.state

/** Asks as its page opens and, with an interval, which is asked for after each answer, as long as it is open: not beside a history, whose polls bring the news as well. */
export function useNews(owner: Owner, everyMs: (() => number) | null, isEnabled = true) {
  const client = useQueryClient()
  return useQuery({
    queryKey: newsQueryKey(owner),
    enabled: isEnabled,
    staleTime: 'static',
    refetchInterval:
      everyMs === null ? false : (query) => !isStatus(query.state.error, 404) && refetchEvery(everyMs())(query),
    queryFn: async ({ signal }) => {
      // It was deleted elsewhere: fetched again, its page says so.
      const onNotFound = () => void client.invalidateQueries({ queryKey: viewKey(owner) })
      return (await fetchNews(client, owner, new URLSearchParams(), { signal, onNotFound })).state
    },
  })
}
