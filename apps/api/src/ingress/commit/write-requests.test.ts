import { receivedRequests, receiverCounters } from '@knockwire/db/schema/receivers'
import type { InstanceLimits } from '@knockwire/domain/instance/instance'
import { plans } from '@knockwire/domain/plans/plans'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReceivedRequest } from '../received-request.ts'
import { withinOneMinute } from '../../testing/within-one-minute.ts'
import { loadReceivers, type ReceiverSettings } from '../settings/receiver-settings.ts'
import { maxStoredBytes } from './stored-answer.ts'
import { writeRequests } from './write-requests.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const insertReceiver = async (changes?: Parameters<typeof insertTestReceiver>[1]): Promise<ReceiverSettings> => {
  const { token } = await insertTestReceiver(database.db, changes)
  const [receiver] = await loadReceivers(database.pool, [token])
  if (receiver === undefined) throw new Error('There is no such receiver.')
  return receiver
}

const requestTo = (receiver: ReceiverSettings, changes: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  id: uuidv7(),
  receivedAtMs: Date.parse('2026-11-21T09:00:00.123Z'),
  method: 'POST',
  url: '/r/token',
  remoteAddress: '203.0.113.7',
  headers: [],
  storedHeaders: '[]',
  body: Buffer.from('x'),
  receiver,
  answer: { code: 200, contentType: 'text/plain', body: 'OK', error: null },
  bytes: 100,
  ...changes,
})

const write = async (group: readonly ReceivedRequest[], limits: InstanceLimits | null = null) => {
  const client = await database.pool.connect()
  try {
    return (await writeRequests(client, group, { limits })).verdicts
  } finally {
    client.release()
  }
}

const recordedOf = ({ id }: ReceiverSettings) =>
  database.db.select().from(receivedRequests).where(eq(receivedRequests.receiverId, id)).orderBy(receivedRequests.id)

const countersOf = async ({ id }: ReceiverSettings) => {
  const [row] = await database.db.select().from(receiverCounters).where(eq(receiverCounters.receiverId, id))
  return row
}

const recorded = { kind: 'recorded' }
const stale = { kind: 'stale' }
const overLimit = { kind: 'over-limit', minuteLeftMs: expect.any(Number) as number }

it('each request of a group is recorded with what it brought and what it was answered', async () => {
  const [one, other] = [await insertReceiver(), await insertReceiver()]
  const first = requestTo(one, {
    method: 'GET',
    url: '/r/a?b=c',
    remoteAddress: '2001:db8::7',
    storedHeaders: '[["Host","a.example"]]',
    body: Buffer.alloc(0),
    answer: { code: 418, contentType: 'text/html', body: '<b>é</b>', error: 'The template took too long.' },
    bytes: 7,
  })
  const second = requestTo(other, { receivedAtMs: Date.parse('2026-11-21T09:00:01.5Z'), bytes: 50 })
  const third = requestTo(one, { answer: { ...first.answer, body: 'y'.repeat(maxStoredBytes + 9), error: 'a\0b' } })
  expect(await write([first, second, third])).toEqual([recorded, recorded, recorded])
  expect(await recordedOf(one)).toEqual([
    {
      id: first.id,
      receiverId: one.id,
      createdAt: new Date('2026-11-21T09:00:00.123Z'),
      method: 'GET',
      url: '/r/a?b=c',
      remoteAddress: '2001:db8::7',
      responseCode: 418,
      requestHeaders: [['Host', 'a.example']],
      requestBody: Buffer.alloc(0),
      responseBody: '<b>é</b>',
      responseBytes: null,
      contentType: 'text/html',
      error: 'The template took too long.',
      storedBytes: 7,
      seq: 1,
      signal: null,
    },
    expect.objectContaining({
      id: third.id,
      method: 'POST',
      responseBody: 'y'.repeat(maxStoredBytes),
      responseBytes: maxStoredBytes + 9,
      error: 'a\ufffdb',
      storedBytes: 100,
      seq: 2,
    }),
  ])
  expect(await recordedOf(other)).toMatchObject([
    { id: second.id, createdAt: new Date('2026-11-21T09:00:01.5Z'), error: null, storedBytes: 50 },
  ])
  expect([await countersOf(one), await countersOf(other)]).toMatchObject([
    { total: 2, storedBytes: 107 },
    { total: 1, storedBytes: 50 },
  ])
})

