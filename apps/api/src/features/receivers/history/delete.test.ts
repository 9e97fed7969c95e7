import { deliveries } from '@knockwire/db/schema/notifications'
import { receivedRequests, receiverCounters } from '@knockwire/db/schema/receivers'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { type Asker, get } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { makeToken, withToken } from '../../../testing/calls/token-calls.ts'

let test: TestApp
let ada: TestUser
let receiverId: string
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
let people = 0
beforeEach(async () => {
  ada = await test.signUp(`Ada${(people += 1)}`)
  receiverId = (await makeReceiver(ada)).id
})

const bytes = 100
/** Requests of which each takes as many bytes, counted as the ingress counts them. */
const receive = async (number: number, owner = receiverId): Promise<string[]> => {
  await test.db
    .update(receiverCounters)
    .set({ storedBytes: sql`${receiverCounters.storedBytes} + ${number * bytes}::int` })
    .where(eq(receiverCounters.receiverId, owner))
  return insertReceived(test, owner, number, { storedBytes: bytes })
}
const remove = async (path = '', asker: Asker = ada) =>
  (await asker.inject({ method: 'DELETE', url: `/api/v1/receivers/${receiverId}/executions${path}` })).statusCode
const counted = async (owner = receiverId) => {
  const { total, storedBytes } = receiverCounters
  const [counter] = await test.db
    .select({ total, storedBytes })
    .from(receiverCounters)
    .where(eq(receiverCounters.receiverId, owner))
  return counter
}
const stored = (owner = receiverId) => test.db.$count(receivedRequests, eq(receivedRequests.receiverId, owner))
const deliveriesOf = async (ids: string[]) => {
  const [row] = await test.db.select({ n: count() }).from(deliveries).where(inArray(deliveries.subjectId, ids))
  return row?.n
}

it('the API deletes one request with its deliveries, and counts it and its bytes no more', async () => {
  const [newest = '', ...others] = await receive(3)
  expect(await remove(`/${newest}`)).toBe(204)
  expect((await get(ada, `/receivers/${receiverId}/executions/${newest}`)).statusCode).toBe(404)
  const history = (await get(ada, `/receivers/${receiverId}/executions`)).json()
  expect(history).toMatchObject({ total: 2, newest: others[0], results: others.map((id) => ({ id })) })
  expect(await counted()).toEqual({ total: 2, storedBytes: 2 * bytes })
  expect([await deliveriesOf([newest]), await deliveriesOf(others)]).toEqual([0, 2])
  expect(await remove(`/${newest}`)).toBe(404)
})

it('the API deletes all requests of a receiver, and none of another', async () => {
  const other = (await makeReceiver(ada)).id
  await receive(2, other)
  const ids = await receive(25)
  expect(await remove()).toBe(204)
  expect([await stored(), await counted(), await deliveriesOf(ids)]).toEqual([0, { total: 0, storedBytes: 0 }, 0])
  expect([await stored(other), await counted(other)]).toEqual([2, { total: 2, storedBytes: 2 * bytes }])
  expect(await remove()).toBe(204)
})

it('a request of another receiver is not deleted', async () => {
  const other = (await makeReceiver(ada)).id
  const [elsewhere = ''] = await receive(1, other)
  expect([await remove(`/${elsewhere}`), await stored(other)]).toEqual([404, 1])
})

it('the counters stay right while requests arrive and others delete the same', async () => {
  const [one = ''] = await receive(30)
  const arriving = [receive(10), receive(10), receive(10)]
  const statuses = await Promise.all([remove(), remove(`/${one}`), remove(), remove()])
  await Promise.all(arriving)
  expect(statuses).toEqual([204, expect.toBeOneOf([204, 404]), 204, 204])
  const left = await stored()
  expect(await counted()).toEqual({ total: left, storedBytes: left * bytes })
})

it('another account, a visitor and a token that may only read delete nothing', async () => {
  const [id] = await receive(2)
  const stranger = await test.signUp(`Stranger${people}`)
  const reader = withToken(test, (await makeToken(ada, 'READ')).token)
  for (const path of ['', `/${id}`]) {
    const statuses = []
    for (const asker of [stranger, test, reader]) statuses.push(await remove(path, asker))
    expect([path, statuses]).toEqual([path, [404, 401, 403]])
  }
  expect(await stored()).toBe(2)
})
