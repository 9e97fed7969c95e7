import { idempotencyKeys } from '@knockwire/db/schema/limits'
import { notifications } from '@knockwire/db/schema/notifications'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldCalls, keptCalls } from './repeatable-call.ts'
import { bodyExamples, parameterExamples } from './plugins/openapi/openapi-examples.ts'
import { makeOwnedObjects, type OwnedObjects } from './testing/owned-objects.ts'
import { joinAs } from './testing/calls/member-calls.ts'
import { insertDelivery } from './testing/rows/insert-delivery.ts'
import {
  makeNotification,
  notificationInput,
  verifiedAddress,
  verifyAddress,
} from './testing/calls/notification-calls.ts'
import { makeReceiver } from './testing/calls/receiver-calls.ts'
import { makeDraft, makeTask } from './testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from './testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
  await verifyAddress(test, ada)
})
afterAll(() => test.close())

interface Call {
  url: string
  payload?: object
}

const send = (key: string, { url, payload }: Call, by: Pick<TestUser, 'inject'> = ada) =>
  by.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { 'idempotency-key': key },
    ...(payload && { payload }),
  })

interface Kind {
  make: () => Promise<Call>
  status: number
  /** How often the work of the call was done. */
  done: () => Promise<number>
}

/** Some need what no test has here: a foreign server, another state. */
const mayFail: Record<string, number[]> = {}

/** The ids of an example stand for objects; here, for the user's own. */
const withOwnIds = (body: object, url: string, owned: OwnedObjects): object => {
  const text = Object.entries(parameterExamples).reduce(
    (replaced, [name, example]) =>
      typeof example === 'string' && /^(id|\w+Id)$/.test(name) && replaced.includes(example)
        ? replaced.replaceAll(example, owned.urlOf({ url: `${url}#:${name}` }).split('#')[1] ?? '')
        : replaced,
    JSON.stringify(body),
  )
  return JSON.parse(text) as object
}

const countOf =
  (table: string, where = '') =>
  async () =>
    Number(
      (await test.pool.query(`select count(*) from ${table} where account_id = $1 ${where}`, [ada.accountId])).rows[0]
        .count,
    )

const kinds: Record<string, Kind> = {
  'A notification of a task': {
    make: async () => ({ url: '/notifications', payload: notificationInput((await makeTask(ada)).id) }),
    status: 201,
    done: countOf('notifications', 'and task_id is not null'),
  },
  'A notification of a receiver': {
    make: async () => ({
      url: '/receiver-notifications',
      payload: {
        type: 'EMAIL',
        receiverId: (await makeReceiver(ada)).id,
        emailSetting: { address: verifiedAddress, subject: 'x', template: 'x' },
      },
    }),
    status: 201,
    done: countOf('notifications', 'and receiver_id is not null'),
  },
  'A copy of a notification': {
    make: async () => {
      const { id } = await makeNotification(ada, notificationInput((await makeTask(ada)).id))
      return { url: `/notifications/${id}/copies`, payload: { taskIds: [await makeDraft(ada)] } }
    },
    status: 200,
    done: countOf('notifications', 'and task_id is not null'),
  },
  'A test of a notification': {
    make: async () => ({ url: '/notifications/test', payload: notificationInput((await makeTask(ada)).id) }),
    status: 202,
    done: countOf('deliveries', `and occasion = 'TEST'`),
  },
  'A delivery that is sent again': {
    make: async () => {
      const id = await insertDelivery(test, { status: 'FAILED', type: 'HTTP', accountId: ada.accountId })
      return { url: `/deliveries/${id}/resend` }
    },
    status: 202,
    done: async () => (await test.pool.query(`select 1 from pgboss.job where name like 'deliver%'`)).rows.length,
  },
}

describe.each(Object.entries(kinds))('%s', (name, { make, status, done }) => {
  it('is made once by calls with one Idempotency-Key, also at the same time, and all get the first response', async () => {
    const call = await make()
    const before = await done()
    const answers = await Promise.all([send(name.replaceAll(' ', ''), call), send(name.replaceAll(' ', ''), call)])
    answers.push(await send(name.replaceAll(' ', ''), call))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status])
    const [first, second, third] = answers.map((answer) => answer.json<object>())
    expect([second, third]).toEqual([first, first])
    expect((await done()) - before).toBe(1)
  })
})

