import { accounts } from '@knockwire/db/schema/accounts'
import { auditEvents } from '@knockwire/db/schema/audit'
import { accountSecrets } from '@knockwire/db/schema/projects'
import { tasks } from '@knockwire/db/schema/tasks'
import type { ApplyResult } from '@knockwire/domain/definitions/apply'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifiedAddress, verifyAddress } from '../../../testing/calls/notification-calls.ts'
import { get, makeTask, post, remove, taskInput } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import {
  applied,
  httpNotification,
  opsOf,
  patch,
  plan,
  projectOf,
  receiverResource,
  send,
  taskResource,
} from '../testing/apply-calls.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
})
afterAll(() => test.close())

const countTasks = ({ accountId }: TestUser) => test.db.$count(tasks, eq(tasks.accountId, accountId))
const taskOf = async (user: TestUser, key: string) => (await get(user, `/tasks/by-key/${key}`)).json()
const setPlan = ({ accountId }: TestUser, name: 'SUPER' | 'FREE') =>
  test.db.update(accounts).set({ plan: name }).where(eq(accounts.id, accountId))

const whole = [
  taskResource('front', {
    description: 'Shows a price',
    labels: { tier: '1' },
    request: { target: { uri: 'https://shop.example/', headers: { Authorization: 'Bearer abc', Accept: '*/*' } } },
    notifications: [httpNotification('ops')],
    charts: [{ key: 'time', name: 'Time', source: 'response_time' }],
  }),
  receiverResource('orders', {
    responseCode: 202,
    responseBody: '{{ request.body }}',
    expectation: { mode: 'EVERY', everySeconds: 3600 },
    notifications: [
      {
        key: 'mail',
        type: 'EMAIL',
        emailSetting: { address: verifiedAddress, subject: 'Called', template: '{{ receiver.name }}' },
      },
    ],
  }),
]

