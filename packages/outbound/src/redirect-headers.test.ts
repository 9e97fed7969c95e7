import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientFor, during, requestTo, responseIn, textIn } from './testing/calls.ts'
import { bodyOf, startHttp } from './testing/servers.ts'

interface Seen {
  url: string
  method: string
  headers: IncomingHttpHeaders
  body: string
}

/** Redirects /from to the configured place and answers everything else. */
const startRedirecting = async (statusCode: number, location: (origin: string) => string) => {
  const seen: Seen[] = []
  let origin = ''
  const target = await during(
    startHttp(async (request, response) => {
      const { url = '', method = '', headers } = request
      seen.push({ url, method, headers, body: await bodyOf(request) })
      if (url === '/from') response.writeHead(statusCode, { location: location(origin) }).end('moved')
      else response.end('arrived')
    }),
  )
  origin = target.origin
  return { target, seen }
}

const secrets = {
  Authorization: 'Bearer secret',
  Cookie: 'session=secret',
  'X-Api-Key': 'secret',
  'Content-Type': 'application/json',
  'User-Agent': 'mine',
}

describe('redirects', () => {
  it('keep what the user wrote within the origin', async () => {
    const { target, seen } = await startRedirecting(307, () => '/to')
    const request = requestTo(`${target.origin}/from`, { method: 'POST', headers: Object.entries(secrets), body: '{}' })
    await clientFor().send(request)
    expect(seen[1]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      cookie: 'session=secret',
      'x-api-key': 'secret',
      'user-agent': 'mine',
    })
  })

  it('to another origin carry no header with a secret in it, whatever its name, and repeat no body with one', async () => {
    const other = await startRedirecting(200, () => '/')
    const { target } = await startRedirecting(307, () => `${other.target.origin}/to`)
    const headers = [
      ['X-Plain', 'a'],
      ['X-Signed-By', 'squirrel'],
    ] as const
    const secretHeaders = new Set(['x-signed-by'])
    const read = { ...requestTo(`${target.origin}/from`, { method: 'GET', headers: [...headers] }), secretHeaders }
    await clientFor().send(read)
    expect(other.seen[0]?.headers).toMatchObject({ 'x-plain': 'a' })
    expect(other.seen[0]?.headers['x-signed-by']).toBeUndefined()
    const write = { ...requestTo(`${target.origin}/from`, { method: 'POST', headers: [], body: 'squirrel' }) }
    const outcome = await clientFor().send({ ...write, hasSecretBody: true })
    expect(outcome).toMatchObject({ kind: 'failure', message: expect.stringContaining('has a secret in it') })
    expect(other.seen).toHaveLength(1)
  })

  it.each([
    ['another port', (port: number) => `http://127.0.0.1:${port}/to`],
    ['another host', (port: number) => `http://127.0.0.2:${port}/to`],
    ['a URL without its scheme', (port: number) => `//127.0.0.1:${port}/to`],
  ])('to %s carry everything but what is likely a secret', async (_name, locationAt) => {
    const received: Seen[] = []
    const stranger = await during(
      startHttp(async (request, response) => {
        received.push({ url: '', method: request.method ?? '', headers: request.headers, body: await bodyOf(request) })
        response.end('arrived')
      }),
    )
    // 127.0.0.2 is another origin of the same machine; its server listens on 127.0.0.1 alone.
    const location = locationAt(stranger.port).replace('127.0.0.2', 'stranger.example')
    const { target } = await startRedirecting(307, () => location)
    const basicAuth = { username: 'user', password: 'secret' }
    const client = clientFor({ resolve: async () => ['127.0.0.1'] })
    const { Authorization: _dropped, ...headers } = secrets
    const kept = { Accept: 'application/json', 'X-Custom': 'mine' }
    for (const request of [
      requestTo(`${target.origin}/from`, { headers: Object.entries({ ...secrets, ...kept }) }),
      requestTo(`${target.origin}/from`, { headers: Object.entries({ ...headers, ...kept }), basicAuth }),
    ])
      expect(textIn(await client.send({ ...request, method: 'POST', body: '{}' }))).toBe('arrived')
    for (const { headers: got, method, body } of received) {
      expect(JSON.stringify(got)).not.toContain('secret')
      expect([got.authorization, got.cookie, got['x-api-key']]).toEqual([undefined, undefined, undefined])
      expect({ method, body }).toEqual({ method: 'POST', body: '{}' })
      expect(got).toMatchObject({
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'mine',
        'x-custom': 'mine',
      })
    }
    expect(received).toHaveLength(2)
  })

  it('of 302 to another origin, of POST, carry no type without a body', async () => {
    const { target: stranger, seen } = await startRedirecting(404, () => '')
    const { target } = await startRedirecting(302, () => `${stranger.origin}/to`)
    const headers = [['Content-Type', 'application/json']] as const
    await clientFor().send(requestTo(`${target.origin}/from`, { method: 'POST', headers }))
    expect(seen).toMatchObject([{ method: 'GET', headers: { 'user-agent': 'Knockwire/test' } }])
    expect(seen[0]?.headers).not.toHaveProperty('content-type')
  })

  it('that come back carry no secret again', async () => {
    const home = await during(
      startHttp((request, response) => {
        if (request.url === '/from') response.writeHead(302, { location: `${away.origin}/` }).end()
        else response.end(JSON.stringify(request.headers))
      }),
    )
    const away = await during(
      startHttp((_request, response) => response.writeHead(302, { location: `${home.origin}/back` }).end()),
    )
    const outcome = await clientFor().send(requestTo(`${home.origin}/from`, { headers: Object.entries(secrets) }))
    expect(responseIn(outcome)).toMatchObject({ redirects: 2, finalUri: `${home.origin}/back` })
    expect(textIn(outcome)).not.toContain('secret')
  })
})
