import { receiverCounters } from '@knockwire/db/schema/receivers'
import type { ReceivedRequestPage, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertReceived } from '../../../testing/insert-received.ts'
import { makeReceiver } from '../../../testing/receiver-calls.ts'
import { get } from '../../../testing/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { selectPage } from './queries.ts'

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
const idsOf = ({ results }: ReceivedRequestPage) => results.map(({ id }) => id)

it('[AP-47, RH-11] lists pages of twenty, newest first, with the total', async () => {
  await insertReceived(test, (await makeReceiver(ada)).id, 2)
  const ids = await insertReceived(test, receiver.id, 45)
  const first = await list()
  expect(first).toMatchObject({ total: 45, page: 0, hasNewItem: true })
  expect(idsOf(first)).toEqual(ids.slice(0, 20))
  const last = await list('?page=2&size=20')
  expect(last).toMatchObject({ total: 45, page: 2 })
  expect(idsOf(last)).toEqual(ids.slice(40))
  expect(await list('?page=9')).toEqual({ results: [], total: 45, page: 9, hasNewItem: true })
})

it('[AP-47] a receiver that was never called has an empty history', async () => {
  expect(await list()).toEqual({ results: [], total: 0, page: 0, hasNewItem: true })
})

it('[RH-14] tells all of a request, in the order and case it came in', async () => {
  const requestHeaders = ['Host', 'in.example', 'X-Twice', 'one', 'content-TYPE', 'text/plain', 'x-twice', 'two']
  const requestBody = Buffer.from('Zürich')
  const url = `/r/${receiver.url.slice(-22)}/hook?a=1`
  const answered = {
    responseCode: 500,
    responseBody: 'The answer could not be made.\n',
    error: 'Line 1 of the template: no.',
  }
  const [id] = await insertReceived(test, receiver.id, 1, { requestHeaders, requestBody, url, ...answered })
  const now = new Date(test.clock.now()).toISOString()
  expect((await list()).results).toEqual([
    {
      id,
      receiverId: receiver.id,
      createdAt: now,
      httpMethod: 'POST',
      url: `http://127.0.0.1:3001${url}`,
      responseCode: 500,
      remoteAddress: '203.0.113.7',
      requestHeaders: [
        ['Host', 'in.example'],
        ['X-Twice', 'one'],
        ['content-TYPE', 'text/plain'],
        ['x-twice', 'two'],
      ],
      requestBody: { encoding: 'text', content: 'Zürich', bytes: 7, isLeftOut: false },
      responseHeaders: [
        ['Content-Type', 'text/plain'],
        ['Content-Security-Policy', 'sandbox'],
        ['X-Content-Type-Options', 'nosniff'],
        ['Cache-Control', 'no-store'],
      ],
      responseBody: { encoding: 'text', content: 'The answer could not be made.\n', bytes: 30, isLeftOut: false },
      isResponseTruncated: false,
      errors: ['Line 1 of the template: no.'],
      notificationResults: [
        expect.objectContaining({ type: 'EMAIL', recipient: 'ada@example.com', status: 'DELIVERED', deliveredAt: now }),
      ],
    },
  ])
})

it.each([
  ['binary', Buffer.from([0, 255, 16]), 'application/octet-stream', { encoding: 'base64', content: 'AP8Q', bytes: 3 }],
  [
    'text of an older encoding',
    Buffer.from('caf\u00e9', 'latin1'),
    'text/plain; charset=iso-8859-1',
    { encoding: 'text', content: 'café', bytes: 4 },
  ],
  ['nothing', Buffer.alloc(0), 'text/plain', { encoding: 'text', content: '', bytes: 0 }],
])('[RH-14] shows a body that is %s', async (_name, requestBody, type, shown) => {
  await insertReceived(test, receiver.id, 1, { requestBody, requestHeaders: ['Content-Type', type] })
  expect((await list()).results[0]?.requestBody).toEqual({ ...shown, isLeftOut: false })
})

it('leaves bodies out of a page that is large enough, the newest last', async () => {
  await insertReceived(test, receiver.id, 40, { requestBody: Buffer.alloc(1_000_000, 'x') })
  const page = await list('?size=100')
  const shown = page.results.map(({ requestBody }) => requestBody)
  expect(shown.every(({ bytes }) => bytes === 1_000_000)).toBe(true)
  const leftOut = shown.map(({ isLeftOut }) => isLeftOut)
  expect(leftOut).toEqual([...Array<boolean>(33).fill(false), ...Array<boolean>(7).fill(true)])
  expect(shown.at(-1)?.content).toBe('')
})

it('says of an answer of which only the beginning was kept how long it was', async () => {
  await insertReceived(test, receiver.id, 1, { responseBody: 'beginning', responseBytes: 100_000 })
  const [shown] = (await list()).results
  expect(shown).toMatchObject({ isResponseTruncated: true, responseBody: { content: 'beginning', bytes: 100_000 } })
})

it('leaves answers out of it alike', async () => {
  await insertReceived(test, receiver.id, 20, { responseBody: 'é'.repeat(1_000_000) })
  const page = await list()
  const shown = page.results.map(({ responseBody }) => responseBody)
  expect(shown.every(({ bytes }) => bytes === 2_000_000)).toBe(true)
  const leftOut = shown.map(({ isLeftOut }) => isLeftOut)
  expect(leftOut).toEqual([...Array<boolean>(16).fill(false), ...Array<boolean>(4).fill(true)])
  expect([shown[15]?.content.length, shown[16]?.content]).toEqual([1_000_000, ''])
})

it('[AP-48, RH-13] answers without results while the page begins with what the browser has', async () => {
  const [newest] = await insertReceived(test, receiver.id, 25)
  expect(await list(`?page=0&size=20&pageTopObject=${newest}`)).toEqual({
    results: [],
    total: 25,
    page: 0,
    hasNewItem: false,
  })
  const [newer] = await insertReceived(test, receiver.id, 1)
  const moved = await list(`?page=0&size=20&pageTopObject=${newest}`)
  expect([moved.hasNewItem, moved.total, idsOf(moved)[0]]).toEqual([true, 26, newer])
  expect(idsOf(moved).length).toBe(20)
})

it.each(['', 'x', "'; drop table receivers"])(
  '[AP-48] a top object that names nothing (%s) gets the page',
  async (top) => {
    const ids = await insertReceived(test, receiver.id, 1)
    expect(idsOf(await list(`?pageTopObject=${encodeURIComponent(top)}`))).toEqual(ids)
  },
)

it('the total is the count that is kept, not one made by looking', async () => {
  await insertReceived(test, receiver.id, 2)
  await test.db.update(receiverCounters).set({ total: 1999 }).where(eq(receiverCounters.receiverId, receiver.id))
  expect((await list()).total).toBe(1999)
})

it('a page is read by the index, in its order, however many requests there are', async () => {
  await insertReceived(test, receiver.id, 30)
  const query = selectPage(test.db, { receiverId: receiver.id, page: 0, size: 20 })
  const { rows } = await test.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_bitmapscan = off`)
    return tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query.getSQL()}`)
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Only Scan using received_requests_history/)
})
