import type { TaskView } from '@knockwire/domain/tasks/task'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { taskKey, viewKey } from '../../lib/query-keys.ts'
import { getTask } from './api.ts'

/** The pages of the task list stand below this key. */
export const taskListKey = ['tasks', 'list'] as const

const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: viewKey({ kind: 'task', id: taskId }),
    queryFn: ({ signal }) => getTask(taskId, { signal }),
    refetchInterval: ({ state }) => (state.data === undefined ? false : refreshAfterMs(state.data, Date.now())),
  })

export const useTask = (taskId: string) => useQuery(taskQuery(taskId))

/** Asked for anew whatever is kept; `isFetchedAfterMount` says when it is there. */
export const useTaskAsItIs = (taskId: string) => useQuery({ ...taskQuery(taskId), refetchOnMount: 'always' })

type Due = Pick<TaskView, 'status'> & { scheduler: Pick<TaskView['scheduler'], 'nextExecutionDate'> }

/** Shortly after the next run is due, since its time and perhaps the status change then; seldom otherwise. */
export function refreshAfterMs({ status, scheduler }: Due, nowMs: number): number {
  const seldomMs = 60_000
  if (status !== 'ACTIVE' || scheduler.nextExecutionDate === null) return seldomMs
  const untilDueMs = Date.parse(scheduler.nextExecutionDate) - nowMs
  return Math.min(seldomMs, Math.max(untilDueMs, 0) + 3_000)
}

/** Keeps what a call answered, and has the list asked for again when it is next seen. */
export async function keepTask(client: QueryClient, task: TaskView): Promise<void> {
  const { queryKey } = taskQuery(task.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, task)
  await client.invalidateQueries({ queryKey: taskListKey })
}

/** What is still shown while its page is being left is not taken away: it would be asked for again. */
export async function forgetTask(client: QueryClient, taskId: string): Promise<void> {
  client.removeQueries({ queryKey: taskKey(taskId), type: 'inactive' })
  await client.invalidateQueries({ queryKey: taskListKey })
}
