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
  const noAddress = { email: 'nobody', password: '' }

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
      const answer = await post('{"taskListSortKey":"name"}', { 'content-type': type })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        415,
        { code: 'UNSUPPORTED_TYPE', message: expect.stringContaining('application/json') },
      ])
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
    expect(answer.json()).toMatchObject({ code: 'MALFORMED', message: 'The request holds more than 500 values.' })
  })

  it.each(['/docs/', '/r/', '/api/v1/tasks/'])(
    'answers 414 to a path below %s of more than 2,048 characters, whatever its query',
    async (start) => {
      const path = start.padEnd(2048, 'x')
      expect((await ada.inject({ url: `${path}?${'q'.repeat(10_000)}` })).statusCode).toBe(404)
      const answer = await ada.inject({ url: `${path}x` })
      expect([answer.statusCode, answer.json()]).toMatchObject([
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
    expect([answer.statusCode, answer.json()]).toMatchObject([
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
    ['PUT', '/tasks', 'GET, HEAD, POST'],
    ['PATCH', '/accounts/me', 'DELETE, GET, HEAD'],
    ['GET', '/auth/sign-in', 'POST'],
    ['PUT', `/tasks/${uuidv7()}`, 'DELETE, GET, HEAD, PATCH, POST'],
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
    expect(problems).toMatchObject([
      { in: 'body', path: '/taskListSortKey', code: expect.any(String), message: expect.any(String) },
      { in: 'body', path: '/a~1b~0c', code: 'unrecognized_keys', message: expect.stringContaining('a/b~c') },
    ])
    const query = (await ada.inject({ url: '/api/v1/tasks?page=-1' })).json<ErrorView>()
    expect(query.problems).toMatchObject([{ in: 'query', path: '/page', code: 'too_small' }])
  })

  it.each([
    ['{"taskListSortKey": "name",\n "isAdvancedConditionEnabled": }', { offset: 59, line: 2, column: 32 }],
    ['{"taskListSortKey":', { offset: 19, line: 1, column: 20 }],
    ["{'taskListSortKey': 'name'}", { offset: 1, line: 1, column: 2 }],
  ])('says where the body %j stops being JSON', async (payload, position) => {
    const answer = await post(payload, json)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        code: 'MALFORMED',
        message: `The body is not valid JSON: see line ${position.line}, column ${position.column}.`,
        problems: [{ in: 'body', path: null, code: 'invalid_json', position }],
      },
    ])
  })

  it('lists the values that are accepted where a schema or a rule takes one of a list', async () => {
    const bySchema = await post({ taskListSortKey: 7 })
    expect(bySchema.json()).toMatchObject({
      problems: [{ path: '/taskListSortKey', allowed: ['createdAt', 'lastOpenedAt', 'name'] }],
    })
    const { id } = (await ada.inject({ method: 'POST', url: '/api/v1/tasks/empty' })).json<{ id: string }>()
    const byRule = await ada.inject({
      method: 'POST',
      url: `/api/v1/tasks/${id}?activate=true`,
      payload: {
        scheduler: { mode: 'INTERVAL', intervalSecond: 61 },
        request: { target: { uri: 'https://example.com/' } },
      },
    })
    expect([byRule.statusCode, byRule.json()]).toMatchObject([
      422,
      { problems: [{ path: '/scheduler/intervalSecond', allowed: [60, 300, 600, 1800, 3600, 86_400, 604_800] }] },
    ])
  })

  it('gives each rejection the id of its request, in the body, in a header and in the log', async () => {
    const rejected = [
      { status: 400, call: () => post('{', json) },
      { status: 401, call: () => test.inject({ url: '/api/v1/tasks' }) },
      { status: 404, call: () => ada.inject({ url: '/api/v1/nothing' }) },
      { status: 404, call: () => ada.inject({ url: `/api/v1/tasks/${uuidv7()}` }) },
      { status: 405, call: () => ada.inject({ method: 'PUT', url: '/api/v1/accounts/me' }) },
      { status: 413, call: () => post(`"${'x'.repeat(2 * 1024 * 1024)}"`, json) },
      { status: 415, call: () => post('x', { 'content-type': 'text/plain' }) },
      { status: 422, call: () => test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload: noAddress }) },
    ]
    const ids = new Set<string>()
    for (const { status, call } of rejected) {
      const answer = await call()
      const { requestId = '' } = answer.json<ErrorView>()
      expect([status, answer.statusCode, answer.headers['x-request-id']]).toEqual([status, status, requestId])
      expect([status, test.logLines.some((line) => line.includes('"request"') && line.includes(requestId))]).toEqual([
        status,
        true,
      ])
      ids.add(requestId)
    }
    expect(ids.size).toBe(rejected.length)
    const taken = await ada.inject({ url: '/api/v1/tasks' })
    expect([taken.statusCode, taken.headers['x-request-id']]).toEqual([200, expect.stringMatching(/^[\da-f-]{36}$/)])
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
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'There is no such address.' })
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

describe('a feature whose provider the operator has not set up', () => {
  it.each([
    ['payments', 'POST', '/accounts/me/lifecycle/remove-card'],
    ['Slack', 'GET', '/slack-callback?state=x'],
  ] as const)('answers 501 for %s, which trying again does not change', async (_, method, url) => {
    const test = await createTestApp({ settings: { stripe: null, slack: null } })
    try {
      const ada = await test.signUp('Ada')
      const answer = await ada.inject({ method, url: `/api/v1${url}` })
      expect([answer.statusCode, answer.json()]).toMatchObject([501, { code: 'NOT_SET_UP' }])
      expect(answer.headers['retry-after']).toBeUndefined()
    } finally {
      await test.close()
    }
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
