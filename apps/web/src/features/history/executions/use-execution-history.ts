import { ExecutionPage, type ExecutionView, ExecutionWithPage } from '@knockwire/domain/executions/execution'
import { pageSizes } from '@knockwire/domain/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { mayStillChange } from '@knockwire/domain/notifications/delivery'
import { api } from '../../../lib/api-client.ts'
import { isStatus } from '../../../lib/api-error.ts'
import { taskKey } from '../../../lib/query-keys.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { historyPageKey, useHistoryPage } from '../use-history-page.ts'

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}/executions`

/** The execution that the URL names, with the page that it stands on; not cached, since newer executions push it down the pages. */
const useLinkedExecution = (taskId: string, executionId: string | undefined) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: [...taskKey(taskId), 'execution', executionId],
    enabled: executionId !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      const linked = await api.get(`${pathOf(taskId)}/${executionId}`, ExecutionWithPage)
      client.setQueryData(historyPageKey({ kind: 'task', id: taskId }, linked._embedded.page), linked._embedded)
      return linked
    },
  })
}

/**
 * The page that is shown: the one of the execution that the URL names, until the user turns to another;
 * else the one of `?page=`, which counts from 1.
 */
export const useExecutionHistory = (taskId: string, executionId: string | undefined) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const linked = useLinkedExecution(taskId, executionId)
  const pageOfUrl = Math.max(0, Number.parseInt(search.get('page') ?? '1', 10) - 1) || 0
  const page = executionId === undefined ? pageOfUrl : (linked.data?._embedded.page ?? 0)
  const history = useHistoryPage({
    owner: { kind: 'task', id: taskId },
    page,
    isEnabled: executionId === undefined || !linked.isPending,
    cursorOf: (known: readonly ExecutionView[]) => executionCursor(known, Date.now()),
    fetchPage: (cursor, options) => {
      const query = new URLSearchParams({ page: `${page}`, size: `${pageSizes.taskHistory}` })
      if (cursor !== undefined) query.set('pageTopObject', cursor)
      return api.get(`${pathOf(taskId)}?${query}`, ExecutionPage, options)
    },
  })

  const listPath = `/dashboard/tasks/${taskId}/executions`
  const isMissing = isStatus(linked.error, 404)
  useEffect(() => {
    if (!isMissing) return
    snackbar.warning('Execution detail is not available, showing latest entries instead.')
    void navigate(listPath, { replace: true })
  }, [isMissing, listPath, navigate])

  const turnTo = useCallback(
    (next: number) => void navigate(next === 0 ? listPath : `${listPath}?page=${next + 1}`),
    [listPath, navigate],
  )
  return { history, page, turnTo, linkedId: linked.data?.id, error: isMissing ? null : (linked.error ?? history.error) }
}

type Shown = Pick<ExecutionView, 'id' | 'status' | 'notificationResults'>

const mayChange = ({ status, notificationResults }: Shown, nowMs: number) =>
  status === 'QUEUED' || status === 'RUNNING' || notificationResults.some((result) => mayStillChange(result, nowMs))

/** Identifies the newest execution the browser has, unless one that is shown may still change: then the page is fetched whole. */
export const executionCursor = (shown: readonly Shown[], nowMs: number): string | undefined => {
  const [top] = shown
  return top === undefined || shown.some((run) => mayChange(run, nowMs)) ? undefined : `${top.id}-${top.status}`
}
