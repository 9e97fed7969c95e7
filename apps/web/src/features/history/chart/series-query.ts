import type { ChartSource } from '@knockwire/domain/charts/chart'
import { chartSources } from '@knockwire/domain/charts/chart-sources'
import { carriedSources } from '@knockwire/domain/history/news-rules'
import type { SeriesRange, SeriesView } from '@knockwire/domain/series/series'
import { seriesRanges } from '@knockwire/domain/series/series-ranges'
import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { findOption, optionOf } from '../../../lib/format/options.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { taskKey } from '../../../lib/api/query-keys.ts'
import { refetchEvery } from '../../../lib/api/query-state.ts'
import type { Charted } from './chart-address.ts'

/** All series of a task stand below this key. */
const seriesKey = (taskId: string) => [...taskKey(taskId), 'series'] as const

/** What the news do not carry is fetched again when a run ends, and else each minute: by then a gap may have opened. */
const refetchMs = 60_000

/** Whether its series comes with the news. */
const isCarried = (source: ChartSource) => carriedSources.some((carried) => carried === source)

/** An execution of the history's page. */
export interface PageRun {
  id: string
  /** ISO 8601. */
  at: string
  status: string
}

/** `runs`: of the page, which are what is plotted where the range is `page`. */
export const seriesQuery = (taskId: string, { range, source, property }: Charted, runs: readonly PageRun[]) =>
  queryOptions({
    queryKey: [...seriesKey(taskId), range === 'page' ? keyOf(runs) : range, source, property],
    enabled: range !== 'page' || runs.length > 0,
    queryFn: ({ signal }) => {
      const covered = range === 'page' ? { executions: runs.map(({ id }) => id).join(',') } : { range }
      const query = new URLSearchParams({ ...covered, source, property })
      return api.get(`/api/v1/tasks/${taskId}/series?${query}`, schemaOf('SeriesView'), { signal })
    },
    staleTime: refetchMs,
    refetchInterval: isCarried(source) ? false : refetchEvery(refetchMs),
    placeholderData: keepPreviousData,
  })

/** Another as one of them ends. */
const keyOf = (runs: readonly Pick<PageRun, 'id' | 'status'>[]) =>
  runs.map(({ id, status }) => `${id}-${status}`).join(',')

/** The series that the page's chart shows. */
export interface ShownSeries {
  queryKey: QueryKey
  range: SeriesRange | 'page'
  source: ChartSource
}

/** Undefined where no chart is shown. */
export function shownSeries(client: QueryClient, taskId: string): ShownSeries | undefined {
  const [query] = client.getQueryCache().findAll({ queryKey: seriesKey(taskId), type: 'active' })
  if (query === undefined) return undefined
  const [covered, source] = query.queryKey.slice(seriesKey(taskId).length)
  return {
    queryKey: query.queryKey,
    range: findOption(seriesRanges, covered) ?? 'page',
    source: optionOf(chartSources, String(source)),
  }
}

/** What the chart asks the news for: nothing where its values are in bodies. */
export function addSeries(query: URLSearchParams, shown: ShownSeries | undefined, canPage: boolean): void {
  if (shown === undefined || !isCarried(shown.source) || (shown.range === 'page' && !canPage)) return
  query.set('chartRange', shown.range)
  query.set('chartSource', shown.source)
}

/** Caches the series that came with the news; where rows came without it, it is fetched by its own call. */
export function cacheSeries(
  client: QueryClient,
  taskId: string,
  shown: ShownSeries | undefined,
  {
    series,
    rows,
    hasNews,
  }: { series: SeriesView | null; rows: readonly { id: string; status: string }[]; hasNews: boolean },
): void {
  if (shown === undefined) return
  if (series === null) {
    if (hasNews) void client.invalidateQueries({ queryKey: seriesKey(taskId) })
    return
  }
  const queryKey =
    shown.range === 'page' ? [...seriesKey(taskId), keyOf(rows), ...shown.queryKey.slice(-2)] : shown.queryKey
  client.setQueryData(queryKey, series)
}
