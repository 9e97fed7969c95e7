import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

describe('writes with a cookie', () => {
  let test: TestApp
  let cookie: string
  beforeAll(async () => {
    test = await createTestApp()
    await test.signUp('Ada')
    const payload = { email: 'ada@example.com', password: 'a long password of Ada' }
    const answer = await test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload })
    cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  })
  afterAll(() => test.close())

  const write = (headers: Record<string, string>) =>
    test.app.inject({
      method: 'POST',
      url: '/api/v1/accounts/me/settings',
      payload: { taskListSortKey: 'name' },
      headers: { cookie, host: 'localhost:3000', ...headers },
    })

  it.each([
    ['this origin', { origin: 'http://127.0.0.1:3000' }],
    ['the host of the request', { origin: 'http://localhost:3000' }],
    ['a page of this site', { 'sec-fetch-site': 'same-origin' }],
    ['the browser itself', { 'sec-fetch-site': 'none' }],
  ])('are taken from %s', async (_, headers) => {
    expect((await write(headers)).statusCode).toBe(200)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:3001' }],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:3000' }],
    ['a neighbour of this site', { 'sec-fetch-site': 'same-site' }],
    ['nobody knows where', {}],
  ])('are rejected from %s, and change nothing', async (_, headers) => {
    await test.pool.query(`update users set task_list_sort_key = 'createdAt'`)
    const answer = await write(headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' })
    const { rows } = await test.pool.query('select distinct task_list_sort_key as key from users')
    expect(rows).toEqual([{ key: 'createdAt' }])
  })

  it('a foreign page cannot sign a browser in either', async () => {
    const payload = { email: 'ada@example.com', password: 'a long password of Ada' }
    const headers = { origin: 'https://evil.example' }
    const answer = await test.app.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload, headers })
    expect(answer.statusCode).toBe(403)
  })

  it('no call that changes something is taken from a foreign page, whichever it is', async () => {
    const writes = test.routes.filter(({ method, url }) => method !== 'GET' && url.startsWith('/api/'))
    expect(writes.length).toBeGreaterThan(30)
    const id = '01890000-0000-7000-8000-000000000000'
    for (const { method, url } of writes) {
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const sent = { cookie, host: 'localhost:3000', ...headers }
        const answer = await test.app.inject({ method, url: url.replaceAll(/:\w+/g, id), headers: sent })
        expect([method, url, answer.statusCode]).toEqual([method, url, 403])
      }
    }
  })

  it('reading needs no proof', async () => {
    const answer = await test.app.inject({ url: '/api/v1/accounts/me', headers: { cookie } })
    expect(answer.statusCode).toBe(200)
  })
})
