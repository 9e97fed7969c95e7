import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertReceived } from '../../testing/rows/insert-received.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { type OwnedCall, requestOf, testOwnedCalls } from '../../testing/routes/owned-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let owner: TestUser
let another: TestUser
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signUp('Owner')
  another = await test.signUp('Another')
  await test.pool.query(`update accounts set plan = 'SUPER'`)
})
afterAll(() => test.close())

interface Ids {
  receiverId: string
  executionId: string
}

const input = { name: 'x', responseCode: 200, responseBody: '', responseHeaders: { 'content-type': 'text/plain' } }

/** Every call on one receiver, with what its owner is answered. */
const calls: OwnedCall<Ids>[] = [
  ['GET /receivers/:receiverId', 200],
  ['POST /receivers/:receiverId', 200, () => input],
  ['PATCH /receivers/:receiverId', 200, () => ({ description: 'Ours' })],
  ['POST /receivers/:receiverId/duplicate', 201],
  ['POST /receivers/:receiverId/lifecycle/activate', 200],
  ['POST /receivers/:receiverId/lifecycle/deactivate', 200],
  ['GET /receivers/:receiverId/heartbeat/changes', 200],
  ['GET /receivers/:receiverId/rejected', 200],
  ['GET /receivers/:receiverId/definition', 200],
  ['GET /receivers/:receiverId/heartbeat/history', 200],
  ['GET /receivers/:receiverId/heartbeat/rhythm', 200],
  ['GET /receivers/:receiverId/news', 200],
  ['GET /receivers/:receiverId/news?after=01900000-0000-7000-8000-000000000000', 200],
  ['GET /receivers/:receiverId/executions', 200],
  ['GET /receivers/:receiverId/executions?pageTopObject=x', 200],
  ['GET /receivers/:receiverId/executions/export', 200],
  ['GET /receivers/:receiverId/executions/follow', 200],
  ['GET /receivers/:receiverId/executions/:executionId', 200],
  ['POST /receivers/:receiverId/executions/:executionId/reveal-headers', 200],
  [
    'POST /receivers/:receiverId/executions/:executionId/forwards',
    201,
    () => ({ target: 'http://localhost:3000', startedAt: '2026-11-29T07:00:00Z', durationMs: 12, status: 200 }),
  ],
  ['POST /receivers/:receiverId/executions/:executionId/replay', 200, () => ({ uri: 'http://127.0.0.1:47999/' })],
  ['DELETE /receivers/:receiverId/executions/:executionId', 204],
  ['DELETE /receivers/:receiverId/executions', 204],
  ['DELETE /receivers/:receiverId', 204],
]

const makeIds = async (): Promise<Ids> => {
  const { id: receiverId } = await makeReceiver(owner)
  const [executionId = ''] = await insertReceived(test, receiverId, 1)
  return { receiverId, executionId }
}

testOwnedCalls({
  calls,
  isListed: (path) => path.startsWith('/receivers/:receiverId'),
  people: () => ({ test, owner, another }),
  makeIds,
  tables: ['receivers', 'receiver_counters', 'received_requests', 'request_forwards', 'deliveries'],
})

it.each(calls)('%s is 404 for what is no id', async (call, _status, payload) => {
  const noIds = { receiverId: '1', executionId: "'" }
  expect((await owner.inject(requestOf(call, noIds, payload))).statusCode).toBe(404)
})

it('a request is found under its own receiver only', async () => {
  const [one, other] = [await makeIds(), await makeIds()]
  const mixed = { receiverId: other.receiverId, executionId: one.executionId }
  const call = 'POST /receivers/:receiverId/executions/:executionId'
  expect(
    (await owner.inject(requestOf(`${call}/replay`, mixed, () => ({ uri: 'http://127.0.0.1:47999/' })))).statusCode,
  ).toBe(404)
  expect((await owner.inject(requestOf(`${call}/reveal-headers`, mixed))).statusCode).toBe(404)
})

it.each(['GET /receivers', 'POST /receivers'])('%s is 401 to a visitor', async (call) => {
  expect((await test.inject(requestOf(call, { receiverId: '', executionId: '' }))).statusCode).toBe(401)
})

it('a list never holds another account’s receivers', async () => {
  await makeIds()
  const answer = await another.inject({ method: 'GET', url: '/api/v1/receivers' })
  expect(answer.json()).toMatchObject({ results: [], total: 0, page: 0 })
})
