import { accounts } from '@knockwire/db/schema/accounts'
import { deliveries } from '@knockwire/db/schema/notifications'
import { receivedRequests, receiverGates, type receivers } from '@knockwire/db/schema/receivers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Plan } from '@knockwire/domain/plans/plans'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '../transaction.ts'
import { createReceivedAgeLimit, pruneReceived } from './received-requests.ts'
import type { Chore } from './start-upkeep.ts'

const day = 86_400_000

type Receiver = typeof receivers.$inferSelect

describe('retention of received requests', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })
  const perform = (chore: Chore) => inTransaction(context.database.pool, (client) => chore(client, context))

  const idAt = (epochMs: number) => {
    const hex = epochMs.toString(16).padStart(12, '0')
    return uuidv7().replace(/^.{8}-.{4}/, `${hex.slice(0, 8)}-${hex.slice(8)}`)
  }
  /** Requests of these ages, newest last, each with a delivery, counted as the ingress counts them. */
  const seed = async (receiver: Receiver, agesMs: number[]) => {
    const now = Date.now()
    const rows = agesMs.map((age) => ({
      id: idAt(now - age),
      receiverId: receiver.id,
      createdAt: new Date(now - age),
      method: 'GET' as const,
      url: '/',
      remoteAddress: '127.0.0.1',
      responseCode: 200,
      requestHeaders: [],
      requestBody: Buffer.alloc(0),
      responseBody: '',
      contentType: 'text/plain',
    }))
    await db.insert(receivedRequests).values(rows)
    const told = rows.map(({ id, createdAt }) => ({
      id: uuidv7(),
      accountId: receiver.accountId,
      notificationId: uuidv7(),
      subjectId: id,
      occasion: 'REQUEST' as const,
      type: 'EMAIL' as const,
      recipient: '',
      status: 'DELIVERED' as const,
      createdAt,
    }))
    await db.insert(deliveries).values(told)
    await db
      .update(receiverGates)
      .set({ total: sql`${receiverGates.total} + ${rows.length}` })
      .where(eq(receiverGates.receiverId, receiver.id))
    return rows.map(({ id }) => id)
  }
  const ages = (count: number, stepMs = 1000) => Array.from({ length: count }, (_, index) => (count - index) * stepMs)
  /** What is left, in three ways that must agree. */
  const leftOf = async (receiver: Receiver) => {
    const ofReceiver = eq(receivedRequests.receiverId, receiver.id)
    const requests = await db
      .select({ id: receivedRequests.id })
      .from(receivedRequests)
      .where(ofReceiver)
      .orderBy(asc(receivedRequests.id))
    const ids = requests.map(({ id }) => id)
    const told = await db.select().from(deliveries).where(eq(deliveries.accountId, receiver.accountId))
    expect(told.map(({ subjectId }) => subjectId).toSorted()).toEqual(ids)
    const [gate] = await db.select().from(receiverGates).where(eq(receiverGates.receiverId, receiver.id))
    expect(gate?.total).toBe(ids.length)
    return ids
  }

  it.each<[Plan, number]>([
    ['FREE', 200],
    ['HOBBY', 2000],
    ['SUPER', 2000],
  ])('keeps the newest of a %s receiver: %i, with what was told of them, and an exact count', async (plan, kept) => {
    const receiver = await insertTestReceiver(db, { plan })
    const other = await insertTestReceiver(db, { plan })
    const seeded = await seed(receiver, ages(kept + 30))
    const others = await seed(other, ages(3))
    expect(await perform(pruneReceived)).toBe(30)
    expect(await leftOf(receiver)).toEqual(seeded.slice(30))
    expect(await leftOf(other)).toEqual(others)
    expect(await perform(pruneReceived)).toBe(0)
  })

  it('keeps none of a FREE account’s that is older than 90 days, and all of a paying one’s', async () => {
    const free = await insertTestReceiver(db)
    const paying = await insertTestReceiver(db, { plan: 'HOBBY' })
    const old = [200 * day, 91 * day, 89 * day, 1000]
    const [ofFree, ofPaying] = [await seed(free, old), await seed(paying, old)]
    const { run } = createReceivedAgeLimit()
    expect(await perform(run)).toBe(2)
    expect(await perform(run)).toBe(0)
    expect(await leftOf(free)).toEqual(ofFree.slice(2))
    expect(await leftOf(paying)).toEqual(ofPaying)
  })

  it('finds them at once, however much that is older is kept', async () => {
    const paying = await insertTestReceiver(db, { plan: 'SUPER' })
    await db.execute(sql`
      insert into received_requests
        (id, receiver_id, created_at, method, url, remote_address, response_code, request_headers, request_body,
          response_body, content_type)
      select (lpad(to_hex(1600000000000 + n), 12, '0') || '70008000000000000000')::uuid, ${paying.id},
        to_timestamp(1600000000), 'GET', '/', '', 200, '[]', '', '', 'text/plain'
      from generate_series(1, 6000) as n`)
    const free = await insertTestReceiver(db)
    const seeded = await seed(free, [91 * day, 1000])
    expect(await perform(createReceivedAgeLimit().run)).toBe(1)
    expect(await leftOf(free)).toEqual(seeded.slice(1))
    await db.delete(receivedRequests).where(eq(receivedRequests.receiverId, paying.id))
  })

  it('goes through all receivers in pages, and begins anew after the last', async () => {
    const receivers = await Promise.all([1, 2, 3].map(() => insertTestReceiver(db)))
    for (const receiver of receivers) await seed(receiver, [91 * day])
    const { run, hasMore } = createReceivedAgeLimit(2)
    let [pages, deleted] = [0, 0]
    do {
      deleted += await perform(run)
      pages += 1
    } while (hasMore())
    expect([deleted, pages]).toEqual([3, expect.toSatisfy((count: number) => count > 1)])
    const [first] = receivers
    if (first !== undefined) await seed(first, [92 * day])
    expect(await perform(createReceivedAgeLimit().run)).toBe(1)
  })

  it('cuts to the smaller plan after a downgrade, and in several turns what is much', async () => {
    const receiver = await insertTestReceiver(db, { plan: 'HOBBY' })
    const seeded = await seed(receiver, ages(1900))
    expect(await perform(pruneReceived)).toBe(0)
    await db.update(accounts).set({ plan: 'FREE' }).where(eq(accounts.id, receiver.accountId))
    expect([await perform(pruneReceived), await perform(pruneReceived), await perform(pruneReceived)]).toEqual([
      1000, 700, 0,
    ])
    expect(await leftOf(receiver)).toEqual(seeded.slice(1700))
  })
})
