import { CreatedView } from '@knockwire/domain/page'
import { TaskView, TestRunView, type SaveTaskInput } from '@knockwire/domain/tasks/task'
import { api, type CallOptions } from '../../lib/api-client.ts'

const pathOf = (taskId: string) => `/api/v1/tasks/${encodeURIComponent(taskId)}`

export const createDraft = () => api.post('/api/v1/tasks/empty', undefined, CreatedView)

export const getTask = (taskId: string, options: CallOptions) => api.get(pathOf(taskId), TaskView, options)

/** Draft auto-save, and Save in edit mode. */
export const saveTask = (taskId: string, input: SaveTaskInput) => api.post(pathOf(taskId), input, TaskView)

/** Turns a draft into an active task. */
export const createTask = (taskId: string, input: SaveTaskInput) =>
  api.post(`${pathOf(taskId)}?activate=true`, input, TaskView)

export const deleteTask = (taskId: string) => api.delete(pathOf(taskId))

export const testTask = (taskId: string) => api.post(`${pathOf(taskId)}/lifecycle/test`, undefined, TestRunView)

export const activateTask = (taskId: string) => api.post(`${pathOf(taskId)}/lifecycle/activate`, undefined, TaskView)

export const deactivateTask = (taskId: string) =>
  api.post(`${pathOf(taskId)}/lifecycle/deactivate`, undefined, TaskView)

/** Notes that the task's page was opened; the list can be sorted by it. */
export const noteTaskOpened = (taskId: string) => api.send(`${pathOf(taskId)}/update-last-open-time`)
