import type { ChartSource } from '@knockwire/domain/charts/chart'
import { DetailedExecutionPage, type ExecutionRow, type ExecutionView } from '@knockwire/domain/executions/execution'
import { pageSizes } from '@knockwire/domain/page'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { taskKey } from '../../../lib/query-keys.ts'
import type { ChartedExecution } from './chart-series.ts'

interface Charted {
  taskId: string
  /** Counts from 0. */
  page: number
  rows: readonly ExecutionRow[]
}

/** The executions of a page with their bodies, which rows do not carry. */
export const bodiesQuery = ({ taskId, page, rows }: Charted) => {
  const ended = rows.filter(({ status }) => status === 'SUCCEEDED' || status === 'FAILED').map(({ id }) => id)
  return queryOptions({
    queryKey: [...taskKey(taskId), 'bodies', page, ...ended],
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async (): Promise<readonly ExecutionView[]> => {
      const query = `page=${page}&size=${pageSizes.taskHistory}&include=details`
      const path = `/api/v1/tasks/${encodeURIComponent(taskId)}/executions?${query}`
      return (await api.get(path, DetailedExecutionPage)).results
    },
  })
}

/** The rows of a page, with their bodies where these are plotted. */
export const useChartedExecutions = (charted: Charted, source: ChartSource): readonly ChartedExecution[] => {
  const isOfBodies = source === 'response_body_text' || source === 'response_body_json'
  const bodies = useQuery({ ...bodiesQuery(charted), enabled: isOfBodies, placeholderData: keepPreviousData })
  if (!isOfBodies) return charted.rows
  return bodies.data ?? []
}
