import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'

let server: Server
let url: string
let received: {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}[]
let answer: (response: ServerResponse) => void
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
beforeEach(() => {
  received = []
  answer = (response) => response.setHeader('content-type', 'application/json').end('{"id":"t"}')
})

const client = () => createClient({ url, token: 'kw_x', userAgent: 'test/1' })
const json =
  (status: number, value: object, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }

describe('the client', () => {
  it('puts each parameter where the description has it: into the address, the query, the headers and the body', async () => {
    const body = {
      scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
      request: { target: { uri: 'x.example' } },
    } as const
    const headers = { 'if-match': '"7"' }
    expect(await client().updateTask({ taskId: 'a/b', activate: 'true', body, headers })).toEqual({ id: 't' })
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/api/v1/tasks/a%2Fb?activate=true',
        headers: {
          authorization: 'Bearer kw_x',
          'content-type': 'application/json',
          'if-match': '"7"',
          'user-agent': 'test/1',
        },
        body: JSON.stringify(body),
      },
    ])
  })

  it('sends no body, no type and no parameter that was not given', async () => {
    await client().listTasks()
    await client().listTasks({ size: 5 })
    expect(received.map((one) => one.url)).toEqual(['/api/v1/tasks', '/api/v1/tasks?size=5'])
    expect(received[0]).toMatchObject({ method: 'GET', body: '' })
    expect(received[0]?.headers).not.toHaveProperty('content-type')
  })

  it('shows the caller the headers of an answer where it asks for them', async () => {
    answer = json(200, { id: 't' }, { etag: '"7-x"' })
    let etag: string | null = null
    const onHeaders = (headers: Headers) => void (etag = headers.get('etag'))
    expect(await client().getTask({ taskId: 't' }, { onHeaders })).toEqual({ id: 't' })
    expect(etag).toBe('"7-x"')
  })

  it('answers a file as it comes, and nothing where nothing is answered', async () => {
    answer = (response) => response.setHeader('content-type', 'application/jsonl').end('{"a":1}\n')
    const file = await client().exportExecutions({ taskId: 't' })
    expect(await file.text()).toBe('{"a":1}\n')
    answer = (response) => response.writeHead(204).end()
    expect(await client().deleteTask({ taskId: 't' })).toBeUndefined()
  })

  it('throws what the API rejected, with all that it said', async () => {
    const problems = [{ in: 'body', path: '/name', code: 'too_big', message: 'Enter at most 200 characters.' }]
    answer = json(
      422,
      { code: 'INVALID_FIELDS', message: 'Correct the marked fields.', problems },
      { 'retry-after': '7' },
    )
    const error = await client()
      .getTask({ taskId: 't' })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, code: 'INVALID_FIELDS', problems, retryAfterSeconds: 7 })
  })

  it('throws an error without a code where something else than the API answered', async () => {
    answer = (response) => response.writeHead(502).end('<html>')
    await expect(client().getAccount()).rejects.toMatchObject({ status: 502, code: null, rejection: null })
    answer = (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
    await expect(client().getAccount()).rejects.toMatchObject({ status: 302, code: null })
  })

  it('ends a call whose signal is aborted', async () => {
    answer = () => {}
    const controller = new AbortController()
    const call = client().listTasks({}, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    server.closeAllConnections()
  })
})
