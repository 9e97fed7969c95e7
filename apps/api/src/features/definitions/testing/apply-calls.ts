import type { ApplyInput, ApplyResult, Change, ProjectView } from '@knockwire/domain/definitions/apply'
import type { z } from 'zod'
import { type Asker, get } from '../../../testing/calls/task-calls.ts'

export type SentResource = z.input<typeof ApplyInput>['resources'][number]
type TaskResource = Extract<SentResource, { kind: 'task' }>
type ReceiverResource = Extract<SentResource, { kind: 'receiver' }>

/** A task as a file has it; a test says only what matters to it. */
export const taskResource = (key: string, changes: Partial<TaskResource> = {}): TaskResource => ({
  kind: 'task',
  key,
  name: `Task ${key}`,
  scheduler: { mode: 'INTERVAL', intervalSecond: 300 },
  request: { target: { uri: `https://example.com/${key}` } },
  ...changes,
})

export const receiverResource = (key: string, changes: Partial<ReceiverResource> = {}): ReceiverResource => ({
  kind: 'receiver',
  key,
  name: `Receiver ${key}`,
  ...changes,
})

export const httpNotification = (key: string, changes: object = {}) => ({
  key,
  type: 'HTTP' as const,
  condition: { source: 'response_code' as const, comparison: 'number_greater_than' as const, rightValue: 499 },
  request: { target: { uri: 'https://alerts.example/hook', method: 'POST' as const, body: '{{ task.name }}' } },
  ...changes,
})

export const send = (asker: Asker, body: object) =>
  asker.inject({ method: 'POST', url: '/api/v1/apply', payload: { project: 'shop', mode: 'apply', ...body } })

export const plan = (asker: Asker, resources: readonly object[], changes: object = {}) =>
  send(asker, { mode: 'plan', resources, ...changes })

/** Fails where it was not applied. */
export const applied = async (
  asker: Asker,
  resources: readonly object[],
  changes: object = {},
): Promise<ApplyResult> => {
  const answer = await send(asker, { resources, ...changes })
  if (answer.statusCode !== 200) throw new Error(`Expected 200, got ${answer.statusCode}: ${answer.body}`)
  return answer.json<ApplyResult>()
}

export const opsOf = ({ changes }: { changes: Change[] }): string[] => changes.map(({ op, key }) => `${op} ${key}`)

export const projectOf = async (asker: Asker, project = 'shop'): Promise<ProjectView> =>
  (await get(asker, `/projects/${project}`)).json<ProjectView>()

export const patch = (asker: Asker, url: string, payload: object, headers: Record<string, string> = {}) =>
  asker.inject({
    method: 'PATCH',
    url: `/api/v1${url}`,
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/merge-patch+json', ...headers },
  })
