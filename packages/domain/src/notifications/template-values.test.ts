import { expect, it } from 'vitest'
import { receiverVariables, taskVariables, type TemplateVariable } from '../templates/variables.ts'
import { executionPath, executionPathOf } from '../executions/execution-path.ts'
import { receiverTemplateValues, taskTemplateValues } from './template-values.ts'

const namesOf = (values: object) =>
  Object.entries(values).flatMap(([group, members]) => Object.keys(members as object).map((name) => `${group}.${name}`))
const namesIn = (variables: readonly TemplateVariable[]) => variables.map(({ name }) => name)

const taskId = '019a0000-0000-7000-8000-000000000001'
const executionId = '019a0000-0000-7000-8000-000000000002'

const subject = {
  publicOrigin: 'https://knockwire.example',
  task: { id: taskId, name: 'Shop', url: 'https://shop.example/' },
  condition: { description: 'Status code equals 500', value: 500, holds: true },
  words: { state: 'Down', summary: '500 (expected 200)' } as const,
  execution: { id: executionId, status: 'SUCCEEDED', error: null },
  observation: { statusCode: 500, responseTimeMs: 7, headers: [['ETag', '1']] as const, body: 'down' },
}

it('[TN-58] the template data gives a task’s notification every variable that is offered', () => {
  const values = taskTemplateValues(subject)
  expect(namesOf(values)).toEqual(namesIn(taskVariables))
  expect(values.execution.url).toBe(`https://knockwire.example/dashboard/tasks/${taskId}/executions/${executionId}`)
  const short = values.execution.shortUrl.slice('https://knockwire.example'.length)
  expect(executionPathOf(short)).toBe(executionPath(taskId, executionId))
  expect(values.response).toEqual({ code: 500, time: 7, headers: { etag: '1' }, body: 'down' })
})

it('the template data has the previous value, the scheduled time and the alert where there are any, and else null', () => {
  const none = taskTemplateValues(subject)
  expect([none.condition.previousValue, none.execution.scheduledFor, none.alert, none.response.headers]).toEqual([
    null,
    null,
    { ...subject.words, since: null, count: null },
    { etag: '1' },
  ])
  const alert = { since: '2030-01-01T00:00:00.000Z', count: 3 }
  const some = taskTemplateValues({
    ...subject,
    condition: { ...subject.condition, previousValue: 200 },
    execution: { ...subject.execution, scheduledFor: new Date('2030-01-01T00:00:00Z') },
    alert,
    observation: { statusCode: null, responseTimeMs: null, headers: null, body: null },
  })
  expect(some.condition.previousValue).toBe(200)
  expect(some.execution.scheduledFor).toBe('2030-01-01T00:00:00.000Z')
  expect([some.alert, some.response.headers]).toEqual([{ ...subject.words, ...alert }, {}])
})

it('the template data reads a body in the character set that its content type names', () => {
  const headers = [['Content-Type', 'text/plain; charset=iso-8859-1']] as const
  const request = { ...received.request, headers, body: new Uint8Array([0x63, 0xe9]) }
  expect(receiverTemplateValues({ ...received, request }).request.body).toBe('cé')
})

it('the template data calls a task without a name by its URL', () => {
  const values = taskTemplateValues({ ...subject, task: { ...subject.task, name: null } })
  expect(values.task.name).toBe('https://shop.example/')
})

const received = {
  publicOrigin: 'https://knockwire.example',
  receiver: { id: '019a0000-0000-7000-8000-00000000000a', name: 'Deploys', url: 'https://in.example/r/1' },
  request: {
    id: '019a0000-0000-7000-8000-00000000000b',
    method: 'POST',
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Id', '1'],
      ['x-id', '2'],
    ] as const,
    body: new TextEncoder().encode('{"a":1}'),
    remoteAddress: '203.0.113.7',
  },
  response: { code: 200, body: 'OK' },
}

it('[RN-16] the template data gives a receiver’s notification every variable that is offered', () => {
  const values = receiverTemplateValues(received)
  expect(namesOf(values)).toEqual(namesIn(receiverVariables))
  expect(values.receiver.detailUrl).toBe(
    'https://knockwire.example/dashboard/receivers/019a0000-0000-7000-8000-00000000000a/executions/019a0000-0000-7000-8000-00000000000b',
  )
  expect(values.request.headers).toEqual({ 'content-type': 'application/json', 'x-id': '1, 2' })
  expect(values.request.body).toBe('{"a":1}')
})

it('the template data leaves a binary body out', () => {
  const request = { ...received.request, headers: [], body: new Uint8Array([0, 255]) }
  expect(receiverTemplateValues({ ...received, request }).request.body).toBe('')
})
