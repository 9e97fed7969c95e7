import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import type { SaveTaskInput, TaskView } from '@knockwire/domain/tasks/task'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api, type CallOptions } from '../../lib/api/api-client.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { healthKey, taskKey, viewKey } from '../../lib/api/query-keys.ts'

const pathOf = (taskId: string) => `/api/v1/tasks/${encodeURIComponent(taskId)}`

export const createDraft = () => api.post('/api/v1/tasks/empty', undefined, schemaOf('CreatedView'))

export const getTask = (taskId: string, options?: CallOptions) => api.get(pathOf(taskId), schemaOf('TaskView'), options)

/** Draft auto-save, and Save in edit mode. */
export const saveTask = (taskId: string, input: SaveTaskInput) => api.post(pathOf(taskId), input, schemaOf('TaskView'))

/** Turns a draft into an active task. */
export const createTask = (taskId: string, input: SaveTaskInput) =>
  api.post(`${pathOf(taskId)}?activate=true`, input, schemaOf('TaskView'))

/** A copy as a draft, which is listed with the others from then on. */
export const duplicateTask = async (client: QueryClient, taskId: string) => {
  const copy = await api.post(`${pathOf(taskId)}/duplicate`, undefined, schemaOf('CreatedView'))
  void client.invalidateQueries({ queryKey: draftListKey })
  return copy
}

/** `untouched`: only where it is a draft in which nothing was saved. */
export const deleteTask = (
  taskId: string,
  { untouched = false, ...options }: CallOptions & { untouched?: boolean } = {},
) => api.delete(`${pathOf(taskId)}${untouched ? '?untouched=true' : ''}`, options)

/** How many tasks the account has. */
export const countTasks = async (): Promise<number> =>
  (await api.get('/api/v1/tasks?page=0&size=1', schemaOf('TaskPage'))).taskCount

/** By one call: the page may be left right after it. */
export const deleteTasks = (
  ids: readonly string[],
  { deactivate, ...options }: CallOptions & { deactivate: boolean },
) => api.post('/api/v1/tasks/delete', { ids, deactivate }, schemaOf('DeletedManyView'), options)

interface TaskTestInput {
  /** What is typed of the request; without that, what is saved is sent. */
  typed: RequestTargetInput | undefined
  sendNotifications: boolean
}

export const testTask = (taskId: string, { typed, sendNotifications }: TaskTestInput) =>
  api.post(
    `${pathOf(taskId)}/lifecycle/test`,
    { sendNotifications, ...(typed && { request: { target: typed } }) },
    schemaOf('TestRunView'),
  )

/** Comes with the news of the task. */
export const useTaskHealth = (taskId: string) =>
  useQuery<TaskHealth>({ queryKey: healthKey(taskId), queryFn: skipToken, staleTime: 'static' }).data

/** The run of a test, once it has started. */
export const testRunQuery = (taskId: string, executionId: string | undefined) =>
  queryOptions({
    queryKey: [...taskKey(taskId), 'test', executionId],
    enabled: executionId !== undefined,
    queryFn: ({ signal }) =>
      api.get(`${pathOf(taskId)}/executions/${executionId}`, schemaOf('ExecutionWithPage'), { signal }),
  })

export const activateTask = (taskId: string) =>
  api.post(`${pathOf(taskId)}/lifecycle/activate`, undefined, schemaOf('TaskView'))

export const deactivateTask = (taskId: string) =>
  api.post(`${pathOf(taskId)}/lifecycle/deactivate`, undefined, schemaOf('TaskView'))

/** Notes that the task's page was opened; the list can be sorted by it. */
export const recordTaskOpened = (taskId: string) => api.send(`${pathOf(taskId)}/update-last-open-time`)

/** The pages of the task list stand below this key. */
export const taskListKey = ['tasks', 'list'] as const

const draftListKey = ['tasks', 'drafts'] as const

export const useDrafts = () =>
  useQuery({
    queryKey: draftListKey,
    queryFn: async ({ signal }) => (await api.get('/api/v1/tasks/drafts', schemaOf('DraftList'), { signal })).results,
  })

const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: viewKey({ kind: 'task', id: taskId }),
    queryFn: ({ signal }) => getTask(taskId, { signal }),
  })

/** For a page that is about to be opened. */
export const prefetchTask = (client: QueryClient, taskId: string): Promise<void> =>
  client.prefetchQuery({ ...taskQuery(taskId), staleTime: 10_000 })

export const useTask = (taskId: string) => useQuery(taskQuery(taskId))

/** Fetched on mount even where it is cached; `isFetchedAfterMount` says when it has arrived. */
export const useFreshTask = (taskId: string) => useQuery({ ...taskQuery(taskId), refetchOnMount: 'always' })

type Due = Pick<TaskView, 'status'> & { scheduler: Pick<TaskView['scheduler'], 'nextExecutionDate'> }

/**
 * Shortly after the next run is due, since its time and perhaps the status change then; less often where it stays overdue,
 * and seldom otherwise.
 */
export function refreshAfterMs({ status, scheduler }: Due, nowMs: number): number {
  const seldomMs = 60_000
  if (status !== 'ACTIVE' || scheduler.nextExecutionDate === null) return seldomMs
  const untilDueMs = Date.parse(scheduler.nextExecutionDate) - nowMs
  return Math.min(seldomMs, untilDueMs < -5_000 ? 5_000 : Math.max(untilDueMs, 0) + 1_000)
}

/** Caches the response of a call, and invalidates the list. */
export async function setTaskCache(client: QueryClient, task: TaskView): Promise<void> {
  const { queryKey } = taskQuery(task.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, task)
  void client.invalidateQueries({ queryKey: draftListKey })
  await client.invalidateQueries({ queryKey: taskListKey })
}

/** Queries that are still shown while the page is being left stay: removed, they would be fetched again. */
export async function removeTaskCache(client: QueryClient, taskId: string): Promise<void> {
  client.removeQueries({ queryKey: taskKey(taskId), type: 'inactive' })
  void client.invalidateQueries({ queryKey: draftListKey })
  await client.invalidateQueries({ queryKey: taskListKey })
}
