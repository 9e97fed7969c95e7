import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
  isAborted?: boolean
}

const browserFetch = globalThis.fetch
let server: Server
let received: Received[]
let answer: Answer
let reloads: number
let credentials: (RequestCredentials | undefined)[]

/** The browser resolves paths against its origin and has a window; Node has neither. */
function standInForTheBrowser(origin: string): void {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
  vi.stubGlobal('window', { sessionStorage, location: { reload: () => (reloads += 1) } })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    credentials.push(init.credentials)
    return browserFetch(origin + path, init)
  })
}

/** Each test starts with a page that has just been loaded. */
async function load() {
  vi.resetModules()
  const [{ api }, { ApiError }, session, { connection }] = await Promise.all([
    import('./api-client.ts'),
    import('./api-error.ts'),
    import('../session/session.ts'),
    import('./connection.ts'),
  ])
  return { api, ApiError, connection, ...session }
}

beforeEach(async () => {
  received = []
  credentials = []
  reloads = 0
  answer = { status: 200, body: '{"name":"Ada"}' }
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer.status, answer.headers)
    if (answer.isAborted) response.write(answer.body, () => response.destroy())
    else response.end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  standInForTheBrowser(`http://127.0.0.1:${address.port}`)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const Named = z.object({ name: z.string() })
const loadNamed = vi.fn<() => Promise<typeof Named>>(async () => Named)

describe('a call', () => {
  it('[AP-01, AP-02] sends JSON with credentials and parses the response', async () => {
    const { api } = await load()
    expect(await api.post('/api/v1/things', { size: 1 }, loadNamed)).toEqual({ name: 'Ada' })
    expect(received).toMatchObject([
      { method: 'POST', url: '/api/v1/things', body: '{"size":1}', headers: { 'content-type': 'application/json' } },
    ])
    expect(credentials).toEqual(['include'])
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  it('[AP-03] carries the authorization of the build setting', async () => {
    vi.stubEnv('VITE_API_AUTHORIZATION', 'Bearer kw_1')
    const { api } = await load()
    await api.get('/api/v1/things', loadNamed)
    expect(received[0]?.headers.authorization).toBe('Bearer kw_1')
  })

  it('accepts an empty response where none is needed', async () => {
    answer = { status: 204 }
    const { api } = await load()
    await api.send('/api/v1/things')
    await api.delete('/api/v1/things/1')
    expect(received.map(({ method, body }) => [method, body])).toEqual([
      ['POST', ''],
      ['DELETE', ''],
    ])
  })

  it('rejects a response of another shape', async () => {
    answer = { status: 200, body: '{"name":1}' }
    const { api } = await load()
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})

describe('A response', () => {
  const unknownForm = {
    code: 'INTERNAL',
    message: 'This page is out of date. Reload it.',
  }
  const of = (build: string) => ({ 'knockwire-build': build })
  /** The page's document is of build `b2`. */
  const page = (content: string | undefined) =>
    vi.stubGlobal('document', {
      querySelector: (selector: string) =>
        selector === 'meta[name="knockwire-build"]' && content !== undefined ? { content } : null,
    })
  beforeEach(() => {
    page('b2')
    loadNamed.mockClear()
  })

  it('of the page’s own build is taken as it is, and no schema is loaded', async () => {
    const { api } = await load()
    answer = { status: 200, headers: of('b2'), body: '{"name":"Ada","more":1}' }
    expect(await api.get('/api/v1/things', loadNamed)).toEqual({ name: 'Ada', more: 1 })
    expect(await api.post('/api/v1/things', {}, loadNamed)).toEqual({ name: 'Ada', more: 1 })
    expect(loadNamed).not.toHaveBeenCalled()
  })

  it.each([
    ['of a newer server', 'b2', of('b3')],
    ['of an older server', 'b2', of('b1')],
    ['of no build', 'b2', {}],
    ['to a page that was not built', undefined, of('b2')],
  ])('%s is checked', async (_which, build, headers) => {
    page(build)
    const { api } = await load()
    answer = { status: 200, headers, body: '{"name":"Ada","more":1}' }
    expect(await api.get('/api/v1/things', loadNamed)).toEqual({ name: 'Ada' })
    answer = { status: 200, headers, body: '{"label":"Ada"}' }
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject(unknownForm)
  })

  it('whose schema the server no longer has asks for a reload', async () => {
    const { api } = await load()
    answer = { status: 200, headers: of('b3'), body: '{"name":"Ada"}' }
    loadNamed.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject(unknownForm)
  })

  it.each(['', '<html>'])('of the page’s own build without JSON is rejected: %j', async (body) => {
    const { api } = await load()
    answer = { status: 200, headers: of('b2'), body }
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject(unknownForm)
  })

  it.each([
    ['as it is from the same build', of('b2'), { name: 'Ada', more: 1 }, { name: 'Ada', more: 1 }],
    ['as it was checked from another', of('b3'), { name: 'Ada', more: 1 }, { name: 'Ada' }],
    ['not at all in an unknown form', of('b3'), { label: 'Ada' }, undefined],
  ])('to an outdated save gives what is stored now %s', async (_how, headers, current, given) => {
    const { api } = await load()
    answer = { status: 409, headers, body: JSON.stringify({ code: 'OUT_OF_DATE', message: 'Changed.', current }) }
    const rejection = await api.post('/api/v1/things', {}, loadNamed).catch((error: unknown) => error)
    expect(rejection).toMatchObject({ status: 409, code: 'OUT_OF_DATE', message: 'Changed.' })
    expect(rejection).toHaveProperty('current', given)
  })
})

describe('A rejected call', () => {
  it('[ER-01] throws the server’s message and field errors', async () => {
    answer = { status: 422, body: '{"code":"INVALID_FIELDS","message":"No.","errors":{"requestUrl":"Not a URL."}}' }
    const { api } = await load()
    await expect(api.send('/api/v1/things')).rejects.toMatchObject({
      status: 422,
      errors: { requestUrl: 'Not a URL.' },
    })
  })

  it('[AP-04] triggers the callback on a 404, and on nothing else', async () => {
    const { api } = await load()
    const onNotFound = vi.fn<() => void>()
    answer = { status: 404, body: '{"code":"NOT_FOUND","message":"There is no such task."}' }
    await expect(api.get('/api/v1/things', loadNamed, { onNotFound })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    answer = { status: 500 }
    await expect(api.get('/api/v1/things', loadNamed, { onNotFound })).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(onNotFound).toHaveBeenCalledTimes(1)
  })

  it('with an aborted response counts as unreachable', async () => {
    const { api, connection } = await load()
    vi.stubGlobal('navigator', { onLine: true })
    answer = { status: 200, headers: { 'content-length': '1000' }, body: '{"name":', isAborted: true }
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' })
    expect(connection()).toBe('unreachable')
  })

  it('distinguishes an aborted call from an unreachable server', async () => {
    const { api, ApiError, connection } = await load()
    vi.stubGlobal('navigator', { onLine: true })
    const controller = new AbortController()
    controller.abort()
    await expect(api.get('/api/v1/things', loadNamed, { signal: controller.signal })).rejects.not.toBeInstanceOf(
      ApiError,
    )
    expect(connection()).toBe('online')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' })
    expect(connection()).toBe('unreachable')
  })
})

describe('a 401', () => {
  const signedOut: Answer = { status: 401, body: '{"code":"SIGNED_OUT","message":"Sign in."}' }

  it('[ER-43] on a general call reloads the page, once', async () => {
    const { api, markSignedIn } = await load()
    markSignedIn()
    answer = signedOut
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ status: 401 })
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ status: 401 })
    expect(reloads).toBe(1)
  })

  it('does not reload for ever where a call is always rejected', async () => {
    const { reloadOnSignedOut, markSignedIn } = await load()
    markSignedIn()
    reloadOnSignedOut(100_000)
    markSignedIn()
    reloadOnSignedOut(105_000)
    expect(reloads).toBe(1)
    reloadOnSignedOut(110_001)
    expect(reloads).toBe(2)
  })

  it('reloads neither a visitor’s page nor for a call that handles its own 401', async () => {
    const { api, markSignedIn } = await load()
    answer = signedOut
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ status: 401 })
    markSignedIn()
    await expect(api.get('/api/v1/things', loadNamed, { onSignedOut: 'throw' })).rejects.toMatchObject({ status: 401 })
    expect(reloads).toBe(0)
  })
})
