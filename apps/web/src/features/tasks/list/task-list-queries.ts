import { taskStates } from '@knockwire/domain/tasks/task-list-options'
import { pageSizes } from '@knockwire/domain/page-sizes'
import type { TaskSortKey } from '@knockwire/domain/tasks/task'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AddressState, optionParam, pageParam, searchParam } from '../../../lib/navigation/address-state.ts'
import { api } from '../../../lib/api/api-client.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { refetchEvery } from '../../../lib/api/query-state.ts'
import { taskListKey } from '../task-queries.ts'

/** The parameters in the list's URL. */
export const listParams = { search: searchParam, status: optionParam(taskStates), page: pageParam }

export type ListParams = AddressState<typeof listParams>

const refreshEveryMs = 10_000

interface TaskListRequest extends ListParams {
  sortKey: TaskSortKey
  /** What is about to be deleted: the list is as it will be. */
  without: readonly string[]
}

const taskListQuery = (request: TaskListRequest) => ({
  queryKey: [...taskListKey, request] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get(taskListPath(request), schemaOf('TaskPage'), { signal }),
})

const taskListPath = ({ page, sortKey, search, status, without }: TaskListRequest): string => {
  const params = {
    page: String(page),
    size: String(pageSizes.tasks),
    sortKey,
    search,
    ...(status && { status }),
    ...(without.length > 0 && { without: without.join(',') }),
  }
  return `/api/v1/tasks?${new URLSearchParams(params)}`
}

/** A page of the list: from the cache at once, refreshed behind, the old page shown until the new one is there. */
export function useTaskList(request: TaskListRequest) {
  const client = useQueryClient()
  const query = useQuery({
    ...taskListQuery(request),
    placeholderData: keepPreviousData,
    refetchInterval: refetchEvery(refreshEveryMs),
  })
  const hasNextPage = query.data !== undefined && (request.page + 1) * pageSizes.tasks < query.data.total
  useEffect(() => {
    if (!hasNextPage) return
    void client.prefetchQuery({ ...taskListQuery({ ...request, page: request.page + 1 }), staleTime: 30_000 })
    // The members, since the object is new on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, hasNextPage, request.page, request.search, request.status, request.sortKey, request.without])
  return query
}
