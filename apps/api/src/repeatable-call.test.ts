import { idempotencyKeys } from '@knockwire/db/schema/limits'
import { notifications } from '@knockwire/db/schema/notifications'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
