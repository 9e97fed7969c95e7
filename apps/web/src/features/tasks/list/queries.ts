import { pageSizes } from '@knockwire/domain/page'
import type { TaskSortKey } from '@knockwire/domain/tasks/task'
import { TaskPage } from '@knockwire/domain/tasks/task'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../lib/api-client.ts'
import { taskListKey } from '../task-query.ts'
import type { ListParams } from './list-params.ts'

const refreshEveryMs = 10_000

export interface TaskListRequest extends ListParams {
  sortKey: TaskSortKey
}

const taskListQuery = (request: TaskListRequest) => ({
  queryKey: [...taskListKey, request] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get(taskListPath(request), TaskPage, { signal }),
})

const taskListPath = ({ page, sortKey, search }: TaskListRequest): string =>
  `/api/v1/tasks?${new URLSearchParams({ page: String(page), size: String(pageSizes.tasks), sortKey, search })}`

/** A page of the list: from the cache at once, refreshed behind, the old page shown until the new one is there. */
export function useTaskList(request: TaskListRequest) {
  const client = useQueryClient()
  const query = useQuery({
    ...taskListQuery(request),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEveryMs,
  })
  const hasNextPage = query.data !== undefined && (request.page + 1) * pageSizes.tasks < query.data.total
  useEffect(() => {
    if (!hasNextPage) return
    const { page, search, sortKey } = request
    void client.prefetchQuery({ ...taskListQuery({ page: page + 1, search, sortKey }), staleTime: 30_000 })
    // The members, since the object is new on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, hasNextPage, request.page, request.search, request.sortKey])
  return query
}
