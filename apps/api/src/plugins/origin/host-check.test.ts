import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { mostPlainPasses, plainPassesIn } from '@knockwire/domain/testing/plain-passes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const paths = [
  '/',
  '/signin',
  '/dashboard',
  '/docs/api',
  '/rates',
  '/nothing',
  '/assets/index-4f2a.css',
  '/api/v1/accounts/me',
  '/api/v1/nothing',
  '/api/v1/openapi.json',
]

describe('the host of a request', () => {
  let embedded: TestApp
  let server: TestApp
  let port: number
  beforeAll(async () => {
    embedded = await createTestApp({ settings: { publicOrigin: 'http://localhost:3000' } })
    const settings = { publicOrigin: 'https://knockwire.example', isEmbedded: false }
    server = await createTestApp({ sharing: embedded, settings })
    port = Number(new URL(await embedded.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(async () => {
    await server.close()
    await embedded.close()
  })

  const ask = (test: TestApp, url: string, host: string) => test.inject({ url, headers: { host } })

  it('a name that an attacker points at this machine gets 421 from every page and call', async () => {
    for (const test of [embedded, server]) {
      for (const url of paths) {
        const answer = await ask(test, url, 'evil.example:3000')
        expect([url, answer.statusCode, answer.json()]).toMatchObject([url, 421, { code: 'WRONG_HOST' }])
      }
    }
  })

  it('a sign-up through such a name opens no account', async () => {
    const payload = { email: 'a@example.com', password: 'nanoseconds of wire', firstName: '', lastName: '' }
    const headers = { host: 'evil.example:3000', origin: 'http://evil.example:3000', 'sec-fetch-site': 'same-origin' }
    const answer = await embedded.inject({ method: 'POST', url: '/api/v1/auth/sign-up', payload, headers })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([421, undefined])
  })

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST'])(
    'embedded mode answers at %s, a server does not',
    async (host) => {
      expect((await ask(embedded, '/signin', host)).statusCode).toBe(200)
      expect((await ask(server, '/signin', host)).statusCode).toBe(421)
    },
  )

  it.each([
    ['knockwire.example', 200],
    ['KNOCKWIRE.example:443', 200],
    ['knockwire.example:3000', 200],
    ['knockwire.example.evil.example', 421],
    ['evil.example?knockwire.example', 421],
    ['user@knockwire.example', 421],
    ['a, knockwire.example', 421],
  ])('a server called at %s answers %i', async (host, status) => {
    expect((await ask(server, '/signin', host)).statusCode).toBe(status)
  })

  it('behind a trusted proxy, it is the Host that arrives, whatever X-Forwarded-Host says', async () => {
    const settings = { publicOrigin: 'https://knockwire.example', isEmbedded: false, trustProxy: 1 }
    const proxied = await createTestApp({ sharing: embedded, settings })
    try {
      const through = async (host: string, forwardedHost: string) => {
        const headers = { host, 'x-forwarded-host': forwardedHost }
        return (await proxied.inject({ url: '/signin', headers })).statusCode
      }
      expect(await through('knockwire.example', 'evil.example')).toBe(200)
      expect(await through('evil.example', 'knockwire.example')).toBe(421)
    } finally {
      await proxied.close()
    }
  })

  it.each(['/%ff', '/api/v1/tasks/%ff', `/docs/${'x'.repeat(3_000)}`])(
    'a path that no route is looked up for gets 421, too, with the security headers of any answer: %#',
    async (url) => {
      const answer = await ask(server, url, 'evil.example')
      expect([answer.statusCode, answer.json()]).toMatchObject([421, { code: 'WRONG_HOST' }])
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
      expect(answer.headers).toHaveProperty('content-security-policy')
    },
  )

  it('a host name of 60,000 characters costs about as much as reading it a few times', async () => {
    const host = `${'a.'.repeat(30_000)}:x`
    const look = async () => expect((await ask(server, '/signin', host)).statusCode).toBe(421)
    expect(await plainPassesIn(host.length, look)).toBeLessThan(mostPlainPasses)
  })

  it('health is answered at any name, since a probe knows an address only', async () => {
    for (const url of ['/healthz', '/readyz']) {
      expect((await ask(server, url, '10.1.2.3:3000')).statusCode).toBe(200)
    }
  })

  it('a request of HTTP/1.0 with a Transfer-Encoding is rejected, and what follows on its connection is not read', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head =
      'POST /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n'
    socket.write(`${head}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect((await text(socket)).match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400'])
  })

  it('a request that names two hosts is rejected, whichever of them is ours', async () => {
    for (const [first, second] of [
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
      ['localhost', 'localhost'],
    ]) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET /healthz HTTP/1.1\r\nHost: ${first}\r\nhost: ${second}\r\nConnection: close\r\n\r\n`)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
    }
  })
})
