import type { ChartView, UpdateChartInput } from '@knockwire/domain/charts/chart'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../lib/api/api-client.ts'
import { taskKey } from '../../../../lib/api/query-keys.ts'
import { schemaOf } from '../../../../lib/api/schemas.ts'

const chartsPath = (taskId: string) => `/api/v1/tasks/${taskId}/charts`
const chartsKey = (taskId: string) => [...taskKey(taskId), 'charts'] as const

export const useBookmarks = (taskId: string) =>
  useQuery({
    queryKey: chartsKey(taskId),
    queryFn: async ({ signal }) => (await api.get(chartsPath(taskId), schemaOf('ChartList'), { signal })).results,
  })

/** Creates a bookmark, or with `chartId` changes that one. */
export const useSaveBookmark = (taskId: string, chartId: string | undefined) => {
  const client = useQueryClient()
  return async (input: UpdateChartInput): Promise<ChartView> => {
    const saved =
      chartId === undefined
        ? await api.post(chartsPath(taskId), { taskId, ...input }, schemaOf('ChartView'))
        : await api.post(`${chartsPath(taskId)}/${chartId}`, input, schemaOf('ChartView'))
    await client.invalidateQueries({ queryKey: chartsKey(taskId) })
    return saved
  }
}

export const useDeleteBookmark = (taskId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (chartId: string) => api.delete(`${chartsPath(taskId)}/${chartId}`),
    onSuccess: () => client.invalidateQueries({ queryKey: chartsKey(taskId) }),
  })
}
