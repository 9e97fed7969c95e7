import { accounts } from '@knockwire/db/schema/accounts'
import { receiverCounters } from '@knockwire/db/schema/receivers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import type { Plan } from '@knockwire/domain/plans/plan'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { ages, belongingsOf, requestsLeft, seedRequests } from '../testing/history.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { sweep, type SweepOptions, withExclusiveLock } from './sweep.ts'
import { requestHistory } from './history-kind.ts'
import { deleteOverAgePage, deleteOverCountPage, historyAllowances } from './delete-over-limit.ts'
import { createRecentReceivers } from './recently-recorded.ts'
import { startRetention } from './start-retention.ts'
const day = 86_400_000
const lock = 1
const isStopped = () => false

describe('retention of received requests', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })

  const recorded: string[] = []
  const allowances = historyAllowances({ limits: null })
  const cutRecent = () => {
    const onRecorded = (accountId: string) => void recorded.push(accountId)
    return createRecentReceivers({ pool: context.maintenance.pool, allowances, lock, onRecorded, isStopped })()
  }
  const sweepBy = (page: SweepOptions['page'], ownersAtOnce = 500) =>
    sweep({ pool: context.maintenance.pool, lock, isStopped, ownersAtOnce, page })
  const sweepCounts = () =>
    sweepBy((client, page) => deleteOverCountPage(client, requestHistory, { ...page, allowances }))
  const sweepAges = (ownersAtOnce?: number) =>
    sweepBy((client, page) => deleteOverAgePage(client, requestHistory, { ...page, allowances }), ownersAtOnce)

  it.each<[Plan, number]>([
    ['FREE', 200],
    ['HOBBY', 2000],
    ['SUPER', 2000],
  ])('keeps the newest requests of a %s receiver: %i, with their deliveries, and exact counts', async (plan, kept) => {
    const receiver = await insertTestReceiver(db, { plan })
    const other = await insertTestReceiver(db, { plan })
    const seeded = await seedRequests(db, { receiver, agesMs: ages(kept + 30), bytes: 9 })
    const others = await seedRequests(db, { receiver: other, agesMs: ages(3) })
    expect(await cutRecent()).toBe(30)
    expect(await requestsLeft(db, receiver.id)).toEqual(seeded.slice(30))
    expect(await belongingsOf(db, seeded)).toBe(kept)
    expect(await requestsLeft(db, other.id)).toEqual(others)
    expect(recorded).toContain(receiver.accountId)
    expect(await cutRecent()).toBe(0)
  })

  it('keeps none of a FREE account that is older than 90 days, and all of a paying one', async () => {
    const free = await insertTestReceiver(db)
    const paying = await insertTestReceiver(db, { plan: 'HOBBY' })
    const agesMs = [200 * day, 91 * day, 89 * day, 1000]
    const ofFree = await seedRequests(db, { receiver: free, agesMs })
    const ofPaying = await seedRequests(db, { receiver: paying, agesMs })
    expect(await sweepAges(1)).toBe(2)
    expect(await requestsLeft(db, free.id)).toEqual(ofFree.slice(2))
    expect(await requestsLeft(db, paying.id)).toEqual(ofPaying)
  })

  it('cuts to the smaller plan after a downgrade, though nobody calls the receiver any more', async () => {
    const receiver = await insertTestReceiver(db, { plan: 'HOBBY' })
    const seeded = await seedRequests(db, { receiver, agesMs: ages(1900) })
    await db
      .update(receiverCounters)
      .set({ windowStart: new Date(Date.now() - day) })
      .where(eq(receiverCounters.receiverId, receiver.id))
    expect(await sweepCounts()).toBe(0)
    await db.update(accounts).set({ plan: 'FREE' }).where(eq(accounts.id, receiver.accountId))
    expect(await cutRecent()).toBe(0)
    expect(await sweepCounts()).toBe(1700)
    expect(await requestsLeft(db, receiver.id)).toEqual(seeded.slice(1700))
  })

  it('forgets none of many receivers that are full at once', async () => {
    const { accountId } = await insertTestReceiver(db, { plan: 'FREE' })
    await db.execute(sql`
      insert into receivers (id, account_id, token, name, status, response_code, content_type, response_body, created_at, updated_at)
      select gen_random_uuid(), ${accountId}, gen_random_uuid()::text, 'R', 'ACTIVE', 200, 'text/plain', '', now(), now()
      from generate_series(1, 1100)`)
    await db.execute(sql`
      insert into received_requests
        (id, receiver_id, created_at, method, url, remote_address, response_code, request_headers, request_body,
          response_body, content_type, seq)
      select gen_random_uuid(), r.id, now(), 'GET', '/', '', 200, '[]', '', '', 'text/plain', n
      from receivers r, generate_series(1, 201) n where r.account_id = ${accountId} and r.name = 'R'`)
    await db.execute(sql`
      update receiver_counters g set total = 201, window_start = date_trunc('minute', now(), 'UTC')
      from receivers r where r.id = g.receiver_id and r.account_id = ${accountId} and r.name = 'R'`)
    expect(await cutRecent()).toBe(1100)
    const { rows } = await pool.query(
      'select max(total) as most from receiver_counters g join receivers r on r.id = g.receiver_id where r.name = $1',
      ['R'],
    )
    expect(rows).toEqual([{ most: 200 }])
  })

  it('is done by one executor at a time', async () => {
    const receiver = await insertTestReceiver(db)
    const seeded = await seedRequests(db, { receiver, agesMs: ages(205) })
    await withExclusiveLock(context.maintenance.pool, lock, async () => {
      expect(await cutRecent()).toBe(0)
    })
    const deleted = await Promise.all([cutRecent(), cutRecent(), cutRecent()])
    expect(deleted.toSorted((a, b) => a - b)).toEqual([0, 0, 5])
    expect(await requestsLeft(db, receiver.id)).toEqual(seeded.slice(5))
  })

  it('follows the requests within seconds', async () => {
    const receiver = await insertTestReceiver(db)
    const seeded = await seedRequests(db, { receiver, agesMs: ages(203) })
    const retention = startRetention({ ...context, limits: null, database: context.maintenance })
    await expect.poll(() => requestsLeft(db, receiver.id)).toEqual(seeded.slice(3))
    await retention.stop()
  })
})
