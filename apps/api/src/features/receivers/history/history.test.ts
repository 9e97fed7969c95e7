import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { receiverCounters } from '@knockwire/db/schema/receivers'
import { textBody } from '@knockwire/domain/bodies/http-body'
import type { ReceivedRequestPage, ReceivedRequestWithPage, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { get } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

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
const empty = { results: [], newest: null, newer: 0, isActive: false }
const idsOf = ({ results }: ReceivedRequestPage) => results.map(({ id }) => id)

it('[AP-47, RH-11] the history has pages of twenty, newest first, with the total', async () => {
  await insertReceived(test, (await makeReceiver(ada)).id, 2)
  const ids = await insertReceived(test, receiver.id, 45)
  const first = await list()
  expect(first).toMatchObject({ total: 45, page: 0, hasNewItem: true })
  expect(idsOf(first)).toEqual(ids.slice(0, 20))
  const last = await list('?page=2&size=20')
  expect(last).toMatchObject({ total: 45, page: 2 })
  expect(idsOf(last)).toEqual(ids.slice(40))
  expect(await list('?page=9')).toMatchObject({ results: [], total: 45, page: 9, newest: ids[0] })
})

it('[AP-47] a receiver that was never called has an empty history', async () => {
  expect(await list()).toEqual({ ...empty, total: 0, page: 0, hasNewItem: true })
})

it('[RH-14] the details of a request have all of it, in the order and case it came in', async () => {
  const requestHeaders = [
    ['Host', 'in.example'],
    ['X-Twice', 'one'],
    ['content-TYPE', 'text/plain'],
    ['x-twice', 'two'],
  ] as const
  const requestBody = Buffer.from('Zürich')
  const url = `/r/${receiver.url.slice(-22)}/hook?a=1`
  const answered = {
    responseCode: 500,
    responseBody: 'The response template failed.\n',
    error: 'Line 1: no.',
  }
  const [id] = await insertReceived(test, receiver.id, 1, { requestHeaders, requestBody, url, ...answered })
  const now = new Date(test.clock.now()).toISOString()
  const { _embedded, ...view } = await getOne(id)
  expect([view]).toEqual([
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
      requestBody: { encoding: 'text', content: 'Zürich', bytes: 7, isTruncated: false },
      responseHeaders: [
        ['Content-Type', 'text/plain'],
        ['Content-Security-Policy', "sandbox; frame-ancestors 'none'"],
        ['X-Content-Type-Options', 'nosniff'],
        ['Cache-Control', 'no-store'],
      ],
      responseBody: { encoding: 'text', content: 'The response template failed.\n', bytes: 30, isTruncated: false },
      errors: ['Line 1: no.'],
      signal: null,
      notificationResults: [
        expect.objectContaining({ type: 'EMAIL', recipient: 'ada@example.com', status: 'DELIVERED', deliveredAt: now }),
      ],
      forwards: [],
      runDurationMs: null,
    },
  ])
})

it.each([
  [
    'binary',
    Buffer.from([0, 255, 16]),
    'application/octet-stream',
    { encoding: 'base64', content: 'AP8Q', bytes: 3, isTruncated: false },
  ],
  [
    'text of an older encoding',
    Buffer.from('caf\u00e9', 'latin1'),
    'text/plain; charset=iso-8859-1',
    { ...textBody('café', 4), base64: 'Y2Fm6Q==' },
  ],
  ['text in UTF-8', Buffer.from('café'), 'text/plain; charset=iso-8859-1x', textBody('café', 5)],
  ['text with a byte order mark', Buffer.from('\uFEFFa'), 'text/plain', { ...textBody('a', 4), base64: '77u/YQ==' }],
  ['text in UTF-16', Buffer.from('\uFEFFé', 'utf16le'), 'text/plain', { ...textBody('é', 4), base64: '//7pAA==' }],
  ['nothing', Buffer.alloc(0), 'text/plain', textBody('', 0)],
])('[RH-14] the history shows a body that is %s', async (_name, requestBody, type, shown) => {
  const [id] = await insertReceived(test, receiver.id, 1, { requestBody, requestHeaders: [['Content-Type', type]] })
  expect((await getOne(id)).requestBody).toEqual(shown)
})

it.each(['http://evil.example', 'HTTPS://evil.example:8443'])(
  '[RH-14] the history shows a request for a whole URL of %s with the receiver’s own host',
  async (other) => {
    const [id] = await insertReceived(test, receiver.id, 1, { url: `${other}/r/x/y?u=http://z.example/` })
    expect((await getOne(id)).url).toBe(`${new URL(receiver.url).origin}/r/x/y?u=http://z.example/`)
  },
)

it('the history says how long a response was of which only the beginning is kept', async () => {
  const [id] = await insertReceived(test, receiver.id, 1, { responseBody: 'beginning', responseBytes: 100_000 })
  expect(await getOne(id)).toMatchObject({
    responseBody: textBody('beginning', 100_000, true),
  })
})

