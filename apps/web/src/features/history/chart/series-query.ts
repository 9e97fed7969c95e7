import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { taskKey } from '../../../lib/api/query-keys.ts'
import { refetchEvery } from '../../../lib/api/query-state.ts'
import type { Charted } from './chart-address.ts'

/** All series of a task stand below this key. */
export const seriesKey = (taskId: string) => [...taskKey(taskId), 'series'] as const

/** Fetched again when a run ends, which its page notices, and else each minute: by then a gap may have opened. */
const refetchMs = 60_000

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
    refetchInterval: refetchEvery(refetchMs),
    placeholderData: keepPreviousData,
  })

/** Another as one of them ends. */
const keyOf = (runs: readonly PageRun[]) => runs.map(({ id, status }) => `${id}-${status}`).join(',')
