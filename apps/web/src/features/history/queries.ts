import { ExecutionPage, ExecutionWithPage } from '@knockwire/domain/executions/execution'
import { pageSizes } from '@knockwire/domain/page'
import { keepPreviousData, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { lookAgain } from '../../lib/look-again.ts'
import { pageTopObject } from './page-top-object.ts'

/** Milliseconds between looks while the tab is open and in sight (TH-39). */
const pollMs = 2000

/** What the table, the chart and the pagination read. */
export type HistoryPage = Pick<ExecutionPage, 'results' | 'total' | 'page'>

const historyKey = (taskId: string) => ['tasks', taskId, 'executions'] as const

/** One page of a task's history, looked at again every two seconds; replaced only where the server has something new (TH-41). */
export const useHistoryPage = (taskId: string, page: number, isEnabled: boolean) => {
  const client = useQueryClient()
  const queryKey = [...historyKey(taskId), page]
  // The history of a task that is being deleted is about to be gone.
  const isBeingDeleted = useIsMutating({ mutationKey: ['tasks', taskId, 'delete'] }) > 0
  return useQuery({
    queryKey,
    enabled: isEnabled && !isBeingDeleted,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<HistoryPage> => {
      const known = client.getQueryData<HistoryPage>(queryKey)
      return lookAgain(known, pageTopObject(known?.results ?? [], Date.now()), (top) => {
        const query = new URLSearchParams({ page: `${page}`, size: `${pageSizes.taskHistory}` })
        if (top !== undefined) query.set('pageTopObject', top)
        return api.get(`/api/v1/tasks/${taskId}/executions?${query}`, ExecutionPage)
      })
    },
  })
}

/** The execution that the URL names, with the page that it stands on; not kept, since newer runs push it down the pages. */
export const useLinkedExecution = (taskId: string, executionId: string | undefined) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['tasks', taskId, 'execution', executionId],
    enabled: executionId !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      const answer = await api.get(`/api/v1/tasks/${taskId}/executions/${executionId}`, ExecutionWithPage)
      client.setQueryData<HistoryPage>([...historyKey(taskId), answer._embedded.page], answer._embedded)
      return answer
    },
  })
}
