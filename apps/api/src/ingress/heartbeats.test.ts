import { notifications } from '@knockwire/db/schema/notifications'
import {
  heartbeats,
  heartbeatSignals,
  receivedRequests,
  receiverAddresses,
  receivers,
} from '@knockwire/db/schema/receivers'
import { insertTestHeartbeat } from '@knockwire/db/testing/insert-heartbeat'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultRequestCondition } from '@knockwire/domain/conditions/condition-rules'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestIngress, type TestIngress, type TestReceiver, untilWaiting } from '../testing/test-ingress.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress({ lockTimeoutMs: 10_000 })
})
afterAll(() => ingress.close())

const rowOf = async ({ id }: TestReceiver) => {
  const [row] = await ingress.test.db.select().from(heartbeats).where(eq(heartbeats.receiverId, id))
  if (row === undefined) throw new Error('There is no heartbeat.')
  return row
}
const signalsOf = ({ id }: TestReceiver) =>
  ingress.test.db
    .select({ kind: heartbeatSignals.kind })
    .from(heartbeatSignals)
    .where(eq(heartbeatSignals.receiverId, id))
    .orderBy(heartbeatSignals.position)

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
const up = () => ({
  state: 'UP' as const,
  isSettled: true,
  lastSignalAt: inSeconds(-30),
  expectedAt: inSeconds(30),
  expectedBy: inSeconds(40),
  checkAt: inSeconds(40),
})
const insert = async (changes: Parameters<typeof insertTestHeartbeat>[2] = up()) => {
  const receiver = await ingress.insertReceiver({ plan: 'SUPER' })
  await insertTestHeartbeat(ingress.test.db, receiver, changes)
  return receiver
}
const call = async (receiver: TestReceiver, init: RequestInit = {}) => {
  const response = await fetch(ingress.urlOf(receiver), init)
  await response.body?.cancel()
  return response.status
}
const secondsFrom = (date: Date | null, from: Date | null) => ((date?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 1000

describe('a signal to a heartbeat that is up', () => {
  it('moves what is expected by the database’s clock, and leaves nothing to an executor', async () => {
    const receiver = await insert()
    const before = Date.now()
    expect(await call(receiver, { method: 'POST', body: 'x' })).toBe(200)
    const row = await rowOf(receiver)
    expect(row.lastSignalAt?.getTime()).toBeGreaterThanOrEqual(before - 1)
    expect(secondsFrom(row.expectedAt, row.lastSignalAt)).toBe(60)
    expect(secondsFrom(row.expectedBy, row.lastSignalAt)).toBe(70)
    expect(row.checkAt).toEqual(row.expectedBy)
    expect(row).toMatchObject({ state: 'UP', isSettled: true })
    expect(await signalsOf(receiver)).toEqual([])
  })

  it('moves it to the next time of a cron expression in its zone', async () => {
    const expectation = {
      mode: 'CRON',
      expression: '*/5 * * * *',
      timezone: 'Europe/Berlin',
      graceSeconds: 30,
    } as const
    const receiver = await insert({ ...up(), expectation })
    await call(receiver)
    const { lastSignalAt, expectedAt, expectedBy } = await rowOf(receiver)
    const next = Math.floor((lastSignalAt?.getTime() ?? 0) / 300_000 + 1) * 300_000
    expect(expectedAt?.getTime()).toBe(next)
    expect(secondsFrom(expectedBy, expectedAt)).toBe(30)
  })

  it('is looked at when the next one is late, where somebody is notified of that', async () => {
    const receiver = await insert()
    const setting = { type: 'EMAIL', email: { address: 'ada@example.com', subject: 's', template: 't' } } as const
    const heartbeat = { notifyOnRecovery: true, notifyWhenLate: true, afterInARow: 1, recoverAfterInARow: 1 }
    const [createdAt, updatedAt] = [new Date(), new Date()]
    await ingress.test.db.insert(notifications).values({
      id: uuidv7(),
      accountId: receiver.accountId,
      receiverId: receiver.id,
      type: 'EMAIL',
      setting,
      heartbeat,
      createdAt,
      updatedAt,
    })
    // The executor has looked at it.
    await ingress.test.db.update(heartbeats).set(up()).where(eq(heartbeats.receiverId, receiver.id))
    await call(receiver)
    const row = await rowOf(receiver)
    expect(row.checkAt).toEqual(row.expectedAt)
    expect(row.isSettled).toBe(true)
  })
})

it('a request to a receiver that expects what is usual changes nothing of its heartbeat, whatever stands behind the URL', async () => {
  const judgedUntil = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  const receiver = await insert({ ...up(), expectation: { mode: 'LEARNED' }, judgedUntil })
  const before = await rowOf(receiver)
  const url = ingress.urlOf(receiver)
  for (const path of ['', '/start', '/fail', '/3', '/log']) expect((await fetch(`${url}${path}`)).status).toBe(200)
  expect(await ingress.recorded(receiver)).toHaveLength(5)
  expect([await rowOf(receiver), await signalsOf(receiver)]).toEqual([before, []])
})

describe('a signal is left to an executor, which is to look at once,', () => {
  it.each([
    ['of a heartbeat that is new', {}],
    ['of one that is down', { ...up(), state: 'DOWN' as const, isSettled: false, checkAt: null }],
    ['of one whose grace is over, though nobody has said so yet', { ...up(), checkAt: inSeconds(-0.001) }],
    ['of one for which signals wait already', { ...up(), isSettled: false, checkAt: inSeconds(-1) }],
  ])('%s', async (_what, changes) => {
    const receiver = await insert(changes)
    const before = await rowOf(receiver)
    await call(receiver)
    await call(receiver)
    const row = await rowOf(receiver)
    expect(row).toMatchObject({ state: before.state, isSettled: false, expectedAt: before.expectedAt })
    expect(row.checkAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await signalsOf(receiver)).toEqual([{ kind: 'SUCCESS' }, { kind: 'SUCCESS' }])
  })
})

describe('what stands behind the URL', () => {
  const rid = '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'
  const to = async (receiver: TestReceiver, suffix: string) => {
    const response = await fetch(ingress.urlOf(receiver) + suffix)
    await response.body?.cancel()
    expect(response.status).toBe(200)
  }
  const allOf = async ({ id }: TestReceiver) =>
    ingress.test.db
      .select({ kind: heartbeatSignals.kind, runId: heartbeatSignals.runId, exitCode: heartbeatSignals.exitCode })
      .from(heartbeatSignals)
      .where(eq(heartbeatSignals.receiverId, id))
      .orderBy(heartbeatSignals.position)

  it('says that a run has started, has failed, or ended with an exit code, and which one', async () => {
    const receiver = await insert()
    for (const suffix of [`/start?rid=${rid}`, '/log', '/fail', `/7?rid=${rid}`, `/0?rid=${rid}`])
      await to(receiver, suffix)
    expect(await allOf(receiver)).toEqual([
      { kind: 'START', runId: rid, exitCode: null },
      { kind: 'FAIL', runId: null, exitCode: null },
      { kind: 'FAIL', runId: rid, exitCode: 7 },
      { kind: 'SUCCESS', runId: rid, exitCode: 0 },
    ])
  })

  it('is a success where it ended with 0, or is anything else', async () => {
    const receiver = await insert()
    await to(receiver, '/0')
    await to(receiver, '/orders?id=7')
    expect([await allOf(receiver), (await rowOf(receiver)).isSettled]).toEqual([[], true])
  })
})

describe('an address of another service', () => {
  const uuid = '5f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'
  const at = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${ingress.port}${path}`, init)
    await response.body?.cancel()
    return response.status
  }

  it('reaches the receiver that has it, and says what it said there', async () => {
    const receiver = await insert({})
    const other = { receiverId: receiver.id }
    await ingress.test.db.insert(receiverAddresses).values([
      { address: `ping:${uuid}`, ...other },
      { address: 'push:k3aZQ9xVb1', ...other },
      { address: 'p:1234567890abcdef/nightly', ...other },
    ])
    const paths = [
      `/ping/${uuid}/start`,
      `/${uuid}/7`,
      '/api/push/k3aZQ9xVb1?status=down&msg=x&ping=3',
      '/p/1234567890abcdef/nightly?state=complete',
    ]
    for (const path of paths) expect(await at(path)).toBe(200)
    expect((await signalsOf(receiver)).map(({ kind }) => kind)).toEqual(['START', 'FAIL', 'FAIL', 'SUCCESS'])
    expect((await ingress.recorded(receiver)).map(({ url }) => url)).toEqual(paths)
  })

  it('takes a HEAD for what a GET says, as that service does, though the receiver counts none at its own URL', async () => {
    const receiver = await insert({})
    const [id, token] = [uuidv7(), 'headK3aZQ9']
    await ingress.test.db
      .insert(receiverAddresses)
      .values([`ping:${id}`, `push:${token}`].map((address) => ({ address, receiverId: receiver.id })))
    for (const path of [`/ping/${id}/start`, `/${id}/fail`, `/api/push/${token}?status=up`])
      expect(await at(path, { method: 'HEAD' })).toBe(200)
    await call(receiver, { method: 'HEAD' })
    expect((await signalsOf(receiver)).map(({ kind }) => kind)).toEqual(['START', 'FAIL', 'SUCCESS'])
  })

  it('responds as that service does, as long as the receiver has no response of its own', async () => {
    const [receiver, own] = [await insert({}), await insert({})]
    const [id, ownId, token] = [uuidv7(), uuidv7(), 'textK3aZQ9']
    await ingress.test.db.insert(receiverAddresses).values([
      { address: `ping:${id}`, receiverId: receiver.id },
      { address: `push:${token}`, receiverId: receiver.id },
      { address: `ping:${ownId}`, receiverId: own.id },
    ])
    await ingress.test.db.update(receivers).set({ responseBody: '' }).where(eq(receivers.id, receiver.id))
    await ingress.test.db.update(receivers).set({ responseBody: 'mine' }).where(eq(receivers.id, own.id))
    const answerAt = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${ingress.port}${path}`)
      return [response.headers.get('content-type'), await response.text()]
    }
    expect(await answerAt(`/ping/${id}/fail`)).toEqual(['text/plain', 'OK'])
    expect(await answerAt(`/api/push/${token}?status=up&msg=OK&ping=`)).toEqual(['application/json', '{"ok":true}'])
    expect((await answerAt(`/${ownId}`))[1]).toBe('mine')
    expect((await answerAt(`/r/${receiver.token}`))[1]).toBe('')
    expect((await ingress.recorded(receiver))[0]).toMatchObject({ responseBody: 'OK' })
  })

  it('reaches nothing where no receiver has it, nor where its receiver is disabled or has it no longer', async () => {
    expect(await at(`/ping/${uuidv7()}`)).toBe(404)
    const receiver = await insert({})
    const [first, second] = [uuidv7(), uuidv7()]
    await ingress.test.db
      .insert(receiverAddresses)
      .values([first, second].map((id) => ({ address: `ping:${id}`, receiverId: receiver.id })))
    expect([await at(`/${first}`), await at(`/${second}`)]).toEqual([200, 200])
    await ingress.test.db.delete(receiverAddresses).where(eq(receiverAddresses.address, `ping:${first}`))
    await ingress.test.db.update(receivers).set({ name: 'Saved' }).where(eq(receivers.id, receiver.id))
    expect([await at(`/${first}`), await at(`/${second}`)]).toEqual([404, 200])
    await ingress.test.db.update(receivers).set({ status: 'DISABLED' }).where(eq(receivers.id, receiver.id))
    expect(await at(`/${second}`)).toBe(404)
  })
})

