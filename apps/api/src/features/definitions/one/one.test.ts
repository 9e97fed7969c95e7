import type { ReceiverDefinitionView, TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../../../testing/calls/member-calls.ts'
import {
  makeNotification,
  notificationInput,
  verifiedAddress,
  verifyAddress,
} from '../../../testing/calls/notification-calls.ts'
import { get, makeTask, post, put, taskInput } from '../../../testing/calls/task-calls.ts'
import { makeToken, withToken } from '../../../testing/calls/token-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { applied, httpNotification, patch, receiverResource, taskResource } from '../testing/apply-calls.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  await verifyAddress(test, ada)
  await put(ada, '/secrets/A', { value: 'value of a' })
})
afterAll(() => test.close())

const whole = {
  ...taskInput({
    target: { uri: 'https://a.example/', headers: { Authorization: 'Bearer sesame', 'X-Ref': '${secret:A}' } },
  }),
  description: 'Text',
  labels: { team: 'shop' },
  notifications: [
    httpNotification('ops', {
      request: { target: { uri: 'https://b.example', method: 'POST', headers: { 'X-Token': 'hidden' } } },
    }),
  ],
  charts: [{ key: 'time', name: 'Time', source: 'response_time' }],
}
const viewOf = async (key: string) => (await get(ada, `/tasks/by-key/${key}`)).json<TaskDefinitionView>()

