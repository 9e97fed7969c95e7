import { draftHours } from '@knockwire/domain/drafts'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import type { DraftListItem, SaveTaskInput, TaskPage, TaskView } from '@knockwire/domain/tasks/task'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api-client.ts'
import { healthKey, taskKey } from '../../lib/api/query-keys.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { truncateMiddle } from '../../lib/format/format.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { ownerKind } from '../../lib/owners/owner-kind.ts'
import { ownerQuery } from '../../lib/owners/owner-queries.ts'

/** Tasks, as a kind of owner. */
export const taskKind = ownerKind<TaskView, SaveTaskInput, TaskPage, DraftListItem>({
  kind: 'task',
  view: schemaOf('TaskView'),
  page: schemaOf('TaskPage'),
  drafts: schemaOf('DraftList'),
  // Its name, else the URL where one was typed.
  draftTitle: ({ name, uri }) => name ?? (/^(https?:\/\/)?$/.test(uri) ? 'Unnamed draft' : truncateMiddle(uri, 80)),
  draftCall: '/api/v1/tasks/empty',
  listPath: paths.tasks,
  draftPath: paths.draft,
  deletedWith: 'history',
  missingHint: `It may have been deleted. Drafts are deleted after ${draftHours} hours without changes.`,
  settingsShape: [6, 3],
})

const pathOf = (taskId: string) => `/api/v1/tasks/${encodeURIComponent(taskId)}`

/** Turns a draft into an active task. */
export const createTask = (taskId: string, input: SaveTaskInput) =>
  api.post(`${pathOf(taskId)}?activate=true`, input, schemaOf('TaskView'))

/** How many tasks the account has. */
export const countTasks = async (): Promise<number> =>
  (await api.get('/api/v1/tasks?page=0&size=1', schemaOf('TaskPage'))).taskCount

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

/** Notes that the task's page was opened; the list can be sorted by it. */
export const recordTaskOpened = (taskId: string) => api.send(`${pathOf(taskId)}/update-last-open-time`)

/** Fetched on mount even where it is cached; `isFetchedAfterMount` says when it has arrived. */
export const useFreshTask = (taskId: string) => useQuery({ ...ownerQuery(taskKind, taskId), refetchOnMount: 'always' })

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
