import { charts } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { maxCharts, type ChartView } from '@knockwire/domain/charts/chart'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, makeTask, post, remove, statusesOf } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const latency = { name: 'Latency', source: 'response_time', property: '' } as const

const create = async (taskId: string, changes: object = {}) =>
  post(ada, `/tasks/${taskId}/charts`, { taskId, ...latency, ...changes })

const list = async (taskId: string) =>
  (await get(ada, `/tasks/${taskId}/charts`)).json<{ results: ChartView[] }>().results

it('[AP-32, AP-33, TH-16, TH-19] an owner creates bookmarks and lists them in their order', async () => {
  const { id: taskId } = await makeTask(ada)
  expect(await list(taskId)).toEqual([])
  const first = await create(taskId)
  expect(first.statusCode).toBe(201)
  expect(first.json()).toEqual({ id: expect.any(String), taskId, key: null, ...latency })
  const second = await create(taskId, { name: ' Stock ', source: 'response_body_json', property: '$.stock' })
  expect(second.json()).toMatchObject({ name: 'Stock', source: 'response_body_json', property: '$.stock' })
  expect(await list(taskId)).toEqual([first.json(), second.json()])
})

it('[AP-34, TH-17] an owner updates a bookmark', async () => {
  const { id: taskId } = await makeTask(ada)
  const { id } = (await create(taskId)).json<ChartView>()
  const changes = { name: 'Codes', source: 'response_code', property: '' }
  const answer = await post(ada, `/tasks/${taskId}/charts/${id}`, changes)
  expect([answer.statusCode, answer.json()]).toEqual([200, { id, taskId, key: null, ...changes }])
  expect(await list(taskId)).toEqual([{ id, taskId, key: null, ...changes }])
})

it('[AP-35] an owner deletes a bookmark once', async () => {
  const { id: taskId } = await makeTask(ada)
  const { id } = (await create(taskId)).json<ChartView>()
  expect((await remove(ada, `/tasks/${taskId}/charts/${id}`)).statusCode).toBe(204)
  expect(await list(taskId)).toEqual([])
  expect((await remove(ada, `/tasks/${taskId}/charts/${id}`)).statusCode).toBe(404)
})

it('[AP-34, AP-35] a bookmark is found under its own task only', async () => {
  const [one, other] = [await makeTask(ada), await makeTask(ada)]
  const chart = (await create(one.id)).json<ChartView>()
  expect((await post(ada, `/tasks/${other.id}/charts/${chart.id}`, latency)).statusCode).toBe(404)
  expect((await remove(ada, `/tasks/${other.id}/charts/${chart.id}`)).statusCode).toBe(404)
  expect((await remove(ada, `/tasks/${one.id}/charts/${uuidv7()}`)).statusCode).toBe(404)
  expect(await list(one.id)).toEqual([chart])
})

it('a task has at most fifty bookmarks, also when they are added at once', async () => {
  const { id: taskId } = await makeTask(ada)
  const rows = Array.from({ length: maxCharts - 1 }, () => ({
    ...latency,
    id: uuidv7(),
    taskId,
    createdAt: new Date(),
  }))
  await test.db.insert(charts).values(rows)
  const answers = await Promise.all([create(taskId), create(taskId), create(taskId)])
  expect(statusesOf(answers)).toEqual([201, 409, 409])
  expect(await test.db.$count(charts, eq(charts.taskId, taskId))).toBe(maxCharts)
})

it.each([
  ['no name', { name: ' ' }, 422],
  ['a long name', { name: 'a'.repeat(101) }, 422],
  ['a text source', { source: 'response_body_text' }, 422],
  ['a long property', { property: 'a'.repeat(513) }, 422],
  ['a number for a name', { name: 1 }, 400],
  ['an unknown field', { color: 'red' }, 400],
  ['another task', { taskId: uuidv7() }, 400],
])('[AP-33, TH-18] %s is rejected, and nothing is created', async (_case, changes, status) => {
  const { id: taskId } = await makeTask(ada)
  const answer = await create(taskId, changes)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().message).not.toBe('')
  if (status === 422) expect(Object.keys(answer.json().errors)).toEqual(Object.keys(changes))
  expect(await list(taskId)).toEqual([])
})