it('requests that were answered by settings changed since are not recorded, and those beside them are', async () => {
  const [moved, other] = [await insertReceiver(), await insertReceiver()]
  const before = { ...moved, version: moved.version - 1 }
  const group = [requestTo(before), requestTo(other), requestTo(moved), requestTo(before)]
  expect(await write(group)).toEqual([stale, recorded, recorded, stale])
  expect((await recordedOf(moved)).map(({ id }) => id)).toEqual([group[2]?.id])
  expect(await countersOf(moved)).toMatchObject({ total: 1, storedBytes: 100 })
})

it('a receiver whose settings have changed in the database records nothing, whatever else its group has', async () => {
  const [moved, other] = [await insertReceiver(), await insertReceiver()]
  const ahead = { ...moved, version: moved.version + 1 }
  expect(await write([requestTo(ahead), requestTo(other)])).toEqual([stale, recorded])
  expect(await write([requestTo(other), requestTo(ahead), requestTo(ahead)])).toEqual([recorded, stale, stale])
  expect(await write([requestTo(ahead)])).toEqual([stale])
  expect(await recordedOf(moved)).toEqual([])
  expect((await recordedOf(other)).length).toBe(2)
  expect(await countersOf(moved)).toMatchObject({ total: 0, storedBytes: 0 })
})

it('of a group, those are recorded that the minute has room for, the first ones, and the others learn how long to wait', async () => {
  const { full, free, group, verdicts } = await withinOneMinute(database.pool, async () => {
    const receivers = { full: await insertReceiver({ plan: 'FREE' }), free: await insertReceiver({ plan: 'FREE' }) }
    const toFull = Array.from({ length: 23 }, (_, n) => requestTo(receivers.full, { bytes: n + 1 }))
    const all = [...toFull, requestTo(receivers.free)]
    return { ...receivers, group: all, verdicts: await write(all) }
  })
  expect(verdicts).toEqual([
    ...Array.from({ length: 20 }, () => recorded),
    ...Array.from({ length: 3 }, () => overLimit),
    recorded,
  ])
  for (const verdict of verdicts)
    if (verdict.kind === 'over-limit') {
      expect(verdict.minuteLeftMs).toBeGreaterThan(0)
      expect(verdict.minuteLeftMs).toBeLessThanOrEqual(60_000)
    }
  expect((await recordedOf(full)).map(({ id }) => id)).toEqual(group.slice(0, 20).map(({ id }) => id))
  expect(await countersOf(full)).toMatchObject({ total: 20, storedBytes: 210 })
  expect((await recordedOf(free)).length).toBe(1)
})

it('without plans, a receiver takes as many requests a minute as the operator says', async () => {
  const limits = { ...plans.SUPER, label: null, receiverCallsPerMinute: 2 }
  const verdicts = await withinOneMinute(database.pool, async () => {
    const receiver = await insertReceiver({ plan: 'SUPER' })
    return await write(
      Array.from({ length: 3 }, () => requestTo(receiver)),
      limits,
    )
  })
  expect(verdicts).toEqual([recorded, recorded, overLimit])
})

it('a receiver that is over its limit and one whose settings have changed are told apart within a group', async () => {
  const verdicts = await withinOneMinute(database.pool, async () => {
    const [full, moved] = [await insertReceiver({ plan: 'FREE' }), await insertReceiver()]
    await write(Array.from({ length: 20 }, () => requestTo(full)))
    return await write([requestTo(full), requestTo({ ...moved, version: moved.version + 1 })])
  })
  expect(verdicts).toEqual([overLimit, stale])
})
