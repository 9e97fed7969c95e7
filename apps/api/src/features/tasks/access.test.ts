import { accounts } from '@knockwire/db/schema/accounts'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { type OwnedCall, requestOf, testOwnedCalls } from '../../testing/routes/owned-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let owner: TestUser
let another: TestUser
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signUp('Owner')
  another = await test.signUp('Another')
  await test.db.update(accounts).set({ plan: 'SUPER' }).where(eq(accounts.id, owner.accountId))
})
afterAll(() => test.close())

interface Ids {
  taskId: string
  executionId: string
  chartId: string
}

const chart = { name: 'Time', source: 'response_time', property: '' }

/** Every call on one task, with what its owner is answered. */
const calls: OwnedCall<Ids>[] = [
  ['GET /tasks/:taskId', 200],
  ['POST /tasks/:taskId', 200, () => taskInput()],
  ['POST /tasks/:taskId?activate=true', 200, () => taskInput()],
  ['PATCH /tasks/:taskId', 200, () => ({ description: 'Ours' })],
  ['POST /tasks/:taskId/duplicate', 201],
  ['POST /tasks/:taskId/update-last-open-time', 204],
  ['POST /tasks/:taskId/update-last-slack-setup-time', 204],
  ['POST /tasks/:taskId/lifecycle/test', 202],
  ['POST /tasks/:taskId/lifecycle/test?unsaved', 202, () => ({ request: taskInput().request })],
  ['POST /tasks/:taskId/lifecycle/activate', 200],
  ['POST /tasks/:taskId/lifecycle/deactivate', 200],
  ['GET /tasks/:taskId/executions', 200],
  ['GET /tasks/:taskId/executions?pageTopObject=x-y', 200],
  ['GET /tasks/:taskId/executions/export', 200],
  ['GET /tasks/:taskId/executions/follow', 200],
  ['GET /tasks/:taskId/executions/:executionId', 200],
  ['POST /tasks/:taskId/executions/:executionId/reveal-headers', 200],
  ['GET /tasks/:taskId/series', 200],
  ['GET /tasks/:taskId/series?range=30d&source=response_body_json&property=a', 200],
  ['GET /tasks/:taskId/health', 200],
  ['GET /tasks/:taskId/planned-runs', 200],
  ['GET /tasks/:taskId/definition', 200],
  ['GET /tasks/:taskId/news', 200],
  ['GET /tasks/:taskId/news?after=01900000-0000-7000-8000-000000000000&chartRange=page', 200],
  ['GET /tasks/:taskId/charts', 200],
  ['POST /tasks/:taskId/charts', 201, ({ taskId }) => ({ taskId, ...chart })],
  ['POST /tasks/:taskId/charts/:chartId', 200, () => chart],
  ['PATCH /tasks/:taskId/charts/:chartId', 200, () => ({ name: 'Ours' })],
  ['DELETE /tasks/:taskId/charts/:chartId', 204],
  ['DELETE /tasks/:taskId?deactivate=true', 204],
]

const makeIds = async (): Promise<Ids> => {
  const { id: taskId } = await makeTask(owner)
  const executionId = await insertRun(test, { taskId, accountId: owner.accountId })
  const chartId = (await post(owner, `/tasks/${taskId}/charts`, { taskId, ...chart })).json().id
  return { taskId, executionId, chartId }
}

testOwnedCalls({
  calls,
  isListed: (path) => path.startsWith('/tasks/:taskId'),
  people: () => ({ test, owner, another }),
  makeIds,
  tables: ['tasks', 'schedules', 'charts', 'executions', 'execution_details', 'tested_requests', 'pgboss.job'],
})

it.each(calls)('%s is 404 for what is no id', async (call, _status, payload) => {
  const noIds = { taskId: '1', executionId: "'", chartId: '%00' }
  expect((await owner.inject(requestOf(call, noIds, payload))).statusCode).toBe(404)
})

it.each(['GET /tasks', 'POST /tasks/empty'])('%s is 401 to a visitor', async (call) => {
  const none = { taskId: '', executionId: '', chartId: '' }
  expect((await test.inject(requestOf(call, none))).statusCode).toBe(401)
})

it('a list never holds another account’s tasks', async () => {
  await makeTask(owner, { target: { ...defaultRequestTarget, uri: 'https://owner.example/' } })
  const answer = await another.inject({ method: 'GET', url: '/api/v1/tasks?search=owner' })
  expect(answer.json()).toMatchObject({ results: [], total: 0, page: 0 })
})