describe('a whole task by its key', () => {
  it('is created, read and replaced, with its ETag', async () => {
    const created = await put(ada, '/tasks/by-key/front', whole)
    expect([created.statusCode, created.headers['etag']]).toEqual([201, expect.stringMatching(/^"1-[\w-]{12}"$/)])
    const read = await get(ada, '/tasks/by-key/front')
    expect([read.json(), read.headers['etag']]).toEqual([created.json(), created.headers['etag']])
    const { request, notifications, state } = read.json<TaskDefinitionView>()
    expect(state).toBe('ACTIVE')
    expect(request.target.headers).toEqual([
      ['Authorization', { secret: true }],
      ['X-Ref', '${secret:A}'],
    ])
    expect(notifications[0]?.request?.target.headers).toEqual([['X-Token', { secret: true }]])
    const replaced = await put(ada, '/tasks/by-key/front', { ...whole, name: 'Other', notifications: [] })
    expect([replaced.statusCode, replaced.json().notifications]).toEqual([200, []])
    expect(replaced.headers['etag']).not.toBe(created.headers['etag'])
  })

  it('that is read and put back changes nothing, secrets included', async () => {
    await put(ada, '/tasks/by-key/same', whole)
    const before = await get(ada, '/tasks/by-key/same')
    const again = await put(ada, '/tasks/by-key/same', before.json())
    expect([again.statusCode, again.json(), again.headers['etag']]).toEqual([
      200,
      before.json(),
      before.headers['etag'],
    ])
    const { id } = before.json<TaskDefinitionView>()
    const included = (await get(ada, `/tasks/${id}?include=notifications,charts`)).json()
    const fromIncluded = await put(ada, '/tasks/by-key/same', included)
    expect([fromIncluded.statusCode, fromIncluded.headers['etag']]).toEqual([200, before.headers['etag']])
    expect((await get(ada, `/tasks/${id}`)).json().request.target.headers[0]).toEqual([
      'Authorization',
      'Bearer sesame',
    ])
  })

  it('is saved only where its preconditions hold: it is new, or is as it was read', async () => {
    const create = { 'if-none-match': '*' }
    expect((await put(ada, '/tasks/by-key/pre', whole, { 'if-match': '*' })).statusCode).toBe(412)
    const { headers } = await put(ada, '/tasks/by-key/pre', whole, create)
    expect((await put(ada, '/tasks/by-key/pre', whole, create)).statusCode).toBe(412)
    const match = { 'if-match': String(headers['etag']) }
    const { id } = await viewOf('pre')
    // Of a notification, which has its own version.
    await makeNotification(ada, notificationInput(id))
    const stale = await put(ada, '/tasks/by-key/pre', { ...whole, name: 'Stale' }, match)
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'PRECONDITION_FAILED'])
    const fresh = { 'if-match': String((await get(ada, '/tasks/by-key/pre')).headers['etag']) }
    expect((await put(ada, '/tasks/by-key/pre', { ...whole, name: 'Fresh' }, fresh)).statusCode).toBe(200)
    expect((await viewOf('pre')).name).toBe('Fresh')
  })

  it('is deleted and deactivated only as it was read, its notifications included', async () => {
    const { headers } = await put(ada, '/tasks/by-key/gone', whole)
    const read = { 'if-match': String(headers['etag']) }
    const { id } = await viewOf('gone')
    const call = (method: 'POST' | 'DELETE', path: string, sent: Record<string, string>) =>
      ada.inject({ method, url: `/api/v1/tasks/${id}${path}`, headers: sent })
    await makeNotification(ada, notificationInput(id))
    expect((await call('POST', '/lifecycle/deactivate', read)).statusCode).toBe(409)
    expect((await call('DELETE', '?deactivate=true', read)).statusCode).toBe(409)
    const fresh = { 'if-match': String((await get(ada, '/tasks/by-key/gone')).headers['etag']) }
    expect((await call('POST', '/lifecycle/deactivate', fresh)).statusCode).toBe(200)
    expect((await call('DELETE', '', fresh)).statusCode).toBe(409)
    const last = { 'if-match': String((await get(ada, '/tasks/by-key/gone')).headers['etag']) }
    expect((await call('DELETE', '', last)).statusCode).toBe(204)
  })

  it('that is wrong in several places is rejected with each of them', async () => {
    const answer = await put(ada, '/tasks/by-key/wrong', {
      ...whole,
      scheduler: { mode: 'CUSTOM', expression: 'x' },
      notifications: [httpNotification('a', { request: { target: { uri: 'ftp://x' } } }), httpNotification('a')],
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().problems.map(({ path }: { path: string }) => path)).toEqual([
      '/scheduler/expression',
      '/notifications/1/key',
      '/notifications/0/request/target/uri',
    ])
    expect((await get(ada, '/tasks/by-key/wrong')).statusCode).toBe(404)
  })

  it('is created without a key as well, once for each Idempotency-Key', async () => {
    const send = () =>
      ada.inject({ method: 'POST', url: '/api/v1/tasks', payload: whole, headers: { 'idempotency-key': 'one' } })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, first.json().key]).toEqual([201, null])
    expect([second.statusCode, second.json().id]).toEqual([201, first.json().id])
    expect((await post(ada, '/tasks', { ...whole, key: 'front' })).statusCode).toBe(409)
  })

  it('is changed in part by a merge patch, which leaves all else', async () => {
    const { id } = await makeTask(ada, { name: 'Patched', target: { headers: { Authorization: 'Bearer kept' } } })
    await makeNotification(ada, notificationInput(id))
    const answer = await patch(ada, `/tasks/${id}`, {
      labels: { a: '1', b: null },
      request: { target: { method: 'HEAD' } },
    })
    expect([answer.statusCode, answer.json().labels, answer.json().notifications.length]).toEqual([200, { a: '1' }, 1])
    const view = (await get(ada, `/tasks/${id}`)).json()
    expect(view.request.target).toMatchObject({ method: 'HEAD', headers: [['Authorization', 'Bearer kept']] })
    expect((await patch(ada, `/tasks/${id}`, { labels: { a: null }, name: null })).json()).toMatchObject({
      name: null,
      labels: {},
    })
    const wrong = await patch(ada, `/tasks/${id}`, { labels: { a: 1 }, nonsense: true })
    expect([wrong.statusCode, wrong.json().problems.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['/labels/a', '/nonsense'],
    ])
  })

  it('loses its key by a patch with null, unless a project manages it', async () => {
    await put(ada, '/tasks/by-key/passing', whole)
    const { id } = (await get(ada, '/tasks/by-key/passing')).json()
    expect((await patch(ada, `/tasks/${id}`, { description: 'stays' })).json()).toMatchObject({ key: 'passing' })
    expect((await patch(ada, `/tasks/${id}`, { key: null })).json()).toMatchObject({ key: null, description: 'stays' })
    expect((await get(ada, '/tasks/by-key/passing')).statusCode).toBe(404)
    expect((await put(ada, '/tasks/by-key/passing', whole)).statusCode).toBe(201)
    const { id: receiverId } = (await put(ada, '/receivers/by-key/orders', { name: 'Orders' })).json()
    expect((await patch(ada, `/receivers/${receiverId}`, { key: null })).json()).toMatchObject({ key: null })
    const { changes } = await applied(ada, [taskResource('managed'), receiverResource('managed')], { project: 'keys' })
    for (const { kind, id: managedId } of changes) {
      const rejected = await patch(ada, `/${kind}s/${managedId}`, { key: null })
      expect([rejected.statusCode, rejected.json().message]).toEqual([
        409,
        expect.stringContaining(`The project keys manages this ${kind} by its key.`),
      ])
    }
  })

  it('is checked by a dry run, which changes nothing and says what would be wrong', async () => {
    const { id } = await makeTask(ada, { name: 'Tried' })
    const readAll = async () => [
      (await get(ada, `/tasks/${id}`)).json(),
      (await get(ada, '/accounts/me/audit-events?size=50')).json(),
    ]
    const before = await readAll()
    const tried = await patch(ada, `/tasks/${id}?dryRun=true`, { key: 'tried', name: 'Another' })
    expect([tried.statusCode, tried.json()]).toEqual([200, expect.objectContaining({ key: 'tried', name: 'Another' })])
    expect(await readAll()).toEqual(before)
    expect((await get(ada, '/tasks/by-key/tried')).statusCode).toBe(404)
    const interval = { scheduler: { mode: 'INTERVAL', intervalSecond: 420 } }
    expect((await patch(ada, `/tasks/${id}?dryRun=true`, interval)).statusCode).toBe(422)
    expect((await patch(ada, `/tasks/${id}`, { key: 'tried' })).json()).toMatchObject({ key: 'tried' })
  })

  it('is a task of nobody else, nor is it written by a viewer, a read-only token or a visitor', async () => {
    await put(ada, '/tasks/by-key/mine', whole)
    const [viewer, stranger] = [await test.signUp('Viewer'), await test.signUp('Stranger')]
    await joinAs(test, ada, viewer, 'VIEWER')
    const program = withToken(test, (await makeToken(ada, 'READ')).token)
    for (const [asker, status] of [
      [viewer, 403],
      [program, 403],
      [test, 401],
    ] as const) {
      expect((await put(asker, '/tasks/by-key/mine', whole)).statusCode).toBe(status)
      const apply = { project: 'shop', mode: 'apply', resources: [] }
      expect((await post(asker, '/apply', apply)).statusCode).toBe(status)
    }
    expect((await get(stranger, '/tasks/by-key/mine')).statusCode).toBe(404)
    for (const reader of [viewer, program]) {
      const read = await get(reader, '/tasks/by-key/mine')
      expect(read.statusCode).toBe(200)
      expect(read.body).not.toMatch(/sesame|hidden/)
    }
  })
})

