import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { server } from '../../testing/network.ts'
import { buildSettings } from '../session/build-settings.ts'
import { isSignedInOnPage, markSignedIn } from '../session/session.ts'
import { api } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { connection } from './connection.ts'

type Method = Parameters<typeof server.foreign>[0]

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | ReadableStream<Uint8Array>
}

let answer: Answer
/** What the page has sent, with the options of `fetch`. */
let sent: Request[]

/** A body of which only the beginning comes. */
const cutOff = (begin: string) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(begin)),
    pull: (controller) => controller.error(new TypeError('The connection was closed.')),
  })

beforeEach(() => {
  sent = []
  answer = { status: 200, body: '{"name":"Ada"}' }
  const answered = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    sent.push(new Request(input, init))
    return answered(input, init)
  })
  for (const method of ['get', 'post', 'delete'] satisfies Method[])
    server.foreign(method, '/things', () => new Response(answer.body ?? null, answer))
  server.foreign('delete', '/things/1', () => new Response(null, { status: 204 }))
})
const Named = z.object({ name: z.string() })
const loadNamed = vi.fn<() => Promise<typeof Named>>(async () => Named)

describe('a call', () => {
  it('[AP-01, AP-02] sends JSON with credentials and parses the response', async () => {
    expect(await api.post('/api/v1/things', { size: 1 }, loadNamed)).toEqual({ name: 'Ada' })
    expect(server.calls('post', /things/)).toMatchObject([{ path: '/things', body: { size: 1 } }])
    expect(sent.map(({ credentials }) => credentials)).toEqual(['include'])
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
    expect(sent[0]?.headers.get('authorization')).toBeNull()
  })

  it('[AP-03] carries the authorization of the build setting', async () => {
    buildSettings.apiAuthorization = 'Bearer kw_1'
    await api.get('/api/v1/things', loadNamed).finally(() => (buildSettings.apiAuthorization = undefined))
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer kw_1')
  })

  it('accepts an empty response where none is needed', async () => {
    answer = { status: 204 }
    await api.send('/api/v1/things')
    await api.delete('/api/v1/things/1')
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['POST', null],
      ['DELETE', null],
    ])
  })

  it('rejects a response of another shape', async () => {
    answer = { status: 200, body: '{"name":1}' }
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})

describe('A response', () => {
  const unknownForm = {
    code: 'INTERNAL',
    message: 'This page is out of date. Reload it.',
  }
  const of = (build: string) => ({ 'knockwire-build': build })
  /** The page's document is of that build. */
  const page = (build: string | undefined) => {
    document.querySelector('meta[name="knockwire-build"]')?.remove()
    if (build === undefined) return
    const meta = Object.assign(document.createElement('meta'), { name: 'knockwire-build', content: build })
    document.head.append(meta)
  }
  beforeEach(() => {
    page('b2')
    loadNamed.mockClear()
  })
  afterEach(() => page(undefined))

  it('of the page’s own build is taken as it is, and no schema is loaded', async () => {
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
    answer = { status: 200, headers, body: '{"name":"Ada","more":1}' }
    expect(await api.get('/api/v1/things', loadNamed)).toEqual({ name: 'Ada' })
    answer = { status: 200, headers, body: '{"label":"Ada"}' }
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject(unknownForm)
  })

  it('whose schema the server no longer has asks for a reload', async () => {
    answer = { status: 200, headers: of('b3'), body: '{"name":"Ada"}' }
    loadNamed.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject(unknownForm)
  })

  it.each(['', '<html>'])('of the page’s own build without JSON is rejected: %j', async (body) => {
    answer = { status: 200, headers: of('b2'), body }
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject(unknownForm)
  })

  it.each([
    ['as it is from the same build', of('b2'), { name: 'Ada', more: 1 }, { name: 'Ada', more: 1 }],
    ['as it was checked from another', of('b3'), { name: 'Ada', more: 1 }, { name: 'Ada' }],
    ['not at all in an unknown form', of('b3'), { label: 'Ada' }, undefined],
  ])('to an outdated save gives what is stored now %s', async (_how, headers, current, given) => {
    answer = { status: 409, headers, body: JSON.stringify({ code: 'OUT_OF_DATE', message: 'Changed.', current }) }
    const rejection = await api.post('/api/v1/things', {}, loadNamed).catch((error: unknown) => error)
    expect(rejection).toMatchObject({ status: 409, code: 'OUT_OF_DATE', message: 'Changed.' })
    expect(rejection).toHaveProperty('current', given)
  })
})

describe('A rejected call', () => {
  it('[ER-01] throws the server’s message and field errors', async () => {
    answer = { status: 422, body: '{"code":"INVALID_FIELDS","message":"No.","errors":{"requestUrl":"Not a URL."}}' }
    await expect(api.send('/api/v1/things')).rejects.toMatchObject({
      status: 422,
      errors: { requestUrl: 'Not a URL.' },
    })
  })

  it('[AP-04] triggers the callback on a 404, and on nothing else', async () => {
    const onNotFound = vi.fn<() => void>()
    answer = { status: 404, body: '{"code":"NOT_FOUND","message":"There is no such task."}' }
    await expect(api.get('/api/v1/things', loadNamed, { onNotFound })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    answer = { status: 500 }
    await expect(api.get('/api/v1/things', loadNamed, { onNotFound })).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(onNotFound).toHaveBeenCalledTimes(1)
  })

  it('with a response that ends early counts as unreachable', async () => {
    answer = { status: 200, body: cutOff('{"name":') }
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' })
    expect(connection()).toBe('unreachable')
  })

  it('distinguishes an aborted call from an unreachable server', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(api.get('/api/v1/things', loadNamed, { signal: controller.signal })).rejects.not.toBeInstanceOf(
      ApiError,
    )
    expect(connection()).toBe('online')
    server.foreign('get', '/things', () => Response.error())
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' })
    expect(connection()).toBe('unreachable')
  })
})

// That the page is reloaded is tested in windows that can be (session-ended.test.tsx).
describe('a 401', () => {
  const signedOut: Answer = { status: 401, body: '{"code":"SIGNED_OUT","message":"Sign in."}' }

  it('neither reloads a visitor’s page nor one whose call handles its own', async () => {
    answer = signedOut
    await expect(api.get('/api/v1/things', loadNamed)).rejects.toMatchObject({ status: 401 })
    markSignedIn()
    await expect(api.get('/api/v1/things', loadNamed, { onSignedOut: 'throw' })).rejects.toMatchObject({ status: 401 })
    expect(isSignedInOnPage()).toBe(true)
    expect(window.sessionStorage.getItem('knockwire.reloaded-at')).toBeNull()
  })
})
