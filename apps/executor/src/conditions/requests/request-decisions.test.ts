import { notifications } from '@knockwire/db/schema/notifications'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { undecidedRequests } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startExecutorProcess } from '../../testing/executor-process.ts'
import { deliveriesOf, untilSettled } from '../../testing/rows/seed.ts'
import { jsonBody, seedReceiver } from '../../testing/rows/seed-received.ts'
import {
  createTestContext,
  startTestExecutor,
  type TestExecutor,
  useTestDatabase,
} from '../../testing/test-executor.ts'
import { decideRequests, failOldest } from './decide-requests.ts'

const { db, url, stopAfter } = await useTestDatabase()

const isDown = {
  source: 'request_body_json',
  property: '$.status',
  comparison: 'string_equal_to',
  rightValue: 'down',
} as const
const [down, up] = [jsonBody({ status: 'down' }), jsonBody({ status: 'up' })]

const waitingOf = (receiverId: string) => db.$count(undecidedRequests, eq(undecidedRequests.receiverId, receiverId))
const untilDecided = (receiverId: string) => expect.poll(() => waitingOf(receiverId), { timeout: 20_000 }).toBe(0)
const notified = async (notificationId: string) =>
  (await deliveriesOf(db, notificationId)).map(({ subjectId, occasion }) => [occasion, subjectId])

describe('an executor', () => {
  let executor: TestExecutor
  beforeAll(async () => {
    executor = await startTestExecutor(url)
  })
  afterAll(() => executor.stop())

  it.each([
    ['a method', {}, { method: 'GET' as const }, down],
    ['a value in a JSON body', isDown, up, down],
    [
      'a header',
      { source: 'request_header', property: 'X-Event', comparison: 'string_equal_to', rightValue: 'push' } as const,
      { headers: [['x-event', 'ping']] as [string, string][] },
      { headers: [['x-event', 'push']] as [string, string][] },
    ],
    [
      'a text',
      { source: 'request_body_text', comparison: 'string_contain', rightValue: 'alarm' } as const,
      { headers: [['Content-Type', 'text/plain']] as [string, string][], body: 'all is well' },
      { headers: [['Content-Type', 'text/plain']] as [string, string][], body: 'an alarm' },
    ],
    [
      'a form field',
      { source: 'request_form_field', property: 'From', comparison: 'string_equal_to', rightValue: '+1 555' } as const,
      { headers: [['Content-Type', 'application/x-www-form-urlencoded']] as [string, string][], body: 'From=%2B1+556' },
      {
        headers: [['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8']] as [string, string][],
        body: 'To=x&From=%2B1+555',
      },
    ],
    [
      'an element of XML',
      {
        source: 'request_body_html_element',
        property: 'order > status',
        comparison: 'string_equal_to',
        rightValue: 'late',
      } as const,
      { headers: [['Content-Type', 'text/xml']] as [string, string][], body: '<order><status>ok</status></order>' },
      { headers: [['Content-Type', 'text/xml']] as [string, string][], body: '<order><status>late</status></order>' },
    ],
  ])(
    'notifies of the requests that meet a condition on %s, and of no other',
    async (_what, condition, other, matching) => {
      const receiver = await seedReceiver(db)
      const id = await receiver.watch(condition)
      const [, first, , second] = await receiver.record(other, matching, other, matching)
      await untilDecided(receiver.receiverId)
      expect(await notified(id)).toEqual([
        ['HOLDS', first],
        ['HOLDS', second],
      ])
    },
  )

  it('alerts once after so many requests in a row, and tells of the recovery, by mails that say so', async () => {
    const receiver = await seedReceiver(db)
    const id = await receiver.watch(isDown, {
      mode: 'ON_START',
      notifyOnRecovery: true,
      afterInARow: 2,
      recoverAfterInARow: 2,
    })
    const ids = await receiver.record(down, up, down, down, down, up, down, up, up)
    await untilDecided(receiver.receiverId)
    expect(await notified(id)).toEqual([
      ['HOLDS', ids[3]],
      ['RECOVERED', ids[8]],
    ])
    await untilSettled(db, id, 2)
    const isOwn = eq(devOutbox.to, receiver.address)
    const own = await db.select().from(devOutbox).where(isOwn).orderBy(asc(devOutbox.id))
    expect(own.map(({ subject }) => subject)).toEqual([
      '[Alert] Orders: JSON body at $.status is "down"',
      expect.stringMatching(/^\[Recovered\] Orders: /),
    ])
    expect(own[0]?.body).toContain('JSON body at $.status is "down", down, 2, {"status":"down"}')
  })

  it('takes a request of which the value could not be read for neither a match nor a recovery', async () => {
    const receiver = await seedReceiver(db)
    const id = await receiver.watch(isDown, { mode: 'ON_START', notifyOnRecovery: true })
    const ids = await receiver.record(down, { body: 'no JSON' }, { method: 'GET' }, up)
    await untilDecided(receiver.receiverId)
    expect(await notified(id)).toEqual([
      ['HOLDS', ids[0]],
      ['RECOVERED', ids[3]],
    ])
  })

  it('decides a value that has changed from the second request on', async () => {
    const receiver = await seedReceiver(db)
    const id = await receiver.watch({ ...isDown, comparison: 'has_changed', rightValue: null })
    const ids = await receiver.record(up, up, down, down)
    await untilDecided(receiver.receiverId)
    expect(await notified(id)).toEqual([['HOLDS', ids[2]]])
  })

  it('does not decide a request by a rule that was edited since', async () => {
    const receiver = await seedReceiver(db)
    const [edited, kept] = [await receiver.watch(isDown), await receiver.watch(isDown)]
    const condition = { ...isDown, comparison: 'string_contain', advancedCondition: null } as const
    await db.update(notifications).set({ condition }).where(eq(notifications.id, edited))
    const [request] = await receiver.record(down)
    await untilDecided(receiver.receiverId)
    expect(await notified(edited)).toEqual([])
    expect(await notified(kept)).toEqual([['HOLDS', request]])
  })

  it('passes over a request that has been deleted meanwhile', async () => {
    const { receiverId, accountId, watch, record } = await seedReceiver(db)
    const id = await watch(isDown)
    await db.insert(undecidedRequests).values({ receiverId, accountId, requestId: uuidv7(), ruleVersions: {} })
    const [request] = await record(down)
    await untilDecided(receiverId)
    expect(await notified(id)).toEqual([['HOLDS', request]])
  })

  it('decides the request of a receiver while another one has hundreds that wait', async () => {
    const [flooded, other] = [await seedReceiver(db), await seedReceiver(db)]
    await flooded.watch(isDown)
    const id = await other.watch(isDown)
    await flooded.record(...Array.from({ length: 300 }, () => up))
    const [request] = await other.record(down)
    await untilDecided(other.receiverId)
    expect(await notified(id)).toEqual([['HOLDS', request]])
    await untilDecided(flooded.receiverId)
  })
})