/** POST routes that take no key, since visitors or a browser's session alone make them, or what they answer is not to be kept. */
const notOffered = [
  '/api/v1/accounts/:accountId/select',
  '/api/v1/accounts/me/confirm',
  '/api/v1/accounts/me/email',
  '/api/v1/accounts/me/invitations',
  '/api/v1/accounts/me/lifecycle/add-card',
  '/api/v1/accounts/me/lifecycle/remove-card',
  '/api/v1/accounts/me/lifecycle/update-plan',
  '/api/v1/accounts/me/members/:userId',
  '/api/v1/accounts/me/passkeys',
  '/api/v1/accounts/me/passkeys/options',
  '/api/v1/accounts/me/password',
  '/api/v1/accounts/me/tokens',
  '/api/v1/accounts/me/tokens/:tokenId/rotate',
  '/api/v1/auth/forgot',
  '/api/v1/auth/passkey',
  '/api/v1/auth/passkey/options',
  '/api/v1/auth/reset',
  '/api/v1/auth/sign-in',
  '/api/v1/auth/sign-out',
  '/api/v1/auth/sign-up',
  '/api/v1/client-errors',
  '/api/v1/invitations/accept',
  '/api/v1/invitations/preview',
  '/api/v1/mortgage-rates',
  '/api/v1/stripe/webhook',
  '/api/v1/twilio/status',
]

/** Routes that need something that this test does not make, and the test that calls them. */
const calledElsewhere = new Set(['/api/v1/operator/'])

describe('Every POST', () => {
  interface Described {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
  }
  const posts = () =>
    test.routes.filter(({ method, url }) => method === 'POST' && url.startsWith('/api/v1/') && !isElsewhere(url))
  const isElsewhere = (url: string) => [...calledElsewhere].some((start) => url.startsWith(start))

  it('takes an Idempotency-Key and says so in the description, but for those that are listed here', async () => {
    const { paths } = (await test.inject({ url: '/api/v1/openapi.json' })).json<Described>()
    const without = posts().filter(({ url }) => {
      const { parameters = [] } = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.['post'] ?? {}
      return !parameters.some(({ name }) => name === 'idempotency-key')
    })
    expect(without.map(({ url }) => url).toSorted()).toEqual(notOffered)
  })

  it('that takes one is done once, and answers a repetition as it answered the first call', async () => {
    const cleo = await test.signUp('Cleo')
    const owned = await makeOwnedObjects(test, cleo)
    const targets = posts().filter(({ url }) => !notOffered.includes(url))
    expect(targets.length).toBeGreaterThan(30)
    const changes = async () => {
      const tables =
        `accounts users tasks schedules charts notifications receivers received_requests deliveries executions
        rate_alerts rate_subscriptions email_codes audit_events idempotency_keys`.split(/\s+/)
      const rows = await Promise.all(
        tables.map((table) => test.pool.query(`select t::text from ${table} t order by 1`)),
      )
      return rows.map((found) => found.rows)
    }
    // What deletes comes last, so that the others have something to be about.
    for (const { method, url } of targets.toSorted(
      (a, b) => Number(a.url.endsWith('/delete')) - Number(b.url.endsWith('/delete')),
    )) {
      const example = bodyExamples[`POST ${url.replaceAll(/:(\w+)/g, '{$1}')}`] ?? null
      const body = owned.bodyOf({ method, url }) ?? example
      const payload = body === null ? undefined : withOwnIds(body, url, owned)
      const call = { url: owned.urlOf({ url }).replace('/api/v1', ''), ...(payload && { payload }) }
      test.clock.advance(61_000)
      const first = await send(`walk${url}`, call, cleo)
      if (first.statusCode > 299) {
        expect([url, first.statusCode, first.headers['idempotent-replayed']]).toEqual([
          url,
          expect.toBeOneOf(mayFail[url] ?? []),
          undefined,
        ])
        continue
      }
      const before = await changes()
      const second = await send(`walk${url}`, call, cleo)
      expect([url, second.statusCode, second.body]).toEqual([url, first.statusCode, first.body])
      expect([url, second.headers['idempotent-replayed']]).toEqual([url, 'true'])
      expect([url, await changes()]).toEqual([url, before])
      const other = await send(`walk${url}`, { ...call, url: `${call.url}?x=1` }, cleo)
      expect([url, other.statusCode]).toEqual([url, expect.toBeOneOf([400, 422])])
    }
  })
})

describe('A call that was made, and whose answer was not kept since its process died', () => {
  it('answers what its transaction gave, and does nothing again', async () => {
    const task = await makeTask(ada)
    const call = { url: `/tasks/${task.id}/duplicate` }
    const first = await send('died', call)
    const [row] = await test.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'died'))
    if (row?.response === null || row === undefined) throw new Error('Nothing was kept.')
    const { secrets } = test.context
    const { answer, ...kept } = JSON.parse(secrets.decrypt(row.response))
    expect(answer).toEqual({ status: 201, body: first.json() })
    const response = secrets.encrypt(JSON.stringify(kept))
    await test.db.update(idempotencyKeys).set({ response }).where(eq(idempotencyKeys.id, row.id))
    const count = await countOf('tasks')()
    const second = await send('died', call)
    expect([second.statusCode, second.body]).toEqual([201, first.body])
    expect(await countOf('tasks')()).toBe(count)
  })
})

