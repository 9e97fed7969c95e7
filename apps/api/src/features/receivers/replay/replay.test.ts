import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ReplayView } from '@knockwire/domain/receivers/replay'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let receiver: ReceiverView
let target: Server
let origin: string
const got: { request: IncomingMessage; body: Buffer }[] = []
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  receiver = await makeReceiver(ada)
  target = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    got.push({ request, body: Buffer.concat(chunks) })
    if (request.url === '/moved') return void response.writeHead(302, { location: '/elsewhere' }).end()
    if (request.url === '/binary') return void response.writeHead(200).end(Buffer.from([0, 255]))
    if (request.url === '/large') return void response.writeHead(200).end('x'.repeat(1_100_000))
    if (request.url === '/reset') return void request.socket.destroy()
    response.writeHead(418, { 'content-type': 'text/plain', 'x-own': 'yes' }).end('short and stout')
  }).listen(0, '127.0.0.1')
  await once(target, 'listening')
  const address = target.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  target.close()
  target.closeAllConnections()
  await test.close()
})
beforeEach(() => {
  got.length = 0
})

const replay = (id: string | undefined, uri: string, asker: TestUser = ada) =>
  post(asker, `/receivers/${receiver.id}/executions/${id}/replay`, { uri })

it('a replay sends the recorded request again: method, headers and the exact bytes', async () => {
  const requestBody = gzipSync('{"zen":"Keep it logically awesome."}')
  const requestHeaders = [
    ['Host', 'in.example'],
    ['X-GitHub-Event', 'push'],
    ['x-twice', 'one'],
    ['X-Twice', 'two'],
    ['Content-Encoding', 'gzip'],
    ['Content-Type', 'application/json'],
    ['Content-Length', '9999'],
    ['Connection', 'keep-alive, X-Hop'],
    ['X-Hop', 'this connection’s'.replace('’', "'")],
    ['Transfer-Encoding', 'chunked'],
    ['Expect', '100-continue'],
    ['Upgrade', 'h2c'],
    ['Cookie', 'a=1'],
    ['cookie', 'b=2'],
    ['User-Agent', 'GitHub-Hookshot/1'],
    ['X-Text', 'café Привет'],
  ] as const
  const [id] = await insertReceived(test, receiver.id, 1, { requestBody, requestHeaders })
  const answer = await replay(id, `${origin}/hook?own=1`)
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      kind: 'response',
      statusCode: 418,
      headers: expect.arrayContaining([['x-own', 'yes']]),
      body: { encoding: 'text', content: 'short and stout', bytes: 15, isTruncated: false },
      responseTimeMs: expect.any(Number),
    },
  ])
  expect(got.length).toBe(1)
  const [sent] = got
  expect(sent?.body).toEqual(requestBody)
  expect([sent?.request.method, sent?.request.url]).toEqual(['POST', '/hook?own=1'])
  const { host, connection, ...headers } = sent?.request.headers ?? {}
  expect(host).toBe(new URL(origin).host)
  expect(connection).not.toContain('X-Hop')
  expect(sent?.request.rawHeaders.join()).toContain('X-GitHub-Event,push,x-twice,one,X-Twice,two,Content-Encoding')
  expect(headers).toEqual({
    'x-github-event': 'push',
    'x-twice': 'one, two',
    'content-encoding': 'gzip',
    'content-type': 'application/json',
    'content-length': String(requestBody.length),
    cookie: 'a=1; b=2',
    'user-agent': 'GitHub-Hookshot/1',
    'x-text': Buffer.from('café Привет').toString('latin1'),
  })
})

it('a replay sends edited headers and an edited body in place of the recorded ones', async () => {
  const requestHeaders = [
    ['Authorization', 'Bearer secret'],
    ['X-Kept', 'no'],
  ] as const
  const [id] = await insertReceived(test, receiver.id, 1, { requestBody: Buffer.from('old'), requestHeaders })
  const path = `/receivers/${receiver.id}/executions/${id}/replay`
  const headers = [
    ['X-Own', 'a'],
    ['x-own', 'b'],
    ['Content-Length', '99'],
    ['Host', 'elsewhere'],
  ]
  const answer = await post(ada, path, { uri: origin, headers, body: 'né' })
  expect(answer.statusCode).toBe(200)
  expect(got[0]?.body.toString()).toBe('né')
  expect(got[0]?.request.headers).toMatchObject({ 'x-own': 'a, b', 'content-length': '3', host: new URL(origin).host })
  expect(got[0]?.request.headers).not.toHaveProperty('authorization')
  expect(got[0]?.request.headers).not.toHaveProperty('x-kept')
  await post(ada, path, { uri: origin, body: '' })
  expect([got[1]?.body.length, got[1]?.request.headers['x-kept']]).toEqual([0, 'no'])
})

