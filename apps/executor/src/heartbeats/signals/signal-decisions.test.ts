import { heartbeats, heartbeatSignals, receivedRequests } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultRequestCondition } from '@knockwire/domain/conditions/condition-rules'
import { eq } from 'drizzle-orm'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { deliveriesOf } from '../../testing/rows/seed.ts'
import { ago, overdue, seedHeartbeat } from '../../testing/rows/seed-heartbeat.ts'
import {
  createTestContext,
  startTestExecutor,
  type TestExecutor,
  useTestDatabase,
} from '../../testing/test-executor.ts'
import { takeHeartbeats } from '../take-heartbeats.ts'
import { decideSignals, passOldest } from './signal-decisions.ts'

const { db, url, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)

const isDone = {
  ...defaultRequestCondition,
  source: 'request_body_json',
  property: '$.status',
  comparison: 'string_equal_to',
  rightValue: 'done',
} as const

const conditional = { expectation: { successCondition: isDone } }
const seed = (changes: Parameters<typeof seedHeartbeat>[1] = {}) => seedHeartbeat(db, { ...conditional, ...changes })
type Seeded = Awaited<ReturnType<typeof seed>>

/** A success that waits to be decided by its request, as the ingress leaves it. */
const call = async (
  { receiverId, signal }: Seeded,
  body: string,
  at = new Date(),
  headers: [string, string][] = [],
) => {
  const id = uuidv7()
  await db.insert(receivedRequests).values({
    id,
    receiverId,
    createdAt: at,
    method: 'POST',
    url: '/',
    remoteAddress: '203.0.113.7',
    responseCode: 200,
    requestHeaders: [['Content-Type', 'application/json'], ...headers],
    requestBody: Buffer.from(body),
    responseBody: '',
    contentType: 'text/plain',
  })
  await signal({ at, requestId: id })
  return id
}
const [done, failed] = ['{"status": "done"}', '{"status": "failed"}']

const take = () => takeHeartbeats(context, 200)
const decide = ({ receiverId, accountId }: Seeded) => decideSignals({ receiverId, accountId }, context)

describe('a success that a condition decides', () => {
  it.each([
    ['meets it', done, 'UP SIGNAL'],
    ['does not meet it', failed, 'DOWN UNMET'],
    ['has no such value', '{}', 'DOWN UNMET'],
    ['cannot be read', 'no JSON', 'DOWN UNMET'],
  ])('of a request that %s', async (_what, body, change) => {
    const heartbeat = await seed()
    const id = await call(heartbeat, body)
    await take()
    expect(await heartbeat.changed()).toEqual([])
    await decide(heartbeat)
    await take()
    expect(await heartbeat.changed()).toEqual([change])
    const [recorded] = await db
      .select({ signal: receivedRequests.signal })
      .from(receivedRequests)
      .where(eq(receivedRequests.id, id))
    expect(recorded).toEqual({ signal: change.startsWith('UP') ? 'SUCCESS' : 'UNMET' })
  })

  it('of a request that was not recorded, or has been deleted, says nothing', async () => {
    const heartbeat = await seed()
    const id = await call(heartbeat, failed)
    await db.delete(receivedRequests).where(eq(receivedRequests.id, id))
    await decide(heartbeat)
    await take()
    expect([await heartbeat.changed(), (await heartbeat.row()).lastSignalAt]).toEqual([[], null])
  })

  it('is one without being looked at once there is no condition any more', async () => {
    const heartbeat = await seed()
    await call(heartbeat, failed)
    const { expectation } = await heartbeat.row()
    const without = { expectation: { ...expectation, successCondition: null } }
    await db.update(heartbeats).set(without).where(eq(heartbeats.receiverId, heartbeat.receiverId))
    await decide(heartbeat)
    await take()
    expect(await heartbeat.changed()).toEqual(['UP SIGNAL'])
  })

  it('is one where this server fails to decide it again and again, so that nobody is alerted', async () => {
    const heartbeat = await seed()
    await call(heartbeat, failed)
    await passOldest(heartbeat, context)
    await take()
    expect(await heartbeat.changed()).toEqual(['UP SIGNAL'])
  })
})

describe('while a signal waits to be decided', () => {
  it('those behind it wait for it, so that all are taken in the order of their commits', async () => {
    const heartbeat = await seed()
    await heartbeat.signal({ kind: 'START', at: ago(9) })
    await call(heartbeat, failed, ago(6))
    await heartbeat.signal({ kind: 'FAIL', at: ago(5) })
    await call(heartbeat, done, ago(4))
    await take()
    expect(await heartbeat.changed()).toEqual(['RUNNING STARTED'])
    await decide(heartbeat)
    await take()
    expect(await heartbeat.changed()).toEqual(['RUNNING STARTED', 'DOWN UNMET', 'UP SIGNAL'])
  })

  it('its heartbeat is not silent, though its deadline passes meanwhile', async () => {
    const heartbeat = await seed(overdue())
    const id = await heartbeat.watch()
    await call(heartbeat, done, ago(35))
    await take()
    expect(await heartbeat.changed()).toEqual([])
    expect((await heartbeat.row()).isSettled).toBe(false)
    await decide(heartbeat)
    await take()
    expect([await heartbeat.changed(), await deliveriesOf(db, id)]).toEqual([[], []])
    expect((await heartbeat.row()).lastSignalAt).not.toBeNull()
  })

  it('its heartbeat was silent where it came too late', async () => {
    const heartbeat = await seed(overdue())
    await call(heartbeat, done, ago(20))
    await take()
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT'])
    await decide(heartbeat)
    await take()
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT', 'UP SIGNAL'])
  })
})

it('two executors that decide the same signals at once come to one result', async () => {
  const heartbeat = await seed()
  for (let n = 0; n < 60; n += 1) await call(heartbeat, n % 2 === 0 ? failed : done)
  const waiting = () => db.$count(heartbeatSignals, eq(heartbeatSignals.receiverId, heartbeat.receiverId))
  while ((await waiting()) > 0) await Promise.all([decide(heartbeat), decide(heartbeat), take(), take()])
  const changed = await heartbeat.changed()
  expect(changed).toHaveLength(60)
  expect(changed.slice(0, 4)).toEqual(['DOWN UNMET', 'UP SIGNAL', 'DOWN UNMET', 'UP SIGNAL'])
})

describe('an executor', () => {
  let executor: TestExecutor
  beforeAll(async () => {
    executor = await startTestExecutor(url)
  })
  afterAll(() => executor.stop())

  it('alerts of a call that does not meet the condition, and of the recovery, with the reason', async () => {
    const heartbeat = await seed()
    const id = await heartbeat.watch()
    await call(heartbeat, done)
    await call(heartbeat, failed)
    await call(heartbeat, done)
    const occasions = async () => (await deliveriesOf(db, id)).map(({ occasion }) => occasion)
    await expect.poll(occasions, { timeout: 20_000 }).toEqual(['HOLDS', 'RECOVERED'])
    const [alert] = await deliveriesOf(db, id)
    expect(alert?.verdict?.description).toBe('A call arrived that does not meet the success condition')
    expect(await heartbeat.changed()).toEqual(['UP SIGNAL', 'DOWN UNMET', 'UP SIGNAL'])
  })
})