describe('a file', () => {
  it('warns where it would create again what was made by hand, and of nothing else', async () => {
    const ada = await test.signUp('Twins')
    const byHand = { name: 'Front', scheduler: { mode: 'INTERVAL', intervalSecond: 300 } }
    const request = { target: { uri: 'https://shop.example/' } }
    expect((await post(ada, '/tasks', { ...byHand, request })).statusCode).toBe(201)
    expect((await post(ada, '/receivers', { name: 'Orders' })).statusCode).toBe(201)
    const resources = [
      taskResource('front', { name: 'Front' }),
      taskResource('orders', { name: 'Orders' }),
      receiverResource('orders', { name: 'Orders' }),
      receiverResource('front', { name: 'Front' }),
    ]
    const warned = async () =>
      (await plan(ada, resources))
        .json<ApplyResult>()
        .changes.filter(({ warnings }) => warnings.some((text) => text.includes('made by hand and has no key')))
        .map(({ kind, key }) => `${kind} ${key}`)
    expect(await warned()).toEqual(['task front', 'receiver orders'])
    await applied(ada, resources)
    expect(await warned()).toEqual([])
  })

  it('is planned without a change, applied in one call, and then the same', async () => {
    const ada = await test.signUp('Whole')
    await verifyAddress(test, ada)
    const planned = await plan(ada, whole)
    expect([planned.statusCode, opsOf(planned.json())]).toEqual([200, ['create front', 'create orders']])
    expect(planned.json<ApplyResult>()).toMatchObject({
      revision: 0,
      limits: { tasks: { used: 1 }, receivers: { used: 1 } },
    })
    expect(await countTasks(ada)).toBe(0)

    const first = await applied(ada, whole, { source: 'knockwire.yaml' })
    expect(first).toMatchObject({ revision: 1, summary: { create: 2 }, problems: [] })
    const view = (await get(ada, `/tasks/${first.changes[0]?.id}?include=notifications,charts`)).json()
    expect(view).toMatchObject({
      key: 'front',
      status: 'ACTIVE',
      description: 'Shows a price',
      labels: { tier: '1' },
      managedBy: { project: 'shop', source: 'knockwire.yaml' },
      scheduler: { mode: 'INTERVAL', intervalSecond: 300, nextExecutionDate: expect.any(String) },
      notifications: [{ key: 'ops', type: 'HTTP' }],
      charts: [{ key: 'time' }],
    })
    const receiver = (await get(ada, `/receivers/${first.changes[1]?.id}?include=notifications`)).json()
    expect(receiver).toMatchObject({
      key: 'orders',
      status: 'ACTIVE',
      responseCode: 202,
      heartbeat: { state: 'NEW' },
      notifications: [{ key: 'mail' }],
    })

    const rows = async () =>
      (
        await test.pool.query(
          `select id, xmin::text from tasks union select id, xmin::text from receivers
          union select id, xmin::text from notifications union select id, xmin::text from charts order by 1`,
        )
      ).rows
    const before = await rows()
    const again = await applied(ada, whole, { source: 'knockwire.yaml' })
    // Nothing is written again either.
    expect(await rows()).toEqual(before)
    expect([opsOf(again), again.revision]).toEqual([['same front', 'same orders'], 2])
    expect((await get(ada, `/tasks/${view.id}`)).json<TaskView>().version).toBe(view.version)
  })

  it('changes what differs alone, and says what, without secrets', async () => {
    const ada = await test.signUp('Differs')
    const task = taskResource('front', {
      request: { target: { uri: 'https://shop.example/', headers: { Authorization: 'Bearer abc' } } },
      notifications: [httpNotification('ops'), httpNotification('gone')],
    })
    await applied(ada, [task])
    const changed = taskResource('front', {
      name: 'Front',
      request: { target: { uri: 'https://shop.example/', headers: { Authorization: 'Bearer xyz' } } },
      notifications: [httpNotification('ops', { firing: { mode: 'ON_START' } }), httpNotification('new')],
    })
    const result = await applied(ada, [changed])
    expect(result.changes).toMatchObject([
      {
        op: 'update',
        secretsChanged: ['/request/target/headers/authorization'],
        warnings: ['1 notification is deleted.'],
      },
    ])
    expect(result.changes[0]?.fields.map(({ path }) => path)).toEqual([
      '/name',
      '/notifications/ops/firing/mode',
      '/notifications/new',
      '/notifications/gone',
    ])
    expect(JSON.stringify(result)).not.toMatch(/abc|xyz/)
    const stored = await taskOf(ada, 'front')
    expect(stored.notifications.map(({ key }: { key: string }) => key).toSorted()).toEqual(['new', 'ops'])
    expect(JSON.stringify(stored)).not.toMatch(/abc|xyz/)
  })

  it('of which anything is wrong changes nothing, and every problem has its place', async () => {
    const ada = await test.signUp('Wrong')
    const resources = [
      taskResource('fine'),
      taskResource('cron', { scheduler: { mode: 'CUSTOM', expression: 'x' } }),
      taskResource('uri', { request: { target: { uri: 'ftp://example.com' } } }),
      { ...taskResource('field'), url: 'x' },
      taskResource('template', {
        notifications: [
          httpNotification('a', {
            request: { target: { uri: 'https://a.example', method: 'POST', body: '{{ task.nome }}' } },
          }),
        ],
      }),
      taskResource('secret', { request: { target: { uri: 'https://a.example/?k=${secret:NONE}' } } }),
      taskResource('fine'),
      receiverResource('type', { responseHeaders: { 'content-type': 'x' } }),
    ]
    const answer = await send(ada, { resources })
    expect(answer.statusCode).toBe(422)
    const { problems } = answer.json<ApplyResult>()
    expect(problems.map(({ key, path }) => `${key} ${path}`).toSorted()).toEqual([
      'cron /scheduler/expression',
      'field /url',
      'fine /key',
      'secret /request/target/uri',
      'template /notifications/0/request/target/body',
      'type /responseHeaders/content-type',
      'uri /request/target/uri',
    ])
    expect(await countTasks(ada)).toBe(0)
    expect((await get(ada, '/projects/shop')).statusCode).toBe(404)
  })

  it('is applied only to the revision that its plan was made of: an edit by hand makes it stale, and is shown', async () => {
    const ada = await test.signUp('Stale')
    const { changes } = await applied(ada, [taskResource('front', { notifications: [httpNotification('ops')] })])
    const { revision } = (await plan(ada, [taskResource('front')])).json<ApplyResult>()
    await post(ada, `/tasks/${changes[0]?.id}`, taskInput({ name: 'By hand' }))
    expect(await projectOf(ada)).toMatchObject({
      revision: revision + 1,
      drift: [{ kind: 'task', key: 'front', paths: expect.arrayContaining(['/name']) }],
    })
    const stale = await send(ada, { resources: [taskResource('front')], expectedRevision: revision })
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await taskOf(ada, 'front')).name).toBe('By hand')
    const result = await applied(ada, [taskResource('front')], { expectedRevision: revision + 1 })
    expect(opsOf(result)).toEqual(['update front'])
    expect(await projectOf(ada)).toMatchObject({ drift: [], revision: revision + 2 })
  })

  it('shows each kind of edit by hand', async () => {
    const ada = await test.signUp('Edits')
    const notifications = [httpNotification('ops')]
    const { changes } = await applied(ada, [
      taskResource('front', { notifications, charts: [{ key: 'time', name: 'Time', source: 'response_time' }] }),
      receiverResource('orders'),
    ])
    const [task, receiver] = changes.map(({ id }) => id)
    const { results } = (await get(ada, `/notifications?taskId=${task}`)).json<{ results: { id: string }[] }>()
    const charts = (await get(ada, `/tasks/${task}/charts`)).json<{ results: { id: string }[] }>().results
    const edits = [
      () => post(ada, `/tasks/${task}/lifecycle/deactivate`),
      () => patch(ada, `/notifications/${results[0]?.id}`, { firing: { afterInARow: 3 } }),
      () => patch(ada, `/tasks/${task}/charts/${charts[0]?.id}`, { name: 'Other' }),
      () => post(ada, `/receivers/${receiver}`, { name: 'By hand' }),
      () => post(ada, `/receivers/${receiver}/lifecycle/deactivate`),
      () => remove(ada, `/notifications/${results[0]?.id}`),
    ]
    for (const [index, edit] of edits.entries()) {
      expect((await edit()).statusCode).toBeLessThan(300)
      expect((await projectOf(ada)).revision).toBe(index + 2)
    }
    const { drift } = await projectOf(ada)
    const editedAt = async () => (await get(ada, `/tasks/${task}`)).json().managedBy.editedAt
    expect(await editedAt()).toBe(drift[0]?.editedAt)
    expect(drift.map(({ key, paths }) => [key, paths.toSorted()])).toEqual([
      ['front', ['/charts/time/name', '/notifications/ops', '/notifications/ops/firing/afterInARow', '/state']],
      ['orders', ['/name', '/state']],
    ])
    await remove(ada, `/tasks/${task}?deactivate=true`)
    expect(await projectOf(ada)).toMatchObject({ revision: 8, tasks: 0 })
  })

  it('that is applied twice at once is applied twice in turn', async () => {
    const ada = await test.signUp('Twice')
    const resources = [taskResource('a'), taskResource('b'), receiverResource('c')]
    const results = await Promise.all([applied(ada, resources), applied(ada, resources)])
    expect(results.map(({ summary }) => summary.create).toSorted((a, b) => a - b)).toEqual([0, 3])
    expect(results.map(({ revision }) => revision).toSorted((a, b) => a - b)).toEqual([1, 2])
    const once = await Promise.all([0, 1].map(() => send(ada, { resources, expectedRevision: 2 })))
    expect(once.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect(await countTasks(ada)).toBe(2)
  })

  it('renames a key and keeps the history, also where two change places', async () => {
    const ada = await test.signUp('Moves')
    const { changes } = await applied(ada, [taskResource('a'), taskResource('b')])
    const [a, b] = changes.map(({ id }) => id)
    const moved = [
      { kind: 'task', from: 'a', to: 'b' },
      { kind: 'task', from: 'b', to: 'a' },
    ]
    const swapped = await applied(ada, [taskResource('a'), taskResource('b')], { moved })
    expect(swapped.changes.map(({ op, id }) => [op, id])).toEqual([
      ['move', b],
      ['move', a],
    ])
    const renamed = await applied(ada, [taskResource('a'), taskResource('c')], {
      moved: [{ kind: 'task', from: 'b', to: 'c' }],
    })
    expect(opsOf(renamed)).toEqual(['update a', 'move c'].map((op) => (op === 'update a' ? 'same a' : op)))
    expect((await taskOf(ada, 'c')).id).toBe(a)
    const again = await applied(ada, [taskResource('a'), taskResource('c')], {
      moved: [{ kind: 'task', from: 'b', to: 'c' }],
    })
    expect(opsOf(again)).toEqual(['same a', 'same c'])
    const taken = await send(ada, { resources: [taskResource('a')], moved: [{ kind: 'task', from: 'c', to: 'a' }] })
    expect(taken.json<ApplyResult>().problems).toMatchObject([{ path: '/moved/0', code: 'key_taken' }])
  })

  it('leaves, pauses or deletes what it has no more, and never what is not its own', async () => {
    const ada = await test.signUp('Prunes')
    await makeTask(ada)
    await applied(ada, [taskResource('other')], { project: 'elsewhere' })
    const resources = [taskResource('a'), taskResource('b'), receiverResource('c'), receiverResource('d')]
    await applied(ada, resources)
    expect(opsOf(await applied(ada, [taskResource('a')]))).toEqual(['same a', 'orphan b', 'orphan c', 'orphan d'])
    const paused = await applied(ada, [taskResource('a')], { prune: 'pause' })
    expect(opsOf(paused)).toEqual(['same a', 'pause b', 'pause c', 'pause d'])
    expect((await taskOf(ada, 'b')).state).toBe('PAUSED')
    const kept = await applied(ada, [taskResource('a')], {
      prune: 'delete',
      removed: [{ kind: 'task', key: 'b', keep: true }],
    })
    expect(opsOf(kept)).toEqual(['same a', 'release b', 'delete c', 'delete d'])
    expect(await taskOf(ada, 'b')).toMatchObject({ managedBy: null })
    expect(await countTasks(ada)).toBe(4)
    const elsewhere = await send(ada, { resources: [taskResource('other')] })
    expect(elsewhere.json<ApplyResult>().problems).toMatchObject([{ key: 'other', code: 'managed_elsewhere' }])
  })

  it('adopts what was made by hand and has its key', async () => {
    const ada = await test.signUp('Adopts')
    const { id } = await makeTask(ada, { name: 'Front' })
    expect((await patch(ada, `/tasks/${id}`, { key: 'front' })).json()).toMatchObject({ key: 'front', managedBy: null })
    const result = await applied(ada, [taskResource('front', { name: 'Front' })])
    expect(result.changes).toMatchObject([{ op: 'adopt', id }])
    expect(await taskOf(ada, 'front')).toMatchObject({ id, managedBy: { project: 'shop' } })
  })

  it('that exceeds what the account may have changes nothing', async () => {
    const ada = await test.signUp('Limits')
    await makeTask(ada)
    const resources = Array.from({ length: 25 }, (_, index) => taskResource(`t${index}`))
    const answer = await send(ada, { resources, secrets: { TOKEN: 'abcdef' } })
    expect([answer.statusCode, answer.json<ApplyResult>().problems]).toEqual([
      422,
      [{ kind: 'task', key: 't24', path: '', code: 'plan_limit', message: expect.any(String) }],
    ])
    expect(answer.json<ApplyResult>().limits.tasks).toEqual({ used: 26, limit: 25 })
    expect(await countTasks(ada)).toBe(1)
    expect(await test.db.$count(accountSecrets, eq(accountSecrets.accountId, ada.accountId))).toBe(0)
  })

  it('enforces a state that it names, and leaves one that it does not', async () => {
    const ada = await test.signUp('States')
    const { changes } = await applied(ada, [taskResource('a'), taskResource('b', { state: 'PAUSED' })])
    await post(ada, `/tasks/${changes[0]?.id}/lifecycle/deactivate`)
    await post(ada, `/tasks/${changes[1]?.id}/lifecycle/activate`)
    const result = await applied(ada, [taskResource('a'), taskResource('b', { state: 'PAUSED' })])
    expect(opsOf(result)).toEqual(['same a', 'update b'])
    expect([(await taskOf(ada, 'a')).state, (await taskOf(ada, 'b')).state]).toEqual(['PAUSED', 'PAUSED'])
  })

  it('stores its secrets with it, and every change is in the audit log', async () => {
    const ada = await test.signUp('Audited')
    const task = taskResource('front', { request: { target: { uri: 'https://a.example/?k=${secret:KEY}' } } })
    await applied(ada, [task, receiverResource('orders')], { secrets: { KEY: 'very secret' } })
    await applied(ada, [{ ...task, name: 'Other', state: 'PAUSED' }, receiverResource('orders')])
    const events = await test.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.accountId, ada.accountId))
      .orderBy(auditEvents.id)
    expect(events.map(({ action }) => action).slice(-7)).toEqual([
      'secret.created',
      'task.created',
      'receiver.created',
      'project.applied',
      'task.updated',
      'task.deactivated',
      'project.applied',
    ])
    expect(JSON.stringify(events)).not.toContain('very secret')
  })

  it('with one address at two of its receivers has a problem at the second, whatever the way it is written', async () => {
    const eve = await test.signUp('Addresses')
    const uuid = '5f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'
    const answer = await send(eve, {
      resources: [
        receiverResource('first', { otherAddresses: [`/ping/${uuid}`, `/${uuid}/start`] }),
        receiverResource('second', { otherAddresses: ['/api/push/klmnopqrst', ` /${uuid} `] }),
      ],
    })
    expect([answer.statusCode, answer.json<ApplyResult>().problems]).toMatchObject([
      422,
      [{ kind: 'receiver', key: 'second', path: '/otherAddresses/1', code: 'duplicate_address' }],
    ])
    expect((await get(eve, '/receivers')).json()).toMatchObject({ total: 0 })
  })

  it('that gives a receiver the address of another one changes nothing, and says so', async () => {
    const [ada, bob] = [await test.signUp('Address'), await test.signUp('Addressed')]
    const otherAddresses = ['/api/push/abcdefghij']
    await applied(bob, [receiverResource('mine', { otherAddresses })])
    expect(opsOf(await applied(bob, [receiverResource('mine', { otherAddresses })]))).toEqual(['same mine'])
    const answer = await send(ada, { resources: [receiverResource('theirs', { otherAddresses })] })
    expect([answer.statusCode, answer.json<ApplyResult>().problems]).toMatchObject([
      422,
      [{ kind: 'receiver', key: 'theirs', path: '/otherAddresses' }],
    ])
  })

  it('whose connection to the database is lost amid it has changed nothing, and is applied afterwards', async () => {
    const ada = await test.signUp('Cut')
    const resources = [taskResource('a'), taskResource('b'), receiverResource('c')]
    const blocker = await test.pool.connect()
    await blocker.query('begin; lock table audit_events in exclusive mode')
    const cut = send(ada, { resources, secrets: { TOKEN: 'abcdef' } })
    const waiting = async () =>
      (
        await test.pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%insert into "audit_events"%'`,
        )
      ).rows[0]?.pid
    await expect.poll(waiting).toBeTypeOf('number')
    await test.pool.query('select pg_terminate_backend($1)', [await waiting()])
    expect((await cut).statusCode).toBeGreaterThanOrEqual(500)
    await blocker.query('rollback')
    blocker.release()
    expect(await countTasks(ada)).toBe(0)
    expect((await get(ada, '/secrets')).json()).toEqual({ results: [] })
    expect((await get(ada, '/projects')).json()).toEqual({ results: [] })
    expect(await applied(ada, resources)).toMatchObject({ revision: 1, summary: { create: 3 } })
  })

  it('of any size is answered in time that grows with its length alone', async () => {
    const ada = await test.signUp('Hostile')
    const wrong = { type: 'HTTP', condition: { source: 'x' }, request: { target: { uri: 1 } } }
    const started = process.cpuUsage()
    const many = Array.from({ length: 1000 }, (_, index) =>
      taskResource(`t${index}`, {
        notifications: Array.from({ length: 15 }, () => wrong) as never,
        labels: { 'a/b': '1' },
      }),
    )
    const answer = await send(ada, { resources: many })
    expect([answer.statusCode, answer.json<ApplyResult>().problems.length > 15_000]).toEqual([422, true])
    const values = await send(ada, {
      resources: [{ ...taskResource('a'), labels: Array.from({ length: 600_000 }, () => 0) }],
    })
    expect([values.statusCode, values.json().message]).toEqual([400, expect.stringContaining('500000 values')])
    const long = await send(ada, { resources: [taskResource('a', { description: 'x'.repeat(5 * 1024 * 1024) })] })
    expect(long.statusCode).toBe(413)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000)
  }, 60_000)

  it('with a thousand resources of which one is wrong changes nothing, and without it is applied in seconds', async () => {
    const ada = await test.signUp('Thousand')
    await verifyAddress(test, ada)
    await setPlan(ada, 'SUPER')
    const resources = Array.from({ length: 1000 }, (_, index) =>
      index % 4 === 3
        ? receiverResource(`r${index}`, {
            notifications: [
              {
                key: 'mail',
                type: 'EMAIL',
                emailSetting: { address: verifiedAddress, subject: 'Called', template: '{{ receiver.name }}' },
              },
            ],
          })
        : taskResource(`t${index}`, {
            notifications: [
              httpNotification('ops', {
                request: { target: { uri: 'https://a.example', method: 'POST', body: `{{ task.name }} ${index}` } },
              }),
            ],
          }),
    )
    const wrong = resources.with(700, taskResource('t700', { scheduler: { mode: 'INTERVAL', intervalSecond: 7 } }))
    const rejected = await send(ada, { resources: wrong })
    expect(rejected.json<ApplyResult>().problems).toMatchObject([{ key: 't700', path: '/scheduler/intervalSecond' }])
    expect(await countTasks(ada)).toBe(0)
    const started = performance.now()
    expect((await applied(ada, resources)).summary).toMatchObject({ create: 1000 })
    const createdMs = performance.now() - started
    expect((await applied(ada, resources)).summary).toMatchObject({ same: 1000 })
    expect(createdMs).toBeLessThan(20_000)
  }, 60_000)
})
