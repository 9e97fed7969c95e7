import {
  heartbeatChanges,
  heartbeats,
  ingressPresence,
  receivedRequests,
  receiverCounters,
  receiverRollups,
  rejectedRequests,
} from '@knockwire/db/schema/receivers'
import { insertTestRequests } from '@knockwire/db/testing/insert-rollups'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { hourMs } from '@knockwire/domain/heartbeats/learned/week-hours'
import { and, eq, lt, notInArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { learnedHeartbeats } from '../../testing/rows/seed-learned.ts'
import { deliveriesOf } from '../../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../../testing/test-executor.ts'

const { db, url, pool, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)
const { now, hour, seed, called, judgeHour, count } = learnedHeartbeats({ db, pool, context })

/** Requests that are stored of hours that have been counted. */
const insertCountedRequests = async (receiverId: string, times: readonly number[]) => {
  await insertTestRequests(db, receiverId, times)
  const number = { seq: sql`${receivedRequests.seq} - ${times.length}` }
  await db.update(receivedRequests).set(number).where(eq(receivedRequests.receiverId, receiverId))
  const lastSeq = sql`${receiverCounters.lastSeq} - ${times.length}`
  await db.update(receiverCounters).set({ lastSeq }).where(eq(receiverCounters.receiverId, receiverId))
}
const changesOf = (receiverId: string) =>
  db.select().from(heartbeatChanges).where(eq(heartbeatChanges.receiverId, receiverId)).orderBy(heartbeatChanges.at)

describe('a heartbeat that expects what is usual', () => {
  it('is alerted of too few requests in an hour with the numbers, though the requests before are deleted, and recovers', async () => {
    const heartbeat = await seed(3)
    const id = await heartbeat.watch()
    await judgeHour(heartbeat.receiverId)
    expect(await heartbeat.changed()).toEqual(['DOWN TOO_FEW'])
    const [change] = await changesOf(heartbeat.receiverId)
    expect(change?.at.getTime()).toBe(hour + hourMs + 300_000)
    expect(change?.counted).toMatchObject({ kind: 'RECEIVED', count: 3, fromMs: hour, untilMs: hour + hourMs })
    const [alert] = await deliveriesOf(db, id)
    expect(alert?.verdict?.description).toMatch(/^3 requests in the hour from \d\d:00; usually \d\d to \d\d$/)
    await called(heartbeat.receiverId, 1, 48)
    await count()
    await judgeHour(heartbeat.receiverId)
    expect(await heartbeat.changed()).toEqual(['DOWN TOO_FEW', 'UP AS_USUAL'])
    const [, recovery] = await deliveriesOf(db, id)
    expect([recovery?.occasion, recovery?.verdict?.words?.summary]).toEqual([
      'RECOVERED',
      'requests are as usual again',
    ])
  })

  it('is not alerted of an hour of whose requests nobody knows how many there were', async () => {
    const [unsure, deleted] = [await seed(3), await seed(50)]
    // Before it, requests were deleted before they were counted.
    await db.update(receiverRollups).set({ isSure: false }).where(eq(receiverRollups.receiverId, unsure.receiverId))
    // Within it, its owner deleted all but the first three since, and it is judged late.
    const kept = await db
      .select({ id: receivedRequests.id })
      .from(receivedRequests)
      .where(eq(receivedRequests.receiverId, deleted.receiverId))
      .orderBy(receivedRequests.id)
      .limit(3)
    await db.delete(receivedRequests).where(
      and(
        eq(receivedRequests.receiverId, deleted.receiverId),
        notInArray(
          receivedRequests.id,
          kept.map(({ id }) => id),
        ),
      ),
    )
    for (const { receiverId, changed, row } of [unsure, deleted]) {
      await judgeHour(receiverId)
      expect(await changed()).toEqual([])
      expect((await row()).judgedUntil?.getTime()).toBe(hour + hourMs)
    }
  })

  it('is up again after it was late, with a change and no message, where nobody knows how many came by the end of the grace', async () => {
    const { receiverId, watch, changed, row } = await seed(3)
    const id = await watch({ notifyWhenLate: true })
    await db.update(heartbeats).set({ state: 'LATE' }).where(eq(heartbeats.receiverId, receiverId))
    await db.update(receiverRollups).set({ isSure: false }).where(eq(receiverRollups.receiverId, receiverId))
    await judgeHour(receiverId)
    const [change] = await changesOf(receiverId)
    expect([await changed(), change?.at.getTime()]).toEqual([['UP NOT_JUDGED'], hour + hourMs + 300_000])
    expect(await row()).toMatchObject({ state: 'UP', since: change?.at, changeId: change?.id })
    expect(await deliveriesOf(db, id)).toEqual([])
  })

  it('is alerted of too few where the last two requests were numbered in another order than they came', async () => {
    const soon = Math.floor((now - hour - hourMs) / 1000) - 60
    const heartbeat = await seed(3, { graceSeconds: soon })
    const own = eq(receivedRequests.receiverId, heartbeat.receiverId)
    const requests = await db.select().from(receivedRequests).where(own).orderBy(receivedRequests.id)
    const [before, last] = requests.slice(-2)
    const number = (id = '', seq = 0) => db.update(receivedRequests).set({ seq }).where(eq(receivedRequests.id, id))
    await number(last?.id, -1)
    await number(before?.id, last?.seq ?? 0)
    await number(last?.id, before?.seq ?? 0)
    await judgeHour(heartbeat.receiverId)
    expect(await heartbeat.changed()).toEqual(['DOWN TOO_FEW'])
    const [change] = await changesOf(heartbeat.receiverId)
    expect(change?.counted).toMatchObject({ count: 3 })
  })

  it('recovers by an hour with enough, though more have come since than are kept, and none of its requests is stored', async () => {
    const graceSeconds = Math.floor((now - hour - hourMs) / 1000) - 60
    const { receiverId, changed } = await seed(50, { graceSeconds })
    await insertTestRequests(db, receiverId, [now - 50_000, now - 40_000, now - 30_000])
    await db
      .delete(receivedRequests)
      .where(and(eq(receivedRequests.receiverId, receiverId), lt(receivedRequests.createdAt, new Date(now - 35_000))))
    await db.update(heartbeats).set({ state: 'DOWN' }).where(eq(heartbeats.receiverId, receiverId))
    await judgeHour(receiverId)
    expect(await changed()).toEqual(['UP AS_USUAL'])
  })

  it('stays up by an hour with enough, and is looked at next once the next hour is over', async () => {
    const heartbeat = await seed(50, { hours: 2 })
    await judgeHour(heartbeat.receiverId)
    const row = await heartbeat.row()
    expect([await heartbeat.changed(), row.state, row.judgedUntil?.getTime()]).toEqual([[], 'UP', hour + hourMs])
    expect(row.expectedAt?.getTime()).toBe(hour + 2 * hourMs)
    expect(row.lastSignalAt).not.toBeNull()
    expect(row.checkAt?.getTime()).toBe(hour + 2 * hourMs + 5000)
  })

  it('counts requests of the grace time to the hour before', async () => {
    const heartbeat = await seed(3)
    await insertTestRequests(
      db,
      heartbeat.receiverId,
      Array.from({ length: 50 }, (_, index) => hour + hourMs + index * 1000),
    )
    await judgeHour(heartbeat.receiverId)
    expect(await heartbeat.changed()).toEqual([])
  })

  it('is alerted of a jump of rejected requests', async () => {
    const heartbeat = await seed(50)
    await db.insert(rejectedRequests).values({
      receiverId: heartbeat.receiverId,
      minute: new Date(hour + 60_000),
      reason: 'TOO_LARGE',
      count: 120,
    })
    await judgeHour(heartbeat.receiverId)
    expect(await heartbeat.changed()).toEqual(['DOWN REJECTED'])
    const [change] = await changesOf(heartbeat.receiverId)
    expect(change?.counted).toMatchObject({ kind: 'REJECTED', count: 120, to: 5 })
  })

  it('is not alerted of an hour in which no request could be taken for a time', async () => {
    const heartbeat = await seed(3)
    const gap = [hour + 600_000, hour + 1_800_000] as const
    await db.insert(ingressPresence).values([
      { id: uuidv7(), fromAt: new Date(hour - 40 * 24 * hourMs), untilAt: new Date(gap[0]) },
      { id: uuidv7(), fromAt: new Date(gap[1]), untilAt: new Date(now + 60_000) },
    ])
    await judgeHour(heartbeat.receiverId)
    await db.delete(ingressPresence)
    expect([await heartbeat.changed(), (await heartbeat.row()).judgedUntil?.getTime()]).toEqual([[], hour + hourMs])
  })

  it.each([
    { calls: 'all come within a minute in which nobody could take any', apartMs: 1000, changes: [] },
    { calls: 'are spread over the hour', apartMs: 70_000, changes: ['DOWN TOO_FEW'] },
  ])(
    'is not alerted after a short absence of ours only where the calls of an hour $calls',
    async ({ apartMs, changes }) => {
      const heartbeat = await seed(0)
      const gap = [hour + 600_000, hour + 700_000] as const
      const before = Array.from(
        { length: 50 },
        (_, index) => hour - hourMs + 610_000 + ((index * apartMs) % (hourMs - 610_000)),
      )
      await insertCountedRequests(heartbeat.receiverId, before)
      await db.insert(ingressPresence).values([
        { id: uuidv7(), fromAt: new Date(hour - 40 * 24 * hourMs), untilAt: new Date(gap[0]), isEnded: true },
        { id: uuidv7(), fromAt: new Date(gap[1]), untilAt: new Date(now + 60_000) },
      ])
      await judgeHour(heartbeat.receiverId)
      await db.delete(ingressPresence)
      expect([await heartbeat.changed(), (await heartbeat.row()).judgedUntil?.getTime()]).toEqual([
        changes,
        hour + hourMs,
      ])
    },
  )

  it('waits where the hour before is yet to be counted, rather than judge by a guess', async () => {
    const heartbeat = await seed(3)
    await db
      .update(heartbeats)
      .set({
        judgedUntil: new Date(hour + hourMs),
        expectedAt: new Date(hour + 2 * hourMs),
        expectedBy: new Date(hour + 2 * hourMs),
      })
      .where(eq(heartbeats.receiverId, heartbeat.receiverId))
    await judgeHour(heartbeat.receiverId)
    const row = await heartbeat.row()
    expect([await heartbeat.changed(), row.judgedUntil?.getTime()]).toEqual([[], hour + hourMs])
  })
})
