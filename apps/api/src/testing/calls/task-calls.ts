import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import type { TaskView } from '@knockwire/domain/tasks/task'
import type { z } from 'zod'
import type { TestUser } from '../test-app.ts'

export type Asker = Pick<TestUser, 'inject'>

interface Changes {
  name?: string | null
  scheduler?: Partial<SchedulerInput>
  target?: Partial<z.input<typeof RequestTargetInput>>
}

/** What the editor sends; a test says only what matters to it. */
export const taskInput = ({ name = 'Ping', scheduler, target }: Changes = {}) => ({
  name,
  scheduler: { ...defaultScheduler, ...scheduler },
  request: { target: { ...defaultRequestTarget, uri: 'https://example.com/ping', ...target } },
})

export const get = (asker: Asker, url: string) => asker.inject({ method: 'GET', url: `/api/v1${url}` })
export const remove = (asker: Asker, url: string) => asker.inject({ method: 'DELETE', url: `/api/v1${url}` })
export const post = (asker: Asker, url: string, payload?: object) =>
  asker.inject({ method: 'POST', url: `/api/v1${url}`, ...(payload && { payload }) })

export const put = (asker: Asker, url: string, payload: object, headers: Record<string, string> = {}) =>
  asker.inject({ method: 'PUT', url: `/api/v1${url}`, payload, headers })

const expectStatus = (answer: { statusCode: number; body: string }, status: number) => {
  if (answer.statusCode !== status) throw new Error(`Expected ${status}, got ${answer.statusCode}: ${answer.body}`)
}

export const makeDraft = async (asker: Asker): Promise<string> => {
  const answer = await post(asker, '/tasks/empty')
  expectStatus(answer, 201)
  return answer.json<{ id: string }>().id
}

/** A created, active task. */
export const makeTask = async (asker: Asker, changes: Changes = {}): Promise<TaskView> => {
  const answer = await post(asker, `/tasks/${await makeDraft(asker)}?activate=true`, taskInput(changes))
  expectStatus(answer, 200)
  return answer.json<TaskView>()
}

/** Sorted, for answers of which it does not matter which is which. */
export const statusesOf = (answers: ({ statusCode: number } | undefined)[]): number[] =>
  answers.map((answer) => answer?.statusCode ?? 0).toSorted((a, b) => a - b)