describe('where a condition says what a success is, a signal', () => {
  const expectation = { successCondition: { ...defaultRequestCondition, rightValue: 'PUT' } }
  const allOf = async ({ id }: TestReceiver) =>
    ingress.test.db
      .select({ kind: heartbeatSignals.kind, requestId: heartbeatSignals.requestId })
      .from(heartbeatSignals)
      .where(eq(heartbeatSignals.receiverId, id))
      .orderBy(heartbeatSignals.position)

  it('of success is left to an executor with its request, whatever the heartbeat’s state, and no other has one', async () => {
    const receiver = await insert({ ...up(), expectation })
    for (const suffix of ['', '/fail', '/start', '/0']) {
      const response = await fetch(ingress.urlOf(receiver) + suffix, { method: 'POST', body: 'x' })
      expect(response.status).toBe(200)
      await response.body?.cancel()
    }
    const recorded = await ingress.recorded(receiver)
    const idOf = (suffix: string) => recorded.find(({ url }) => url === `/r/${receiver.token}${suffix}`)?.id
    expect(await allOf(receiver)).toEqual([
      { kind: 'SUCCESS', requestId: idOf('') },
      { kind: 'FAIL', requestId: null },
      { kind: 'START', requestId: null },
      { kind: 'SUCCESS', requestId: idOf('/0') },
    ])
    expect(idOf('')).toBeDefined()
    expect((await rowOf(receiver)).isSettled).toBe(false)
  })

  it('of success that the plan’s limit rejects says nothing, since there is no request to decide it by', async () => {
    const receiver = await ingress.insertReceiver()
    await insertTestHeartbeat(ingress.test.db, receiver, { ...up(), expectation })
    const statuses = await Promise.all(Array.from({ length: 60 }, () => call(receiver)))
    const accepted = statuses.filter((status) => status === 200).length
    expect(accepted).toBeLessThan(60)
    expect(await call(receiver)).toBe(429)
    const response = await fetch(`${ingress.urlOf(receiver)}/fail`)
    await response.body?.cancel()
    // What was rejected is written in its order: the failure behind it shows that all of it has been.
    await expect.poll(async () => (await allOf(receiver)).at(-1)?.kind).toBe('FAIL')
    const recorded = new Set((await ingress.recorded(receiver)).map(({ id }) => id))
    const decidable = (await allOf(receiver)).filter(({ requestId }) => requestId !== null && recorded.has(requestId))
    expect(decidable).toHaveLength(accepted)
  })
})