it('[RH-02] a row says what a request was about, without headers and bodies', async () => {
  const url = `/r/${receiver.url.slice(-22)}/hook?a=1`
  const requestHeaders = [
    ['Host', 'in.example'],
    ['Content-Type', 'application/json'],
    ['X-GitHub-Event', 'push'],
  ] as const
  const requestBody = Buffer.alloc(2000, ' ')
  const [id] = await insertReceived(test, receiver.id, 1, { url, requestHeaders, requestBody, error: 'No.' })
  const deliveredAt = new Date(test.clock.now()).toISOString()
  expect((await list()).results).toEqual([
    {
      id,
      receiverId: receiver.id,
      createdAt: deliveredAt,
      httpMethod: 'POST',
      target: '/hook?a=1',
      contentType: 'application/json',
      requestBytes: 2000,
      event: 'push',
      responseCode: 200,
      remoteAddress: '203.0.113.7',
      hasErrors: true,
      signal: null,
      notificationResults: [{ type: 'EMAIL', status: 'DELIVERED', attempts: 1, deliveredAt }],
    },
  ])
})

it.each([
  [
    'Stripe, at the end of a body',
    '{"id":"evt_1","data":{"type":"card"},"type":"charge.succeeded"}',
    'charge.succeeded',
  ],
  ['nobody, in a body that is no JSON', '{no', null],
  ['nobody, in a name that is no text', '{"type":7}', null],
  ['nobody, in a body that is a list', '[{"type":"a"}]', null],
])('a row names the event as it was called by %s', async (_who, body, event) => {
  await insertReceived(test, receiver.id, 1, { requestBody: Buffer.from(body) })
  expect((await list()).results[0]?.event).toBe(event)
})

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('the details have a body that came in %s also without its encoding', async (encoding, compress) => {
  const requestHeaders = [
    ['Content-Type', 'application/json'],
    ['Content-Encoding', encoding],
  ] as const
  const requestBody = compress('{"price":1.10}')
  const [id] = await insertReceived(test, receiver.id, 1, { requestBody, requestHeaders })
  const shown = await getOne(id)
  expect(shown.decodedRequestBody).toEqual(textBody('{"price":1.10}', 14))
  expect(shown.requestBody).toMatchObject({ encoding: 'base64', content: requestBody.toString('base64') })
})

it('the details have 1 MiB of a body that decodes to more, and nothing of one that cannot be decoded', async () => {
  const requestHeaders = [['Content-Encoding', 'br']] as const
  const requestBody = brotliCompressSync(Buffer.alloc(5_000_000, 'x'))
  const [bomb] = await insertReceived(test, receiver.id, 1, { requestBody, requestHeaders })
  expect((await getOne(bomb)).decodedRequestBody).toMatchObject({ bytes: 1_048_576, isTruncated: true })
  const broken = { requestBody: Buffer.from('not compressed'), requestHeaders }
  const [id] = await insertReceived(test, receiver.id, 1, broken)
  expect((await getOne(id)).decodedRequestBody).toBeUndefined()
})

it('a row names the event of a body that came compressed', async () => {
  const requestHeaders = [['Content-Encoding', 'gzip']] as const
  await insertReceived(test, receiver.id, 1, { requestBody: gzipSync('{"type":"charge.succeeded"}'), requestHeaders })
  expect((await list()).results[0]?.event).toBe('charge.succeeded')
})

it('a long URL is cut in a row, and whole in the details', async () => {
  const url = `/r/${receiver.url.slice(-22)}?q=${'x'.repeat(2000)}`
  const [id] = await insertReceived(test, receiver.id, 1, { url })
  expect((await list()).results[0]?.target.length).toBe(500)
  expect((await getOne(id)).url.endsWith(url)).toBe(true)
})

it('requests are listed by their method', async () => {
  const [id] = await insertReceived(test, receiver.id, 1, { method: 'HEAD' })
  const page = await get(ada, `/receivers/${receiver.id}/executions?method=HEAD`)
  expect(page.json<{ results: { id: string; httpMethod: string }[] }>().results[0]).toMatchObject({ id })
  const others = await get(ada, `/receivers/${receiver.id}/executions?method=GET,POST`)
  expect(others.json<{ results: { id: string }[] }>().results.map((one) => one.id)).not.toContain(id)
  expect((await get(ada, `/receivers/${receiver.id}/executions?method=PUT`)).statusCode).toBeOneOf([400, 422])
})

it('a request comes with the page that it stands on', async () => {
  const ids = await insertReceived(test, receiver.id, 45)
  for (const [index, page] of [
    [0, 0],
    [19, 0],
    [20, 1],
    [44, 2],
  ] as const) {
    const { id, _embedded } = await getOne(ids[index])
    expect(id).toBe(ids[index])
    expect(_embedded).toMatchObject({ total: 45, page, newest: ids[0] })
    expect(_embedded.results.map((row) => row.id)).toEqual(ids.slice(page * 20, page * 20 + 20))
  }
})

it('a request of another receiver is 404', async () => {
  const [elsewhere] = await insertReceived(test, (await makeReceiver(ada)).id, 1)
  for (const id of [elsewhere, 'none', receiver.id]) {
    expect((await get(ada, `/receivers/${receiver.id}/executions/${id}`)).statusCode).toBe(404)
  }
})

it('[AP-48, RH-13] the history is empty while the page begins with what the browser has', async () => {
  const [newest] = await insertReceived(test, receiver.id, 25)
  expect(await list(`?page=0&size=20&pageTopObject=${newest}`)).toEqual({
    ...empty,
    newest,
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
