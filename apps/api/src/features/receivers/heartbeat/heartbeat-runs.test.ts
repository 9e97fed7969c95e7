import { heartbeatChanges, heartbeats, receivedRequests } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { RecordedSignalKind } from '@knockwire/domain/heartbeats/signals/recorded-signal'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { get, post } from '../../../testing/calls/task-calls.ts'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let id: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())
beforeEach(async () => {
  ;({ id } = await makeReceiver(ada))
})

const [a, b] = ['?rid=0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', '?rid=1f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0']
const agoOf = (minutes: number) => new Date(Date.now() - minutes * 60_000)
let seq = 0

const request = async (minutesAgo: number, signal: RecordedSignalKind | null, query = '', receiverId = id) => {
  const url = `/r/token${signal === 'START' ? '/start' : ''}${query}`
  const createdAt = agoOf(minutesAgo)
  const [requestId] = await insertReceived(test, receiverId, 1, { url, signal, createdAt, seq: (seq += 1) })
  return requestId
}
/** So many at once. */
const logs = async (minutesAgo: number, count: number) => {
  const createdAt = agoOf(minutesAgo)
  const row = { receiverId: id, createdAt, method: 'POST' as const, url: '/r/token/log', signal: 'LOG' as const }
  const received = { remoteAddress: '203.0.113.7', requestHeaders: [], requestBody: Buffer.alloc(0) }
  const answer = { responseCode: 200, responseBody: '', contentType: 'text/plain' }
  await test.db
    .insert(receivedRequests)
    .values(Array.from({ length: count }, () => ({ id: uuidv7(), seq: (seq += 1), ...row, ...received, ...answer })))
}
const change = async (minutesAgo: number, more: Partial<typeof heartbeatChanges.$inferInsert>) => {
  // As it is stored some milliseconds after it was received.
  const at = new Date(agoOf(minutesAgo).getTime() + 40)
  const changeId = uuidv7()
  await test.db
    .insert(heartbeatChanges)
    .values({ id: changeId, receiverId: id, at, state: 'UP', reason: 'SIGNAL', ...more })
  return changeId
}
const minutes = (count: number) => count * 60_000
const historyOf = async (range = '24h') => {
  const answer = await get(ada, `/receivers/${id}/heartbeat/history?range=${range}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<HeartbeatHistoryView>()
}
const runsOf = ({ runs }: HeartbeatHistoryView) =>
  runs.map(({ duration, isSuccess }) => [Math.round(duration / 60_000), isSuccess])

describe('the runs of a heartbeat', () => {
  it('are also those that ended while it was down, or while another was going on', async () => {
    const { id: other } = await makeReceiver(ada)
    await request(60, 'START', a)
    await change(60, { state: 'RUNNING', reason: 'STARTED' })
    await request(58, 'START', b)
    await request(55, 'START', '', other)
    await request(50, 'FAIL', b)
    await change(50, { state: 'DOWN', reason: 'FAILED', durationMs: minutes(8) + 7 })
    await request(48, 'LOG', a)
    await request(47, null)
    await request(45, 'UNMET', a)
    await request(40, 'START')
    await request(39, 'SUCCESS', '', other)
    await request(30, 'FAIL')
    const history = await historyOf()
    expect(runsOf(history)).toEqual([
      [8, false],
      [15, false],
      [10, false],
    ])
    expect([history.median, history.p95].map((ms) => Math.round((ms ?? 0) / 60_000))).toEqual([10, 15])
  })

  it('that took too long last until they end, and until then as long as they were waited for', async () => {
    await request(60, 'START')
    await change(55, { state: 'DOWN', reason: 'RUN_TOO_LONG', durationMs: minutes(5) })
    await request(43, 'SUCCESS')
    await change(43, {})
    await request(20, 'START')
    await change(15, { state: 'DOWN', reason: 'RUN_TOO_LONG', durationMs: minutes(5) })
    // Nobody knows yet what it was.
    await request(10, 'UNDECIDED')
    expect(runsOf(await historyOf())).toEqual([
      [17, true],
      [5, false],
    ])
  })

  it('that are open while their receiver goes silent are none before they end', async () => {
    await request(60, 'START')
    await change(55, { state: 'DOWN', reason: 'SILENT', durationMs: minutes(5) })
    await request(43, 'SUCCESS')
    await change(43, { durationMs: minutes(17) })
    await request(20, 'START')
    await change(15, { state: 'DOWN', reason: 'SILENT', durationMs: minutes(5) })
    expect(runsOf(await historyOf())).toEqual([[17, true]])
  })

  it('are those of changes where the requests are no longer stored, or had no room in the plan, and each is one', async () => {
    const deleted = [
      await change(200, { durationMs: minutes(3) }),
      await change(190, { state: 'DOWN', reason: 'RUN_TOO_LONG', durationMs: minutes(5) }),
    ]
    await request(70, 'START')
    const rejected = await change(50, { durationMs: minutes(20) })
    await request(40, 'START')
    const failed = await request(30, 'FAIL')
    await change(30, { state: 'DOWN', reason: 'FAILED', durationMs: minutes(10) })
    await request(29, 'START')
    const again = await request(25, 'SUCCESS')
    await change(25, { durationMs: minutes(4) })
    const day = await historyOf()
    expect(day.runs.map((run) => run.id)).toEqual([...deleted, rejected, failed, again])
    expect(runsOf(day).map(([duration]) => duration)).toEqual([3, 5, 20, 10, 4])
  })

  it('are not searched for where as many calls as usual are expected, unless there were some before', async () => {
    await post(ada, `/receivers/${id}`, { name: 'Learned', expectation: defaultExpectation })
    await test.db
      .update(heartbeats)
      .set({ expectation: { ...defaultExpectation, mode: 'LEARNED' } })
      .where(eq(heartbeats.receiverId, id))
    await request(70, 'START')
    await request(60, 'FAIL')
    expect((await historyOf()).runs).toEqual([])
    await request(50, 'START')
    await request(40, 'SUCCESS')
    await change(40, { durationMs: minutes(10) })
    expect(runsOf(await historyOf())).toEqual([
      [10, false],
      [10, true],
    ])
  })

  it('are those that ended within the range, whenever they began', async () => {
    await request(100, 'START', a)
    await request(90, 'START', b)
    await request(80, 'SUCCESS', b)
    await logs(70, 260)
    await request(30, 'SUCCESS', a)
    expect(runsOf(await historyOf('1h'))).toEqual([[70, true]])
  })
})