describe('the row of a request says', () => {
  const recorded = async ({ id }: TestReceiver) =>
    (
      await ingress.test.db
        .select({ signal: receivedRequests.signal })
        .from(receivedRequests)
        .where(eq(receivedRequests.receiverId, id))
        .orderBy(receivedRequests.seq)
    ).map(({ signal }) => signal)
  const send = async (receiver: TestReceiver) => {
    for (const suffix of ['', '/start', '/fail', '/0', '/3', '/log', '/orders/7'])
      expect((await fetch(`${ingress.urlOf(receiver)}${suffix}`)).status).toBe(200)
    expect(await call(receiver, { method: 'HEAD' })).toBe(200)
  }

  it('what it meant to the heartbeat', async () => {
    const receiver = await insert()
    await send(receiver)
    expect(await recorded(receiver)).toEqual([
      'SUCCESS',
      'START',
      'FAIL',
      'SUCCESS',
      'FAIL',
      'LOG',
      'SUCCESS',
      'IGNORED',
    ])
  })

  it('that a success is yet to be decided by its condition', async () => {
    const successCondition = { ...defaultRequestCondition, source: 'request_body_text' } as const
    const receiver = await insert({ ...up(), expectation: { successCondition } })
    await send(receiver)
    expect((await recorded(receiver)).slice(0, 4)).toEqual(['UNDECIDED', 'START', 'FAIL', 'UNDECIDED'])
  })

  it('nothing where no calls are expected one by one', async () => {
    const plain = await ingress.insertReceiver({ plan: 'SUPER' })
    const learned = await insert({ ...up(), expectation: { mode: 'LEARNED', timezone: 'UTC' } })
    await Promise.all([plain, learned, await insert()].map((receiver) => call(receiver)))
    expect([await recorded(plain), await recorded(learned)]).toEqual([[null], [null]])
  })
})

