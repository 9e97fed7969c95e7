import { receiverCounters } from '@knockwire/db/schema/receivers'
import { accounts } from '@knockwire/db/schema/accounts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestIngress, type TestIngress, type TestReceiver } from '../testing/test-ingress.ts'
import { withinOneMinute } from '../testing/within-one-minute.ts'

let one: TestIngress
let other: TestIngress
beforeAll(async () => {
  one = await createTestIngress()
  other = await createTestIngress({ sharing: one })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const statusOf = async (ingress: TestIngress, receiver: TestReceiver, body = 'x') => {
  const answer = await fetch(ingress.urlOf(receiver), { method: 'POST', body })
  await answer.body?.cancel()
  return answer.status
}

/** Moves the minute that a receiver's calls are counted in. */
const move = (receiver: TestReceiver, minutes: number) =>
  one.test.db
    .update(receiverCounters)
    .set({ windowStart: sql`${receiverCounters.windowStart} + ${minutes} * interval '1 minute'` })
    .where(eq(receiverCounters.receiverId, receiver.id))

const count = (statuses: number[], status: number) => statuses.filter((got) => got === status).length

it.each([
  ['FREE', 20],
  ['HOBBY', 50],
  ['BUSINESS', 100],
] as const)('%s: of 150 calls in a minute to two processes, exactly %i are taken and recorded', async (plan, limit) => {
  const { receiver, statuses } = await withinOneMinute(one.test.pool, async () => {
    const called = await one.insertReceiver({ plan })
    const calls = Array.from({ length: 150 }, (_, n) => statusOf(n % 2 ? one : other, called))
    return { receiver: called, statuses: await Promise.all(calls) }
  })
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([limit, 150 - limit])
  expect((await one.recorded(receiver)).length).toBe(limit)
  expect(await one.total(receiver)).toBe(limit)
})

it('the ingress counts the stored bytes of what is recorded, and of nothing that is over the limit', async () => {
  const receivers = await withinOneMinute(one.test.pool, async () => {
    const called = [await one.insertReceiver({ responseBody: '{{ request.body }}' }), await one.insertReceiver()]
    const callsOf = (receiver: TestReceiver) =>
      Array.from({ length: 35 }, (_, n) => statusOf(n % 2 ? one : other, receiver, 'x'.repeat(n * 100)))
    await Promise.all(called.flatMap(callsOf))
    return called
  })
  for (const receiver of receivers) {
    const recorded = await one.recorded(receiver)
    expect(recorded).toHaveLength(20)
    for (const { storedBytes, requestBody, responseBody } of recorded) {
      expect(storedBytes).toBeGreaterThan(requestBody.length + responseBody.length)
      expect(storedBytes).toBeLessThan(requestBody.length + responseBody.length + 1000)
    }
    const [counters] = await one.test.db
      .select()
      .from(receiverCounters)
      .where(eq(receiverCounters.receiverId, receiver.id))
    expect(counters?.storedBytes).toBe(recorded.reduce((sum, { storedBytes }) => sum + (storedBytes ?? 0), 0))
  }
})

it('each receiver has its own', async () => {
  const statuses = await withinOneMinute(one.test.pool, async () => {
    const receivers = await Promise.all([one.insertReceiver(), one.insertReceiver()])
    return Promise.all(
      Array.from({ length: 60 }, (_, n) => receivers.map((receiver) => statusOf(n % 2 ? one : other, receiver))).flat(),
    )
  })
  expect(count(statuses, 200)).toBe(40)
})

it('a request over the limit is answered with Retry-After', async () => {
  const { answer, left } = await withinOneMinute(one.test.pool, async () => {
    const receiver = await one.insertReceiver()
    for (let n = 0; n < 20; n += 1) expect(await statusOf(one, receiver)).toBe(200)
    const { rows } = await one.test.pool.query<{ left: number }>(
      `select 60 - extract(second from clock_timestamp())::float8 as left`,
    )
    await statusOf(one, receiver)
    return { answer: await fetch(one.urlOf(receiver)), left: rows[0]?.left ?? 0 }
  })
  expect([answer.status, await answer.text()]).toEqual([
    429,
    expect.stringMatching(/^Rate limit .* reached\. Retry in \d+ s\.\n$/),
  ])
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(Math.ceil(left))
})

it('the wait is counted from the minute in the database, whatever the clock of the process', async () => {
  const { answer, left } = await withinOneMinute(one.test.pool, async () => {
    const receiver = await one.insertReceiver()
    for (let n = 0; n < 20; n += 1) expect(await statusOf(one, receiver)).toBe(200)
    await move(receiver, 2)
    const { rows } = await one.test.pool.query<{ left: number }>(
      `select extract(epoch from window_start + interval '1 minute' - clock_timestamp())::float8 as left
      from receiver_counters where receiver_id = $1`,
      [receiver.id],
    )
    return { answer: await fetch(other.urlOf(receiver)), left: rows[0]?.left ?? 0 }
  })
  expect([answer.status, left > 120]).toEqual([429, true])
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeLessThanOrEqual(Math.ceil(left))
  expect(wait).toBeGreaterThan(left - 30)
})

it('the next minute has room again, and a group that waited across its start does not turn it back', async () => {
  const [later, turned] = await withinOneMinute(one.test.pool, async () => {
    const receivers = [await one.insertReceiver(), await one.insertReceiver()] as const
    for (const receiver of receivers) for (let n = 0; n < 20; n += 1) await statusOf(one, receiver)
    await move(receivers[0], -1)
    await move(receivers[1], 1)
    return [await statusOf(other, receivers[0]), await statusOf(other, receivers[1])]
  })
  expect([later, turned]).toEqual([200, 429])
})

it('[BI-02, BI-12, BI-28] a larger plan counts at once, also for who was turned away', async () => {
  const receiver = await one.insertReceiver()
  for (let n = 0; n < 25; n += 1) await statusOf(one, receiver)
  await one.test.db.update(accounts).set({ plan: 'SUPER' }).where(eq(accounts.id, receiver.accountId))
  await expect.poll(() => statusOf(one, receiver)).toBe(200)
})
