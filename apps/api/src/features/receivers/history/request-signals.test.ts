import { heartbeatSignals, receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { RecordedSignalKind } from '@knockwire/domain/heartbeats/signals/recorded-signal'
import { watchKey } from '@knockwire/domain/history/history-rules'
import type { ReceivedRequestPage, ReceivedRequestWithPage, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { get, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { insertHeartbeat } from '../heartbeat/save-heartbeat.ts'

let test: TestApp
let ada: TestUser
let receiver: ReceiverView
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
let count = 0
beforeEach(async () => {
  ada = await test.signUp(`Ada${(count += 1)}`)
  receiver = await makeReceiver(ada)
})

const list = async (query = ''): Promise<ReceivedRequestPage> => {
  const answer = await get(ada, `/receivers/${receiver.id}/executions${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<ReceivedRequestPage>()
}
const getOne = async (id = ''): Promise<ReceivedRequestWithPage> => {
  const answer = await get(ada, `/receivers/${receiver.id}/executions/${id}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<ReceivedRequestWithPage>()
}
/** The receiver expects calls, and an executor has yet to decide whether this one was a success. */
const undecided = async (requestId: string) => {
  const [row] = await test.db.select().from(receivers).where(eq(receivers.id, receiver.id))
  if (row === undefined) throw new Error('There is no such receiver.')
  await test.db.transaction((tx) => insertHeartbeat(tx, row, defaultExpectation))
  await test.db.insert(heartbeatSignals).values({ receiverId: receiver.id, at: new Date(), kind: 'SUCCESS', requestId })
}

it('a request has what it meant to the heartbeat, and the exit code that stands in its URL', async () => {
  const url = '/r/token/3'
  await insertReceived(test, receiver.id, 1, { url, signal: 'FAIL' })
  await insertReceived(test, receiver.id, 1, { url, signal: 'UNMET' })
  await insertReceived(test, receiver.id, 1, { url: '/r/token/start', signal: 'START' })
  await insertReceived(test, receiver.id, 1)
  const { results } = await list()
  const signals = [
    null,
    { kind: 'START', exitCode: null },
    { kind: 'UNMET', exitCode: 3 },
    { kind: 'FAIL', exitCode: 3 },
  ]
  expect(results.map(({ signal }) => signal)).toEqual(signals)
  expect((await getOne(results[3]?.id)).signal).toEqual(signals[3])
})

it('a row that waits for its condition is watched, and given again once it is decided', async () => {
  const [id = ''] = await insertReceived(test, receiver.id, 1, { signal: 'UNDECIDED' })
  await undecided(id)
  const { results } = await list()
  expect(results).toMatchObject([{ signal: { kind: 'UNDECIDED' } }])
  const watch = results.map(watchKey).join(',')
  const poll = async () => (await list(`?after=${id}&watch=${encodeURIComponent(watch)}`)).results
  expect(await poll()).toEqual([])
  await test.db.update(receivedRequests).set({ signal: 'UNMET' }).where(eq(receivedRequests.id, id))
  expect(await poll()).toMatchObject([{ id, signal: { kind: 'UNMET' } }])
})

it('a row that waited for its condition when its receiver was deactivated waits no longer', async () => {
  const [id = ''] = await insertReceived(test, receiver.id, 1, { signal: 'UNDECIDED' })
  await undecided(id)
  const watch = (await list()).results.map(watchKey).join(',')
  const poll = async () => (await list(`?after=${id}&watch=${encodeURIComponent(watch)}`)).results
  expect(await poll()).toEqual([])
  for (const change of ['activate', 'deactivate'])
    expect((await post(ada, `/receivers/${receiver.id}/lifecycle/${change}`)).statusCode).toBe(200)
  expect(await poll()).toMatchObject([{ id, signal: null }])
  expect((await getOne(id)).signal).toBeNull()
})

it('a request that ends a run says how long it took, also where runs overlap, and no other request does', async () => {
  const { id: other } = await makeReceiver(ada)
  const [a, b] = ['0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', '1f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0']
  let seq = 0
  /** One second after the one before. */
  const call = async (path: string, signal: RecordedSignalKind | null, receiverId = receiver.id) => {
    const url = `/r/${receiver.url.slice(-22)}${path}`
    const [id = ''] = await insertReceived(test, receiverId, 1, { url, signal, seq: (seq += 1) })
    return id
  }
  const startA = await call(`/start?rid=${a}`, 'START')
  await call(`/start?rid=${b}`, 'START')
  await call(`/start?rid=${b}`, 'START', other)
  const log = await call(`/log?rid=${a}`, 'LOG')
  const endB = await call(`?rid=${b.toUpperCase()}`, 'SUCCESS')
  for (let index = 0; index < 100; index += 1) await call('', null)
  const endA = await call(`/7?rid=${a}`, 'FAIL')
  const again = await call(`/fail?rid=${a}`, 'FAIL')
  const nameless = await call('', 'SUCCESS')
  const durations = []
  for (const id of [startA, log, endB, endA, again, nameless]) durations.push((await getOne(id)).runDurationMs)
  expect(durations).toEqual([null, null, 3000, 105_000, null, null])
})
