import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import type { ErrorView } from '@knockwire/domain/errors'
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

  it.each([
    [
      'more values than any call has',
      JSON.stringify(Object.fromEntries(Array.from({ length: 25_000 }, (_, n) => [`k${n}`, 1]))),
    ],
    ['a deeper nesting than any call has', `{"taskListSortKey":${'['.repeat(65)}${']'.repeat(65)}}`],
  ])('answers 400 to %s before its schema is tried on it', async (_, payload) => {
    const answer = await post(payload, json)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'MALFORMED', message: expect.stringMatching(/more than/) },
    ])
  })

  it('answers 400 to a query of more values than any call has', async () => {
    const answer = await ada.inject({ url: `/api/v1/tasks?${'x=1&'.repeat(600)}` })
    expect(answer.json()).toEqual({ code: 'MALFORMED', message: 'The request holds more than 500 values.' })
  })

  it.each(['/docs/', '/r/', '/api/v1/tasks/'])(
    'answers 414 to a path below %s of more than 2,048 characters, whatever its query',
    async (start) => {
      const path = start.padEnd(2048, 'x')
      expect((await ada.inject({ url: `${path}?${'q'.repeat(10_000)}` })).statusCode).toBe(404)
      const answer = await ada.inject({ url: `${path}x` })
      expect([answer.statusCode, answer.json()]).toEqual([
        414,
        { code: 'TOO_LARGE', message: 'The address is too long.' },
      ])
    },
  )

  it('reads a long body of a caller that is known, and refuses one of more than 16 KiB of anybody else', async () => {
    const long = 'x'.repeat(20_000)
    const body = { email: 'ada@example.com', password: long }
    const visitor = (url: string) => test.inject({ method: 'POST', url, payload: body })
    for (const url of [
      '/api/v1/auth/sign-in',
      '/api/v1/auth/sign-up',
      '/api/v1/mortgage-rates',
      '/api/v1/nothing',
      '/',
    ])
      expect([url, (await visitor(url)).statusCode]).toEqual([url, 413])
    // Its session is looked for first, so that nothing of the body is read.
    expect((await visitor('/api/v1/accounts/me/settings')).statusCode).toBe(401)
    expect((await post({ taskListSortKey: long }, json)).statusCode).toBe(400)
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

  it.each([
    ['PUT', '/tasks', 'GET, HEAD'],
    ['PATCH', '/accounts/me', 'DELETE, GET, HEAD'],
    ['GET', '/auth/sign-in', 'POST'],
    ['PUT', `/tasks/${uuidv7()}`, 'DELETE, GET, HEAD, POST'],
    ['DELETE', `/tasks/${uuidv7()}/lifecycle/activate?x=1`, 'POST'],
  ] as const)('answers 405 to %s %s and names the methods that it takes', async (method, path, allow) => {
    for (const who of [ada, test]) {
      const answer = await who.inject({ method, url: `/api/v1${path}` })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
      expect(answer.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', message: expect.stringContaining(allow) })
    }
  })

  it('answers 401 with a challenge, which says whether a token was not accepted', async () => {
    const asVisitor = await test.inject({ url: '/api/v1/tasks' })
    expect([asVisitor.statusCode, asVisitor.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Knockwire"'])
    const withToken = await test.inject({ url: '/api/v1/tasks', headers: { authorization: 'Bearer kw_wrong' } })
    expect(withToken.statusCode).toBe(401)
    expect(withToken.headers['www-authenticate']).toBe('Bearer realm="Knockwire", error="invalid_token"')
  })

  it('names the place of every value that a schema rejects', async () => {
    const payload = { taskListSortKey: 7, 'a/b~c': 1 }
    const { problems } = (await post(payload)).json<ErrorView>()
    expect(problems).toEqual([
      { in: 'body', path: '/taskListSortKey', code: expect.any(String), message: expect.any(String) },
      { in: 'body', path: '/a~1b~0c', code: 'unrecognized_keys', message: expect.stringContaining('a/b~c') },
    ])
    const query = (await ada.inject({ url: '/api/v1/tasks?page=-1' })).json<ErrorView>()
    expect(query.problems).toMatchObject([{ in: 'query', path: '/page', code: 'too_small' }])
  })

  it('names the place of every value that a rule rejects, beside its key', async () => {
    const { id } = (await ada.inject({ method: 'POST', url: '/api/v1/tasks/empty' })).json<{ id: string }>()
    const answer = await ada.inject({
      method: 'POST',
      url: `/api/v1/tasks/${id}?activate=true`,
      payload: {
        scheduler: { mode: 'CUSTOM', expression: 'never' },
        request: { target: { uri: 'ftp://x', headers: [['a b', '1']] } },
      },
    })
    const { errors = {}, problems } = answer.json<ErrorView>()
    expect([answer.statusCode, Object.keys(errors).toSorted()]).toEqual([
      422,
      ['cronExpression', 'requestHeaders', 'requestUrl'],
    ])
    const paths = {
      cronExpression: '/scheduler/expression',
      requestHeaders: '/request/target/headers',
      requestUrl: '/request/target/uri',
    }
    expect(problems?.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? ''))).toEqual(
      Object.entries(paths).map(([key, path]) => ({
        in: 'body',
        path,
        key,
        code: 'invalid_value',
        message: errors[key],
      })),
    )
  })

  it.each(['%ff', '%'])('answers 404 in its own form to an address that cannot be decoded: %j', async (end) => {
    const answer = await ada.inject({ url: `/api/v1/tasks/${end}` })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ code: 'NOT_FOUND', message: 'There is no such address.' })
  })

  it.each([
    ['page=-1', 'page must be 0 or more.'],
    ['page=one', 'page must be a number.'],
    ['size=101', 'size must be 100 or less.'],
    ['sort=x', 'The query has no field "sort".'],
  ])('says of the query %s that %s', async (query, message) => {
    const answer = await ada.inject({ url: `/api/v1/tasks?${query}` })
    expect(answer.json()).toMatchObject({ code: 'MALFORMED', message })
  })

  it.each([
    [{ taskListSortKey: 7 }, 'taskListSortKey must be one of "createdAt", "lastOpenedAt", "name".'],
    [{ taskListSortKey: 'name', isAdmin: true }, 'The body has no field "isAdmin".'],
    [[], 'The body must be an object.'],
  ])('says of the body %j that %s', async (payload, message) => {
    expect((await post(payload)).json()).toMatchObject({ code: 'MALFORMED', message })
  })

  it('says of the id of a Slack channel that it must be one', async () => {
    const { id: taskId } = (await ada.inject({ method: 'POST', url: '/api/v1/tasks/empty' })).json<{ id: string }>()
    const slackSetting = { channelId: 'alerts', messageTemplate: 'Down' }
    const condition = defaultCondition
    const save = (changes: object) =>
      ada.inject({
        method: 'POST',
        url: '/api/v1/notifications',
        payload: { type: 'SLACK', taskId, condition, slackSetting, ...changes },
      })
    expect((await save({})).json<ErrorView>().errors).toEqual({
      slackChannel: 'Must be the id of a connected Slack channel.',
    })
    expect((await save({ taskId: 7 })).json<ErrorView>().message).toBe('taskId must be a string.')
    expect((await save({ taskId: 'mine' })).json<ErrorView>().message).toBe('taskId must be an id (a UUID).')
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

  it.each(['40P01', '40001', '55P03', '25P03', '25006', '53200'])(
    'answers 503 with Retry-After where the database gives SQLSTATE %s, which passes',
    async (state) => {
      const test = await createTestApp()
      try {
        const ada = await test.signUp('Ada')
        await test.pool.query(
          `create function give_up() returns trigger language plpgsql as $$ begin raise exception using errcode = '${state}'; end $$`,
        )
        await test.pool.query('create trigger give_up before update on users for each row execute function give_up()')
        const payload = { taskListSortKey: 'name' }
        const answer = await ada.inject({ method: 'POST', url: '/api/v1/accounts/me/settings', payload })
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
      } finally {
        await test.close()
      }
    },
  )

  it('answers 503 where the database ends the connection in flight', async () => {
    const test = await createTestApp()
    try {
      const ada = await test.signUp('Ada')
      await test.pool.query(
        'create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$',
      )
      await test.pool.query('create trigger die before update on users for each row execute function die()')
      const payload = { taskListSortKey: 'name' }
      const answer = await ada.inject({ method: 'POST', url: '/api/v1/accounts/me/settings', payload })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
      expect((await ada.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(200)
    } finally {
      await test.close()
    }
  })
})
