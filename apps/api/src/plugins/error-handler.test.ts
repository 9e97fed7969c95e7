import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'

describe('rejections', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
  })
  afterAll(() => test.close())

  const post = (payload: string | object, headers: Record<string, string> = {}) =>
    ada.inject({ method: 'POST', url: '/api/v1/accounts/me/settings', payload, headers })
  const json = { 'content-type': 'application/json' }

  it.each([
    ['JSON that ends early', '{"taskListSortKey":'],
    ['no body', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['an unknown field', '{"taskListSortKey":"name","isAdmin":true}'],
    ['a wrong type', '{"taskListSortKey":7}'],
    ['a prototype', '{"taskListSortKey":"name","__proto__":{"plan":"SUPER"}}'],
    ['a constructor', '{"taskListSortKey":"name","constructor":{"prototype":{}}}'],
    ['100,000 nested lists', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('answers 400 to %s, and changes nothing', async (_, payload) => {
    const answer = await post(payload, json)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'MALFORMED', message: expect.any(String) })
    expect((await ada.inject({ url: '/api/v1/accounts/me' })).json()).toMatchObject({ taskListSortKey: 'createdAt' })
  })

  it('answers 415 to what is not JSON, which a foreign form could send without asking', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await post('{"taskListSortKey":"name"}', { 'content-type': type })).statusCode).toBe(415)
    }
  })

  it('answers 413 to a body over the limit', async () => {
    const answer = await post(`{"taskListSortKey":"${'x'.repeat(2 * 1024 * 1024)}"}`, json)
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { code: 'TOO_LARGE', message: 'The request is too large.' },
    ])
  })

  it('answers 404 in JSON to an unknown call, with and without a session', async () => {
    for (const who of [ada, test]) {
      const answer = await who.inject({ url: '/api/v1/nothing', headers: { accept: 'text/html' } })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it.each(['%ff', '%'])('answers 404 in its own form to an address that cannot be decoded: %j', async (end) => {
    const answer = await ada.inject({ url: `/api/v1/tasks/${end}` })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ code: 'NOT_FOUND', message: 'There is nothing at this address.' })
  })

  it('says in one message what cannot be read', async () => {
    const answer = await ada.inject({ url: '/api/v1/tasks?page=-1' })
    expect(answer.json()).toEqual({
      code: 'MALFORMED',
      message: 'The query cannot be read at page: Please enter 0 or more.',
    })
  })

  it('[ER-01] answers field errors by field, malformed ones without', async () => {
    const signIn = (payload: object) => test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload })
    const field = await signIn({ email: 'no address', password: '' })
    expect(field.statusCode).toBe(422)
    expect(Object.keys(field.json<{ errors: object }>().errors).toSorted()).toEqual(['email', 'password'])
    const malformed = await signIn({ email: 'no address' })
    expect(malformed.statusCode).toBe(400)
    expect(malformed.json()).not.toHaveProperty('errors')
  })
})

describe('failures of our own', () => {
  it('answers 500 plainly with a number, and logs the cause under it', async () => {
    const test = await createTestApp()
    try {
      const ada = await test.signUp('Ada')
      await test.pool.query('alter table verified_emails rename to mislaid')
      const answer = await ada.inject({ url: '/api/v1/accounts/me' })
      expect(answer.statusCode).toBe(500)
      const view = answer.json<{ code: string; message: string }>()
      expect(view.code).toBe('INTERNAL')
      expect(view.message).not.toMatch(/verified_emails|select|relation/)
      const requestId = view.message.match(/[0-9a-f-]{36}/)?.[0] ?? 'none'
      const logged = test.logLines.find((line) => line.includes('request failed') && line.includes(requestId))
      expect(logged).toContain('does not exist')
      // The query's value; the line names the account beside it.
      const { err, ...ids } = JSON.parse(logged ?? '{}')
      expect(JSON.stringify(err)).not.toContain(ada.accountId)
      expect(ids).toMatchObject({ requestId, accountId: ada.accountId })
    } finally {
      await test.close()
    }
  })

  it('answers 503 with Retry-After while no connection can be had, and recovers without a restart', async () => {
    const test = await createTestApp({ poolSize: 2, connectionTimeoutMs: 3000 })
    try {
      const ada = await test.signUp('Ada')
      const checkedOut = [await test.appPool.connect(), await test.appPool.connect()]
      const answer = await ada.inject({ url: '/api/v1/accounts/me' })
      for (const client of checkedOut) client.release()
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toBe('2')
      expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
      expect((await ada.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(200)
    } finally {
      await test.close()
    }
  })

  it('answers 503 where the database ends the connection in flight', async () => {
    const test = await createTestApp()
    try {
      const ada = await test.signUp('Ada')
      await test.pool.query(
        'create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$',
      )
      await test.pool.query('create trigger die before update on accounts for each row execute function die()')
      const payload = { taskListSortKey: 'name' }
      const answer = await ada.inject({ method: 'POST', url: '/api/v1/accounts/me/settings', payload })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
      expect((await ada.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(200)
    } finally {
      await test.close()
    }
  })
})