it('a HEAD is a signal where the receiver says so', async () => {
  const receiver = await insert({ ...up(), expectation: { countsHead: true } })
  await call(receiver, { method: 'HEAD' })
  expect((await rowOf(receiver)).lastSignalAt?.getTime()).toBeGreaterThan(Date.now() - 20_000)
})

it('a flood of signals is one statement a group, and each that the plan’s limit rejects is a sign of life', async () => {
  const receiver = await ingress.insertReceiver()
  await insertTestHeartbeat(ingress.test.db, receiver, up())
  const statuses = await Promise.all(Array.from({ length: 60 }, () => call(receiver)))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20)
  const long = inSeconds(-600)
  await ingress.test.db
    .update(heartbeats)
    .set({ ...up(), lastSignalAt: long })
    .where(eq(heartbeats.receiverId, receiver.id))
  expect(await call(receiver)).toBe(429)
  await expect.poll(async () => (await rowOf(receiver)).lastSignalAt?.getTime()).toBeGreaterThan(long.getTime())
  expect((await rowOf(receiver)).isSettled).toBe(true)
  const response = await fetch(`${ingress.urlOf(receiver)}/fail`)
  await response.body?.cancel()
  expect(response.status).toBe(429)
  await expect.poll(() => signalsOf(receiver)).toEqual([{ kind: 'FAIL' }])
})