it('a replay sends an edited body in the charset that its type names, and no longer as compressed', async () => {
  const requestHeaders = [
    ['Content-Type', 'text/plain; charset=iso-8859-1'],
    ['Content-Encoding', 'gzip'],
  ] as const
  const [id] = await insertReceived(test, receiver.id, 1, { requestBody: Buffer.from('old'), requestHeaders })
  const path = `/receivers/${receiver.id}/executions/${id}/replay`
  await post(ada, path, { uri: origin, body: 'café' })
  expect(got[0]?.body).toEqual(Buffer.from('café', 'latin1'))
  expect(got[0]?.request.headers).not.toHaveProperty('content-encoding')
  const refused = await post(ada, path, { uri: origin, body: '3 €' })
  await post(ada, path, { uri: origin, headers: requestHeaders, body: 'new' })
  expect([got[1]?.body.toString(), got[1]?.request.headers['content-encoding']]).toEqual(['new', undefined])
  const message = 'The charset iso-8859-1 has no “€”. Use charset=utf-8, or remove the character.'
  expect([refused.statusCode, refused.json().errors, got.length]).toEqual([422, { body: message }, 2])
})

it.each([
  ['a name with a space', [['X Own', 'a']]],
  ['a value with a line break', [['X-Own', 'a\r\nX-Other: b']]],
  ['more headers than a request may have', Array.from({ length: 301 }, () => ['a', 'b'])],
])('a replay rejects %s, and sends nothing', async (_name, headers) => {
  const [id] = await insertReceived(test, receiver.id, 1)
  const answer = await post(ada, `/receivers/${receiver.id}/executions/${id}/replay`, { uri: origin, headers })
  expect([answer.statusCode, got.length]).toEqual([422, 0])
})

it('a GET without a body is one again', async () => {
  const [id] = await insertReceived(test, receiver.id, 1, {
    method: 'GET',
    requestBody: Buffer.alloc(0),
    requestHeaders: [],
  })
  expect((await replay(id, origin)).json<ReplayView>().kind).toBe('response')
  expect([got[0]?.request.method, got[0]?.body.length, got[0]?.request.headers['content-length']]).toEqual([
    'GET',
    0,
    undefined,
  ])
})

it.each([
  [
    'a redirect, which is not followed',
    '/moved',
    { statusCode: 302, headers: expect.arrayContaining([['location', '/elsewhere']]) },
  ],
  ['binary', '/binary', { body: { encoding: 'base64', content: 'AP8=', bytes: 2, isTruncated: false } }],
  ['more than 1 MiB, cut', '/large', { body: expect.objectContaining({ bytes: 1_048_576, isTruncated: true }) }],
])('a replay shows %s', async (_name, path, expected) => {
  const [id] = await insertReceived(test, receiver.id, 1)
  expect((await replay(id, `${origin}${path}`)).json()).toMatchObject({ kind: 'response', ...expected })
  expect(got.length).toBe(1)
})

it.each([
  ['a target that hangs up', () => `${origin}/reset`, 'CONNECTION_RESET'],
  ['a target that is not there', () => 'http://127.0.0.1:7999/', 'CONNECTION_REFUSED'],
  ['a name that is none', () => 'http://nothing.invalid/', 'DNS_NOT_FOUND'],
])('a replay says why nothing came back from %s', async (_name, uri, code) => {
  const [id] = await insertReceived(test, receiver.id, 1)
  const answer = await replay(id, uri())
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { kind: 'failure', code, message: expect.stringMatching(/\.$/) },
  ])
})

it.each([
  '',
  'http://',
  'ftp://example.com/',
  'http://user:pass@example.com/',
  'http://10.0.0.1/',
  'http://[fe80::1]/',
  'no url',
])('a replay rejects an address of %s, beside the field', async (uri) => {
  const [id] = await insertReceived(test, receiver.id, 1)
  const answer = await replay(id, uri)
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { uri: expect.stringMatching(/\.$/) }])
})

it('a replay never calls this server’s own database', async () => {
  const [id] = await insertReceived(test, receiver.id, 1)
  const { host } = new URL(test.url)
  const answer = await replay(id, `http://${host}/`)
  expect(answer.statusCode === 422 || answer.json<ReplayView>().kind === 'failure').toBe(true)
  expect(answer.body).toMatch(/blocked/i)
})

it('a replay is limited for each account', async () => {
  const eve = await test.signUp('Eve')
  const own = await makeReceiver(eve)
  const [id] = await insertReceived(test, own.id, 1)
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) {
    const answer = await post(eve, `/receivers/${own.id}/executions/${id}/replay`, { uri: origin })
    statuses.push(answer.statusCode)
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
  expect(got.length).toBe(30)
})