it('the oldest request of a receiver that cannot be decided is passed over with a notice, and the next ones are not', async () => {
  const { context, close } = await createTestContext(url)
  const receiver = await seedReceiver(db)
  const id = await receiver.watch(isDown)
  const [failed] = await receiver.record(up)
  await failOldest(receiver, context)
  expect(await notified(id)).toEqual([['HOLDS', failed]])
  const [notice] = await deliveriesOf(db, id)
  expect(notice?.verdict?.description).toMatch(/^Could not be decided because of an error on this server: /)
  const [next] = await receiver.record(down)
  await decideRequests(receiver, context)
  expect(await notified(id)).toEqual([
    ['HOLDS', failed],
    ['HOLDS', next],
  ])
  await close()
})

describe('of several executors', () => {
  it('each matching request alerts exactly once, and in their order, however many decide at once', async () => {
    const receiver = await seedReceiver(db)
    const every = await receiver.watch(isDown)
    const started = await receiver.watch(isDown, { mode: 'ON_START', notifyOnRecovery: true })
    const contexts = await Promise.all([createTestContext(url), createTestContext(url), createTestContext(url)])
    const sent = Array.from({ length: 120 }, (_, n) => (n % 3 === 0 ? up : down))
    const ids = await receiver.record(...sent)
    // Leases are for saving work alone: here all ignore them.
    const decideAll = async ({ context }: (typeof contexts)[number]) => {
      while ((await waitingOf(receiver.receiverId)) > 0) await decideRequests(receiver, context).catch(() => {})
    }
    await Promise.all(contexts.map(decideAll))
    const matching = ids.filter((_, n) => n % 3 !== 0)
    expect(await notified(every)).toEqual(matching.map((id) => ['HOLDS', id]))
    const starts = ids.flatMap((id, n) =>
      n % 3 === 1 ? [['HOLDS', id]] : n % 3 === 0 && n > 0 ? [['RECOVERED', id]] : [],
    )
    expect(await notified(started)).toEqual(starts)
    for (const { close } of contexts) await close()
  })

  it('one that is killed again and again loses no alert and repeats none', { timeout: 60_000 }, async () => {
    const receiver = await seedReceiver(db)
    const id = await receiver.watch(isDown)
    const ids: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const executor = await startExecutorProcess(url)
      for (let n = 0; n < 40; n += 1) ids.push(...(await receiver.record(up, down)).slice(1))
      await expect.poll(async () => (await notified(id)).length, { timeout: 20_000 }).toBeGreaterThan(round * 40)
      await executor.kill()
    }
    const last = await startExecutorProcess(url)
    stopAfter(last.kill)
    await expect.poll(() => waitingOf(receiver.receiverId), { timeout: 40_000 }).toBe(0)
    expect(await notified(id)).toEqual(ids.map((request) => ['HOLDS', request]))
  })
})
