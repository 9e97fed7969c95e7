import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

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
  beforeAll(async () => {
    embedded = await createTestApp({ settings: { publicOrigin: 'http://localhost:3000' } })
    const settings = { publicOrigin: 'https://knockwire.example', isEmbedded: false }
    server = await createTestApp({ sharing: embedded, settings })
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

  it('behind a trusted proxy, it is the host that the proxy names', async () => {
    const settings = { publicOrigin: 'https://knockwire.example', isEmbedded: false, trustProxy: 1 }
    const proxied = await createTestApp({ sharing: embedded, settings })
    try {
      const through = (host: string) =>
        proxied.inject({ url: '/signin', headers: { host: 'api:3000', 'x-forwarded-host': host } })
      expect((await through('knockwire.example')).statusCode).toBe(200)
      expect((await through('evil.example')).statusCode).toBe(421)
    } finally {
      await proxied.close()
    }
  })

  it('health is answered at any name, since a probe knows an address only', async () => {
    for (const url of ['/healthz', '/readyz']) {
      expect((await ask(server, url, '10.1.2.3:3000')).statusCode).toBe(200)
    }
  })

  it('a request that names two hosts is rejected, whichever of them is ours', async () => {
    const address = await embedded.app.listen({ host: '127.0.0.1', port: 0 })
    for (const [first, second] of [
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
      ['localhost', 'localhost'],
    ]) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET /healthz HTTP/1.1\r\nHost: ${first}\r\nhost: ${second}\r\nConnection: close\r\n\r\n`)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
    }
  })
})
