import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { receivedRequests } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type DetailedExecutionPage, ExecutionView } from '@knockwire/domain/executions/execution'
import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { insertRun } from '../../../testing/rows/insert-run.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { type Asker, get, makeTask } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { makeToken, withToken } from '../../../testing/calls/token-calls.ts'

let test: TestApp
let ada: TestUser
let taskId: string
let receiverId: string
let task: { taskId: string; accountId: string }
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
let people = 0
beforeEach(async () => {
  ada = await test.signUp(`Ada${(people += 1)}`)
  taskId = (await makeTask(ada)).id
  receiverId = (await makeReceiver(ada)).id
  task = { taskId, accountId: ada.accountId }
})

const pathOf = (what: 'tasks' | 'receivers', query = '') =>
  `/${what}/${what === 'tasks' ? taskId : receiverId}/executions/export${query}`

const download = async (path: string, asker: Asker = ada) => {
  const answer = await get(asker, path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const idsIn = (text: string) => linesOf(text).map((line) => z.object({ id: z.string() }).parse(line).id)

const NameValue = z.strictObject({ name: z.string(), value: z.string() })
const Message = {
  httpVersion: z.string(),
  cookies: z.array(z.unknown()),
  headers: z.array(NameValue),
  headersSize: z.int(),
  bodySize: z.int(),
}
/** What HAR 1.2 requires. */
const Har = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string().min(1) }),
    entries: z.array(
      z
        .object({
          _id: z.string(),
          startedDateTime: z.iso.datetime(),
          time: z.number().min(0),
          request: z.object({
            method: z.string(),
            url: z.url().regex(/^[^#]*$/),
            queryString: z.array(NameValue),
            postData: z.strictObject({ mimeType: z.string(), text: z.string() }).optional(),
            ...Message,
          }),
          response: z.object({
            status: z.int(),
            statusText: z.string(),
            content: z.object({
              size: z.int(),
              mimeType: z.string(),
              text: z.string().optional(),
              encoding: z.literal('base64').optional(),
            }),
            redirectURL: z.string(),
            ...Message,
          }),
          cache: z.object({}),
          timings: z.object({
            connect: z.number().min(-1),
            send: z.number().min(0),
            wait: z.number().min(0),
            receive: z.number().min(0),
          }),
        })
        .refine(
          ({ time, timings: { connect, send, wait, receive } }) =>
            time === Math.max(connect, 0) + send + wait + receive,
          'The time is the sum of its parts.',
        ),
    ),
  }),
})

describe('the export of a task’s history', () => {
  it('has all of 2,000 executions, oldest first, each as the history has it', async () => {
    const ids = Array.from({ length: 2000 }, (_, n) => uuidv7(test.clock.now() + n))
    const createdAt = new Date(test.clock.now())
    const common = { ...task, trigger: 'TEST', status: 'SUCCEEDED', statusCode: 200, scheduledFor: createdAt } as const
    const rows = ids.map((id) => ({ ...common, id, createdAt, startedAt: createdAt, responseTimeMs: 12 }))
    const request = { uri: 'https://shop.example/stock', method: 'GET', headers: [], body: null } as const
    const details = ids.map((executionId, n) => ({ executionId, request, responseBody: Buffer.from(`{"order":${n}}`) }))
    for (let from = 0; from < ids.length; from += 500) {
      await test.db.insert(executions).values(rows.slice(from, from + 500))
      await test.db.insert(executionDetails).values(details.slice(from, from + 500))
    }
    test.clock.advance(2000)
    const answer = await download(pathOf('tasks'))
    expect(answer.headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="knockwire-executions-\d{4}-\d\d-\d\d\.jsonl"$/,
      ),
    })
    const lines = linesOf(answer.body)
    expect(idsIn(answer.body)).toEqual(ids)
    for (const page of [0, 7, 19]) {
      const history = await get(ada, `/tasks/${taskId}/executions?include=details&size=100&page=${page}`)
      const expected = history.json<DetailedExecutionPage>().results
      expect(expected).toHaveLength(100)
      expect(lines.toReversed().slice(page * 100, page * 100 + 100)).toEqual(expected)
    }
    expect(Har.parse((await download(pathOf('tasks', '?format=har'))).json()).log.entries).toHaveLength(2000)
  })

  it('is narrowed down by the filters of the history, to nothing even', async () => {
    await insertRun(test, task, { status: 'SUCCEEDED', statusCode: 200, details: {} })
    const missing = await insertRun(test, task, {
      status: 'SUCCEEDED',
      statusCode: 404,
      details: { responseBody: Buffer.from('no such thing') },
    })
    for (const query of ['status=HTTP_ERROR', 'code=4xx', 'text=such+thing']) {
      expect([query, idsIn((await download(pathOf('tasks', `?${query}`))).body)]).toEqual([query, [missing]])
    }
    expect((await download(pathOf('tasks', '?code=500'))).body).toBe('')
    expect(Har.parse((await download(pathOf('tasks', '?code=500&format=har'))).json()).log.entries).toEqual([])
    expect((await get(ada, pathOf('tasks', '?format=csv'))).statusCode).toBe(400)
    expect((await get(ada, pathOf('tasks', '?page=1'))).statusCode).toBe(400)
  })

  it('keeps a binary body, and as HAR what was sent, what came, how long it took and why nothing came', async () => {
    const timing = { connectMs: 10, firstByteMs: 30, totalMs: 45 }
    const request = {
      uri: 'https://shop.example/a?b=1&b=2#top',
      method: 'POST',
      headers: [['Content-Type', 'text/plain']],
      body: 'zwölf',
    } as const
    const startedAt = new Date(test.clock.now())
    const binary = await insertRun(test, task, {
      status: 'SUCCEEDED',
      statusCode: 201,
      startedAt,
      details: {
        request: { ...request, headers: [['Content-Type', 'text/plain']] },
        timing,
        responseHeaders: [['Content-Type', 'image/png']],
        responseBody: Buffer.from([0xff, 0x00]),
      },
    })
    const failed = await insertRun(test, task, {
      status: 'FAILED',
      errorCode: 'TIMEOUT',
      details: { errorMessage: 'Too slow.' },
    })
    await insertRun(test, task)
    const location: HeaderList = [['location', '/next?a=1#b']]
    const redirected = await insertRun(test, task, {
      status: 'SUCCEEDED',
      statusCode: 302,
      details: { responseHeaders: location, timing },
    })
    const created = await insertRun(test, task, {
      status: 'SUCCEEDED',
      statusCode: 201,
      details: { responseHeaders: location, timing },
    })
    const lines = linesOf((await download(pathOf('tasks'))).body).map((line) => ExecutionView.parse(line))
    expect(lines.map(({ status }) => status)).toEqual(['SUCCEEDED', 'FAILED', 'QUEUED', 'SUCCEEDED', 'SUCCEEDED'])
    expect(lines[0]?.response).toMatchObject({
      body: { encoding: 'base64', content: '/wA=', bytes: 2, isTruncated: false },
    })

    const file = await download(pathOf('tasks', '?format=har'))
    expect(file.headers['content-disposition']).toMatch(/\.har"$/)
    Har.parse(file.json())
    expect(file.json<z.infer<typeof Har>>().log.entries).toMatchObject([
      {
        _id: binary,
        startedDateTime: startedAt.toISOString(),
        time: 45,
        timings: { connect: 10, send: 0, wait: 20, receive: 15 },
        request: {
          method: 'POST',
          url: 'https://shop.example/a?b=1&b=2',
          bodySize: 6,
          postData: { mimeType: 'text/plain', text: 'zwölf' },
          queryString: [
            { name: 'b', value: '1' },
            { name: 'b', value: '2' },
          ],
        },
        response: {
          status: 201,
          statusText: 'Created',
          content: { size: 2, mimeType: 'image/png', text: '/wA=', encoding: 'base64' },
        },
      },
      { _id: failed, response: { status: 0, _error: 'TIMEOUT: Too slow.', redirectURL: '' } },
      { _id: redirected, response: { status: 302, redirectURL: '/next?a=1#b' } },
      { _id: created, response: { status: 201, redirectURL: '' } },
    ])
  })
})

