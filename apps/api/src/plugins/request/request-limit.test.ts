import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
