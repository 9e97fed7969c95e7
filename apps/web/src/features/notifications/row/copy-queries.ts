import { mostCopies } from '@knockwire/domain/notifications/notification-limits'
import type { NotificationCopiesView } from '@knockwire/domain/notifications/copies'
import type { TaskPage } from '@knockwire/domain/tasks/task'
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { ownerKey, viewKey } from '../../../lib/api/query-keys.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'

/** The most that the API gives at once. */
const pageSize = 100

const loadPage = (search: string, page: number, signal?: AbortSignal): Promise<TaskPage> => {
  const query = new URLSearchParams({ size: String(pageSize), sortKey: 'name', search, page: String(page) })
  return api.get(`/api/v1/tasks?${query}`, schemaOf('TaskPage'), signal ? { signal } : {})
}

/** The first tasks that match, by name. */
export const useTasksToCopyTo = (search: string) =>
  useQuery({
    queryKey: ['copy-targets', search],
    queryFn: ({ signal }) => loadPage(search, 0, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** The ids of all that match, up to as many as one call copies to. */
export async function loadAllIds(search: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ids.length < mostCopies; page += 1) {
    const { results, total } = await loadPage(search, page)
    ids.push(...results.map(({ id }) => id))
    if (results.length === 0 || ids.length >= total) break
  }
  return ids.slice(0, mostCopies)
}

/** What is copied already is not copied again, so that it may be repeated after a failure. */
export function useCopyNotification(notificationId: string) {
  const client = useQueryClient()
  const path = `/api/v1/notifications/${notificationId}/copies`
  return useMutation({
    mutationFn: (taskIds: readonly string[]) => api.post(path, { taskIds }, schemaOf('NotificationCopiesView')),
    onSuccess: ({ results }) => forgetNotificationsOf(client, results),
  })
}

const forgetNotificationsOf = (client: QueryClient, results: NotificationCopiesView['results']) => {
  for (const { taskId, outcome } of results) {
    if (outcome !== 'COPIED') continue
    const owner = { kind: 'task', id: taskId } as const
    void client.invalidateQueries({ queryKey: [...ownerKey(owner), 'notifications'] })
    // It says how many notifications there are.
    void client.invalidateQueries({ queryKey: viewKey(owner) })
  }
}