it('the export of a receiver’s history has all of 2,000 requests, oldest first, each as its details have it', async () => {
  const [sample = ''] = await insertReceived(test, receiverId, 1)
  const [stored] = await test.db.select().from(receivedRequests)
  if (stored === undefined) throw new Error('Nothing was stored.')
  const ids = Array.from({ length: 1999 }, (_, n) => uuidv7(test.clock.now() + 1 + n))
  const rows = ids.map((id, n) => ({ ...stored, id, receiverId, requestBody: Buffer.from([0xff, n % 256]) }))
  for (let from = 0; from < rows.length; from += 500) {
    await test.db.insert(receivedRequests).values(rows.slice(from, from + 500))
  }
  test.clock.advance(2000)
  const { body, headers } = await download(pathOf('receivers'))
  expect(headers['content-disposition']).toMatch(/^attachment; filename="knockwire-requests-.*\.jsonl"$/)
  expect(idsIn(body)).toEqual([sample, ...ids])
  for (const n of [0, 1, 1000, 1999]) {
    const details = await get(ada, `/receivers/${receiverId}/executions/${[sample, ...ids][n]}`)
    // What was forwarded, and how long the run took that it ended, is shown with one request alone.
    const { forwards: _forwards, runDurationMs: _duration, ...view } = ReceivedRequestView.parse(details.json())
    expect(linesOf(body)[n]).toEqual(view)
  }
  const found = await download(pathOf('receivers', `?text=${encodeURIComponent('"n":0')}`))
  expect(idsIn(found.body)).toEqual([sample])
})

describe.each(['tasks', 'receivers'] as const)('the export of a history of %s', (what) => {
  it('is given to the owner and their tokens, not to another account or a visitor', async () => {
    const program = withToken(test, (await makeToken(ada, 'READ')).token)
    const stranger = await test.signUp(`Stranger${(people += 1)}`)
    const statuses = []
    for (const asker of [ada, program, stranger, test]) statuses.push((await get(asker, pathOf(what))).statusCode)
    expect(statuses).toEqual([200, 200, 404, 401])
  })

  it('masks secret headers', async () => {
    const headers = encryptSecretHeaders([['Set-Cookie', 'open-sesame']], test.context.secrets)
    const run = { status: 'SUCCEEDED', statusCode: 200, details: { responseHeaders: headers } } as const
    await insertRun(test, task, run)
    await insertReceived(test, receiverId, 1, { requestHeaders: headers })
    for (const format of what === 'tasks' ? ['?format=jsonl', '?format=har'] : ['']) {
      const { body } = await download(pathOf(what, format))
      expect(body).toContain('********')
      expect(body).not.toContain('open-sesame')
    }
  })

  it('is made twenty times an hour at most', async () => {
    for (let n = 0; n < 20; n += 1) await download(pathOf(what))
    const next = await get(ada, pathOf(what))
    expect([next.statusCode, Number(next.headers['retry-after']) > 0]).toEqual([429, true])
  })
})
