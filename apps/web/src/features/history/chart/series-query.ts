import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { schemaOf } from '../../../lib/schemas.ts'
import { taskKey } from '../../../lib/query-keys.ts'
import { refetchEvery } from '../../../lib/refetch-every.ts'
import type { Charted } from './chart-address.ts'

/** All series of a task stand below this key. */
export const seriesKey = (taskId: string) => [...taskKey(taskId), 'series'] as const

/** Fetched again when a run ends, which its page notices, and else each minute: by then a gap may have opened. */
const refetchMs = 60_000

export const seriesQuery = (taskId: string, { range, source, property }: Charted) =>
  queryOptions({
    queryKey: [...seriesKey(taskId), range, source, property],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ range, source, property })
      return api.get(`/api/v1/tasks/${taskId}/series?${query}`, schemaOf('SeriesView'), { signal })
    },
    refetchInterval: refetchEvery(refetchMs),
    placeholderData: keepPreviousData,
  })
