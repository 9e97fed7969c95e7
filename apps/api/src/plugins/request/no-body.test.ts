import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

describe('a body that a call does not know', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp({ settings: { operators: ['ada@example.com'] } })
    ada = await test.signUp('Ada')
    // What cannot be undone asks who it is first.
    await ada.inject({ method: 'POST', url: '/api/v1/accounts/me/confirm', payload: { password: ada.password } })
  })
  afterAll(() => test.close())

  const post = (url: string, payload?: string) =>
    ada.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, ...(payload && { payload }) })
  const unknownId = '01890000-0000-7000-8000-000000000000'

  it('is rejected by every call that changes something, also by those that take no body', async () => {
    // What providers send is signed, and read by its own parser.
    const callbacks = new Set(['/api/v1/twilio/status', '/api/v1/stripe/webhook'])
    const writes = test.routes.filter(
      ({ method, url }) => method !== 'GET' && url.startsWith('/api/') && !callbacks.has(url),
    )
    expect(writes.length).toBeGreaterThan(20)
    for (const { method, url } of writes) {
      const headers = { 'content-type': 'application/json' }
      const payload = '{"isAdmin":true}'
      const answer = await ada.inject({
        method,
        url: url.replace(':name', 'TOKEN').replaceAll(/:\w+/g, unknownId),
        payload,
        headers,
      })
      // What a merge patch may change depends on what there is, and there is nothing by this id.
      const status = method === 'PATCH' && !url.endsWith('/me') ? 404 : 400
      expect([method, url, answer.statusCode]).toEqual([method, url, status])
    }
  })

  it('creates nothing, and says why', async () => {
    for (const payload of ['{"plan":"SUPER"}', '[1]', '"text"', '7', 'null']) {
      const answer = await post('/api/v1/receivers', payload)
      expect([payload, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([payload, 400, 'MALFORMED'])
    }
    expect((await ada.inject({ url: '/api/v1/receivers' })).json()).toMatchObject({ total: 0 })
  })

  it('may be empty', async () => {
    expect((await post('/api/v1/receivers')).statusCode).toBeLessThan(300)
    expect((await post('/api/v1/receivers', '{}')).statusCode).toBeLessThan(300)
  })
})
