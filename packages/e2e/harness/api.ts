import { ChartView, type UpdateChartInput } from '@knockwire/domain/charts/chart'
import { ExecutionView } from '@knockwire/domain/executions/execution'
import { CreatedView } from '@knockwire/domain/page'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { TaskView, TestRunView, type SaveTaskInput } from '@knockwire/domain/tasks/task'
import { expect, type APIRequestContext } from '@playwright/test'
import { callsOf } from './calls.ts'
import { receiverApiOf, type ReceiverApi } from './receiver-api.ts'

/** Due once a year, so that a task on it makes no run while a test looks on. */
const onceAYear: Partial<SchedulerInput> = { mode: 'CUSTOM', expression: '0 0 1 1 *', timezone: 'UTC' }

export interface TaskChanges {
  name?: string | null
  url: string
  scheduler?: Partial<SchedulerInput>
  request?: Partial<RequestTargetInput>
  completion?: SaveTaskInput['completion']
}

export interface Person {
  email: string
  password: string
  firstName: string
}

/** The API with the session of a browser context: to bring about what a journey starts from. */
export interface Api {
  signUp: (person: Person) => Promise<void>
  createDraft: () => Promise<string>
  saveTask: (taskId: string, input: SaveTaskInput) => Promise<TaskView>
  /** On the yearly schedule unless wished otherwise. */
  createTask: (changes: TaskChanges) => Promise<TaskView>
  getTask: (taskId: string) => Promise<TaskView>
  deactivate: (taskId: string) => Promise<void>
  /** As another device of the same person would. */
  deleteTask: (taskId: string) => Promise<void>
  /** Runs the task once, to the end, and sends the notifications that it triggers. */
  run: (taskId: string) => Promise<ExecutionView>
  /** Runs it until it waits for its completion; gives the id of the execution. */
  runUntilWaiting: (taskId: string) => Promise<string>
  addBookmark: (taskId: string, bookmark: UpdateChartInput) => Promise<ChartView>
  receivers: ReceiverApi
}

const inputOf = ({ name = null, url, scheduler = onceAYear, request, completion }: TaskChanges): SaveTaskInput => ({
  name,
  ...(completion !== undefined && { completion }),
  scheduler: { ...defaultScheduler, ...scheduler },
  request: { target: { ...defaultRequestTarget, uri: url, ...request } },
})

export const apiOf = (request: APIRequestContext, origin: string): Api => {
  const calls = callsOf(request, origin)
  const { get, post, remove } = calls
  const createDraft = async () => CreatedView.parse(await post('/tasks/empty')).id
  const execution = async (taskId: string, id: string) =>
    ExecutionView.parse(await get(`/tasks/${taskId}/executions/${id}`))

  return {
    signUp: async (person) => void (await post('/auth/sign-up', { lastName: '', ...person })),
    createDraft,
    saveTask: async (taskId, input) => TaskView.parse(await post(`/tasks/${taskId}`, input)),
    createTask: async (changes) =>
      TaskView.parse(await post(`/tasks/${await createDraft()}?activate=true`, inputOf(changes))),
    getTask: async (taskId) => TaskView.parse(await get(`/tasks/${taskId}`)),
    deactivate: async (taskId) => void (await post(`/tasks/${taskId}/lifecycle/deactivate`)),
    deleteTask: async (taskId) => {
      await post(`/tasks/${taskId}/lifecycle/deactivate`)
      await remove(`/tasks/${taskId}`)
    },
    run: async (taskId) => {
      const test = { sendNotifications: true }
      const { executionId } = TestRunView.parse(await post(`/tasks/${taskId}/lifecycle/test`, test))
      await expect
        .poll(async () => (await execution(taskId, executionId)).status, { intervals: [30, 60, 120] })
        .toMatch(/SUCCEEDED|FAILED/)
      return execution(taskId, executionId)
    },
    runUntilWaiting: async (taskId) => {
      const { executionId } = TestRunView.parse(await post(`/tasks/${taskId}/lifecycle/test`, {}))
      await expect.poll(async () => (await execution(taskId, executionId)).status).toBe('WAITING')
      return executionId
    },
    addBookmark: async (taskId, bookmark) =>
      ChartView.parse(await post(`/tasks/${taskId}/charts`, { taskId, ...bookmark })),
    receivers: receiverApiOf(calls),
  }
}