describe('An Idempotency-Key', () => {
  const call = async () => ({ url: '/notifications', payload: notificationInput((await makeTask(ada)).id) })

  it('that was used for another body is rejected, and nothing is done', async () => {
    const first = await call()
    expect((await send('other-body', first)).statusCode).toBe(201)
    const before = await test.db.$count(notifications)
    const target = { uri: 'https://example.com/other' }
    const edited = await send('other-body', { ...first, payload: { ...first.payload, request: { target } } })
    const other = await send('other-body', await call())
    expect([edited.statusCode, other.statusCode]).toEqual([422, 422])
    expect(other.json()).toMatchObject({
      message: expect.stringContaining('another call'),
      problems: [{ in: 'headers', path: '/idempotency-key' }],
    })
    expect(await test.db.$count(notifications)).toBe(before)
  })

  it('of a call that failed can be used again', async () => {
    const good = await call()
    const bad = { ...good, payload: { ...good.payload, request: { target: { uri: 'nothing' } } } }
    expect((await send('failed', bad)).statusCode).toBe(422)
    expect((await send('failed', good)).statusCode).toBe(201)
  })

  it('of another account is another key', async () => {
    const first = await send('shared', await call())
    const { id: taskId } = await makeTask(bob)
    const second = await send('shared', { url: '/notifications', payload: notificationInput(taskId) }, bob)
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  })

  it('of another member of the account is another key', async () => {
    const eve = await test.signUp('Eve')
    await joinAs(test, ada, eve, 'EDITOR')
    const repeated = await call()
    const [first, second] = [await send('members', repeated), await send('members', repeated, eve)]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json<{ id: string }>().id).not.toBe(first.json<{ id: string }>().id)
  })

  it.each(['', 'a b', 'a\tb', 'é', 'x'.repeat(256)])('%j is no key', async (key) => {
    expect((await send(key, await call())).statusCode).toBe(400)
  })

  it('keeps no secret that can be read in the database', async () => {
    const { payload, url } = await call()
    const headers = [['Authorization', 'Bearer planted-secret']]
    const target = { uri: 'https://example.com/', method: 'POST', headers }
    expect((await send('secret', { url, payload: { ...payload, request: { target } } })).statusCode).toBe(201)
    const [stored] = await test.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'secret'))
    expect(JSON.stringify(stored)).not.toContain('planted-secret')
    const repeated = await send('secret', { url, payload: { ...payload, request: { target } } })
    expect(repeated.json()).toMatchObject({ request: { target: { headers } } })
  })
})

describe('what is kept of the calls of an account', () => {
  const keptOf = ({ accountId }: TestUser) => test.db.$count(idempotencyKeys, eq(idempotencyKeys.accountId, accountId))
  /** Older ones have lower numbers. Their responses cannot be compressed away. */
  const insertCalls = ({ accountId }: TestUser, count: number, bytes: number) =>
    test.pool.query(
      `insert into idempotency_keys (id, account_id, holder, key, fingerprint, response, created_at)
       select ('00000000-0000-7000-8000-' || lpad(to_hex(n + hashtext($1::text)::bigint + 2147483648), 12, '0'))::uuid, $1::uuid, 'token', 'old-' || n, 'f',
         to_jsonb((select string_agg(md5(n::text || i::text || random()::text), '') from generate_series(1, $3::int / 32) i)), now()
       from generate_series(1, $2::int) n`,
      [accountId, count, bytes],
    )

  it('is bounded in number: the oldest go, in the course of other calls, and those of other accounts stay', async () => {
    const [flood, other] = [await test.signUp('Flood'), await test.signUp('Other')]
    await insertCalls(flood, keptCalls.most + 500, 64)
    expect((await send('mine', { url: '/tasks/empty' }, other)).statusCode).toBe(201)
    const answer = await send('same', { url: '/tasks/empty' }, flood)
    const payload = { project: 'none', mode: 'plan', resources: [] }
    for (let made = 0; made < 99; made += 1)
      expect((await send(`plan-${made}`, { url: '/apply', payload }, flood)).statusCode).toBe(200)
    await expect.poll(() => keptOf(flood)).toBeLessThanOrEqual(keptCalls.most + 1)
    const kept = await test.db
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.accountId, flood.accountId))
    const names = new Set(kept.map(({ key }) => key))
    expect([names.has('old-1'), names.has('same'), names.has(`old-${keptCalls.most + 500}`)]).toEqual([
      false,
      true,
      true,
    ])
    expect((await send('same', { url: '/tasks/empty' }, flood)).json()).toEqual(answer.json())
    expect(await keptOf(other)).toBe(1)
  }, 120_000)

  it('is bounded in size', async () => {
    const flood = await test.signUp('Big')
    await insertCalls(flood, 20, 32_000)
    await deleteOldCalls(test.context, flood.accountId, { most: 100, mostBytes: 200_000 })
    const left = await test.db
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.accountId, flood.accountId))
    expect(left.length).toBeGreaterThan(3)
    expect(left.length).toBeLessThan(7)
    expect(left.map(({ key }) => key)).toContain('old-20')
  })
})