it('all notifications of an account are listed page by page', async () => {
  const user = await test.signUp('Pages')
  for (const key of ['a', 'b', 'c'])
    await put(user, `/tasks/by-key/${key}`, { ...taskInput(), notifications: [httpNotification(key)] })
  const pageOf = async (page: number) => (await get(user, `/notifications?size=2&page=${page}`)).json()
  expect([await pageOf(0), await pageOf(1)]).toMatchObject([
    { total: 3, page: 0, results: [{ key: 'a' }, { key: 'b' }] },
    { total: 3, page: 1, results: [{ key: 'c' }] },
  ])
  expect((await get(await test.signUp('Nobody'), '/notifications')).json()).toEqual({ results: [], total: 0, page: 0 })
})

const key = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/)
const text = fc.string({ maxLength: 20 })
const headers = fc.array(
  fc.tuple(
    fc.constantFrom('Accept', 'Authorization', 'X-Api-Key', 'X-A'),
    fc.stringMatching(/^[ -~]{0,12}$/).map((value) => value.trim()),
  ),
  { maxLength: 4 },
)
const target = fc.record({
  uri: fc.webUrl().filter((uri) => uri.length < 200),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
  headers,
  body: fc.option(fc.stringMatching(/^[ -z]{0,30}$/)),
  followRedirect: fc.boolean(),
  basicAuth: fc.constantFrom(
    { status: 'DISABLED' },
    { status: 'ENABLED', username: 'u', password: 'p' },
    { status: 'ENABLED', username: 'u', password: '${secret:A}' },
  ),
})
const condition = fc.constantFrom(
  { source: 'response_code', comparison: 'number_equal_to', rightValue: 200 },
  { source: 'response_body_json', property: '$.a', comparison: 'has_changed' },
  { source: 'response_body_text', comparison: 'string_contain', rightValue: 'x' },
)
const firing = fc.record({
  mode: fc.constantFrom('EVERY_TIME', 'ON_START'),
  notifyOnRecovery: fc.boolean(),
  afterInARow: fc.integer({ min: 1, max: 100 }),
})
const setting = fc.oneof(
  fc.record({
    type: fc.constant('EMAIL'),
    emailSetting: fc.record({
      address: fc.constant(verifiedAddress),
      subject: fc.constant('S {{ task.name }}'),
      template: fc.constant('T'),
    }),
  }),
  fc.record({
    type: fc.constant('SMS'),
    smsSetting: fc.record({
      countryCode: fc.constant('+1'),
      phoneNumber: fc.constant('2125550100'),
      template: fc.constant('T'),
    }),
  }),
  fc.record({
    type: fc.constant('HTTP'),
    request: fc.record({ target: target.map((one) => ({ ...one, body: null })) }),
  }),
)
const uniqueByKey = <T>(item: fc.Arbitrary<T>) =>
  fc
    .array(fc.tuple(fc.option(key), item), { maxLength: 4 })
    .map((pairs) => [...new Map(pairs.map(([name, one], index) => [name ?? index, { key: name, ...one }])).values()])
