import { ExecutionPage, type ExecutionRow, ExecutionWithPage } from '@knockwire/domain/executions/execution'
import { pageSizes } from '@knockwire/domain/page'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { mayStillChange } from '@knockwire/domain/notifications/delivery'
import { api } from '../../../lib/api-client.ts'
import type { Owner } from '../../../lib/query-keys.ts'
import { chartQueryOf } from '../chart/chart-address.ts'
import { useHistoryPage } from '../use-history-page.ts'
import { useLinkedRow } from '../use-linked-row.ts'

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}/executions`

/**
 * The page that is shown: the one of the execution that the URL names, until the user turns to another;
 * else the one of `?page=`, which counts from 1.
 */
export const useExecutionHistory = (taskId: string, executionId: string | undefined) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const listPath = `/dashboard/tasks/${taskId}/executions`
  const owner: Owner = { kind: 'task', id: taskId }
  const linked = useLinkedRow({
    owner,
    rowId: executionId,
    listPath,
    schema: ExecutionWithPage,
  })
  const pageOfUrl = Math.max(0, Number.parseInt(search.get('page') ?? '1', 10) - 1) || 0
  const page = executionId === undefined ? pageOfUrl : (linked.data?.page ?? 0)
  const history = useHistoryPage({
    owner,
    page,
    isEnabled: !linked.isPending,
    cursorOf: (known: readonly ExecutionRow[]) => executionCursor(known, Date.now()),
    fetchPage: (cursor, options) => {
      const query = new URLSearchParams({ page: `${page}`, size: `${pageSizes.taskHistory}` })
      if (cursor !== undefined) query.set('pageTopObject', cursor)
      return api.get(`${pathOf(taskId)}?${query}`, ExecutionPage, options)
    },
  })

  const turnTo = useCallback(
    (next: number) => {
      const query = new URLSearchParams(chartQueryOf(search))
      if (next > 0) query.set('page', `${next + 1}`)
      void navigate({ pathname: listPath, search: query.toString() })
    },
    [listPath, navigate, search],
  )
  return { history, page, turnTo, linkedId: linked.data?.id, error: linked.error ?? history.error }
}

type Shown = Pick<ExecutionRow, 'id' | 'status' | 'notificationResults'>

const mayChange = ({ status, notificationResults }: Shown, nowMs: number) =>
  status === 'QUEUED' || status === 'RUNNING' || notificationResults.some((result) => mayStillChange(result, nowMs))

/** Identifies the newest execution the browser has, unless one that is shown may still change: then the page is fetched whole. */
export const executionCursor = (shown: readonly Shown[], nowMs: number): string | undefined => {
  const [top] = shown
  return top === undefined || shown.some((run) => mayChange(run, nowMs)) ? undefined : `${top.id}-${top.status}`
}
