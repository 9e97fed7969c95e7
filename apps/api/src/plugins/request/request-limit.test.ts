import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeToken } from '../../testing/calls/token-calls.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

describe('the first line against a flood', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp({ settings: { requestsPerMinute: 20 } })))
  afterAll(() => test.close())

  it('limits an account’s calls a minute, and no other account’s', async () => {
    const [ada, bob] = [await test.signUp('Ada'), await test.signUp('Bob')]
    const statuses: number[] = []
    for (let n = 0; n < 25; n++) statuses.push((await ada.inject({ url: '/api/v1/accounts/me' })).statusCode)
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)])
    const rejected = await ada.inject({ url: '/api/v1/accounts/me' })
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect((await bob.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(200)
    test.clock.advance(60_000)
    expect((await ada.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(200)
  })

  it('limits each token by itself, and says on every answer what is left', async () => {
    const eve = await test.signUp('Eve')
    const [first, second] = [await makeToken(eve, 'READ'), await makeToken(eve, 'READ')]
    test.clock.advance(60_000 - (test.clock.now() % 60_000))
    const ask = (token: string, url = '/api/v1/accounts/me') =>
      test.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const limitsOf = ({ headers }: LightMyRequestResponse) => [headers['ratelimit-policy'], headers['ratelimit']]
    expect(limitsOf(await ask(first.token))).toEqual(['"token";q=20;w=60', '"token";r=19;t=60'])
    test.clock.advance(20_000)
    expect(limitsOf(await ask(first.token, '/api/v1/tasks/none'))).toEqual(['"token";q=20;w=60', '"token";r=18;t=40'])
    for (let n = 0; n < 18; n++) expect((await ask(first.token)).statusCode).toBe(200)
    const over = await ask(first.token)
    expect([over.statusCode, over.headers['retry-after'], ...limitsOf(over)]).toEqual([
      429,
      '40',
      '"token";q=20;w=60',
      '"token";r=0;t=40',
    ])
    expect(limitsOf(await ask(second.token))).toEqual(['"token";q=20;w=60', '"token";r=19;t=40'])
    expect(limitsOf(await eve.inject({ url: '/api/v1/accounts/me' }))).toEqual([
      '"account";q=20;w=60',
      '"account";r=19;t=40',
    ])
  })

  it('counts a call once: those of tokens use up nothing of their network’s, which visitors share', async () => {
    const { token } = await makeToken(await test.signUp('Frank'), 'READ')
    const remoteAddress = '203.0.113.60'
    const visit = () => test.inject({ url: '/api/v1/instance', remoteAddress })
    const leftIn = ({ headers }: LightMyRequestResponse) => Number(/;r=(\d+);/.exec(String(headers['ratelimit']))?.[1])
    const before = leftIn(await visit())
    const headers = { authorization: `Bearer ${token}` }
    for (let n = 0; n < 5; n++) await test.app.inject({ url: '/api/v1/accounts/me', headers, remoteAddress })
    expect(leftIn(await visit())).toBe(before - 1)
  })

  it('limits a network that asks for pages and files, whether they exist or not, beside its calls', async () => {
    const remoteAddress = '203.0.113.51'
    const urls = ['/docs', '/docs/nothing', '/signin', '/pages.css', '/%ff', '/assets/nothing.js']
    const statuses: number[] = []
    for (let n = 0; n < 105; n++) {
      const url = urls[n % urls.length] ?? '/'
      statuses.push((await test.inject({ url, remoteAddress })).statusCode)
    }
    expect(statuses.slice(0, 100)).not.toContain(429)
    expect(statuses.slice(100)).toEqual(Array<number>(5).fill(429))
    expect((await test.inject({ url: '/api/v1/accounts/me', remoteAddress })).statusCode).toBe(401)
  })

  it('limits a network that has no session, before the database is queried', async () => {
    const ask = () => test.inject({ url: '/api/v1/accounts/me', remoteAddress: '203.0.113.50' })
    const statuses: number[] = []
    for (let n = 0; n < 105; n++) statuses.push((await ask()).statusCode)
    expect(statuses).toEqual([...Array<number>(100).fill(401), ...Array<number>(5).fill(429)])
    expect((await test.inject({ url: '/healthz', remoteAddress: '203.0.113.50' })).statusCode).toBe(200)
  })
})