it.each([
  ['that announces its length', (size: number) => Buffer.alloc(size)],
  ['in chunks', (size: number) => new Blob([Buffer.alloc(size)]).stream()],
])(
  'a call with a body that is too large %s is not recorded, and says what it says all the same',
  async (_how, bodyOf) => {
    const receiver = await insert()
    const post = async (suffix: string) => {
      const body = bodyOf(1_048_577)
      const response = await fetch(ingress.urlOf(receiver) + suffix, { method: 'POST', body, duplex: 'half' })
      await response.body?.cancel()
      return response.status
    }
    const before = await rowOf(receiver)
    expect(await post('')).toBe(413)
    await expect.poll(async () => (await rowOf(receiver)).lastSignalAt).not.toEqual(before.lastSignalAt)
    expect(await post('/fail')).toBe(413)
    await expect.poll(() => signalsOf(receiver)).toEqual([{ kind: 'FAIL' }])
    expect(await ingress.recorded(receiver)).toEqual([])
  },
)

it('a HEAD is no signal: anyone who shows a preview of a link sends one', async () => {
  const receiver = await insert()
  const before = await rowOf(receiver)
  expect(await call(receiver, { method: 'HEAD' })).toBe(200)
  expect(await rowOf(receiver)).toEqual(before)
})

it('a signal that waits for an executor that makes the alert is recorded after it', async () => {
  const receiver = await insert({ ...up(), checkAt: inSeconds(3600) })
  const called = await inTransaction(ingress.test.pool, async (client) => {
    await client.query(
      `update heartbeats set state = 'DOWN', is_settled = false, check_at = null where receiver_id = $1`,
      [receiver.id],
    )
    const pending = call(receiver)
    await untilWaiting(ingress, 1)
    return { pending }
  })
  expect(await called.pending).toBe(200)
  expect(await rowOf(receiver)).toMatchObject({ state: 'DOWN', isSettled: false })
  expect(await signalsOf(receiver)).toEqual([{ kind: 'SUCCESS' }])
})

it('signals of several receivers in one group move each its own, also beside receivers that expect nothing', async () => {
  const beating = await Promise.all(Array.from({ length: 5 }, () => insert()))
  const fresh = await Promise.all(Array.from({ length: 5 }, () => insert({})))
  const plain = await Promise.all(Array.from({ length: 5 }, () => ingress.insertReceiver({ plan: 'SUPER' })))
  await Promise.all([...beating, ...plain, ...fresh, ...beating].map((receiver) => call(receiver)))
  for (const receiver of beating) {
    const row = await rowOf(receiver)
    expect([row.isSettled, secondsFrom(row.expectedAt, row.lastSignalAt)]).toEqual([true, 60])
    expect(await signalsOf(receiver)).toEqual([])
  }
  for (const receiver of fresh) expect(await signalsOf(receiver)).toHaveLength(1)
  expect(
    await ingress.test.db.$count(heartbeats, sql`receiver_id = any(${sql.param(plain.map(({ id }) => id))}::uuid[])`),
  ).toBe(0)
})