const task = fc.record(
  {
    name: fc.option(text.map((name) => name.trim())),
    description: fc.option(text),
    labels: fc.dictionary(fc.stringMatching(/^[A-Za-z0-9]{1,8}$/), text, { maxKeys: 3 }),
    state: fc.constantFrom('ACTIVE', 'PAUSED'),
    scheduler: fc.constantFrom(
      { mode: 'INTERVAL', intervalSecond: 60 },
      { mode: 'CUSTOM', expression: '0 3 * * *', timezone: 'Europe/Berlin' },
      { mode: 'ONE_TIME', oneTimeModeEpochSecond: Math.floor(Date.now() / 1000) + 1e6 },
    ),
    request: fc.record({ target }),
    notifications: uniqueByKey(
      fc.tuple(setting, condition, firing).map(([one, when, how]) => ({ ...one, condition: when, firing: how })),
    ),
    charts: uniqueByKey(fc.record({ name: fc.constantFrom('A', 'B'), source: fc.constant('response_time') })),
  },
  { requiredKeys: ['scheduler', 'request'] },
)
const receiver = fc.record(
  {
    name: fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,10}[a-z]$/),
    description: fc.option(text),
    state: fc.constantFrom('ACTIVE', 'PAUSED'),
    responseBody: fc.stringMatching(/^[a-z ]{0,20}$/),
    responseCode: fc.integer({ min: 200, max: 599 }),
    expectation: fc.constantFrom(
      null,
      { mode: 'EVERY', everySeconds: 600 },
      { mode: 'CRON', expression: '0 3 * * *', timezone: 'Europe/Berlin' },
    ),
    notifications: uniqueByKey(
      fc.record(
        {
          type: fc.constant('EMAIL'),
          emailSetting: fc.record({
            address: fc.constant(verifiedAddress),
            subject: fc.constant('S'),
            template: fc.constant('T'),
          }),
          when: fc.constantFrom({ kind: 'EACH_REQUEST' }, { kind: 'HEARTBEAT' }),
        },
        { requiredKeys: ['type', 'emailSetting'] },
      ),
    ),
  },
  { requiredKeys: ['name'] },
)

describe('what a GET by key gives', () => {
  it.each([
    ['task', '/tasks/by-key/any', task],
    ['receiver', '/receivers/by-key/any', receiver],
  ] as const)(
    'a PUT takes, and changes nothing of the %s by it',
    async (_, url, definitions) => {
      await put(ada, '/secrets/A', { value: 'value of a' })
      await fc.assert(
        fc.asyncProperty(definitions as fc.Arbitrary<object>, async (definition) => {
          const written = await put(ada, url, definition)
          expect([written.statusCode < 300, written.statusCode < 300 ? '' : written.body]).toEqual([true, ''])
          const read = await get(ada, url)
          const again = await put(ada, url, read.json<TaskDefinitionView | ReceiverDefinitionView>())
          expect([again.statusCode, again.json(), again.headers['etag']]).toEqual([
            200,
            read.json(),
            read.headers['etag'],
          ])
        }),
        { numRuns: 25 },
      )
    },
    60_000,
  )
})
