import { countedHours, receivedRequests, receiverRollups, rejectedRequests } from '@knockwire/db/schema/receivers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { insertTestRequests } from '@knockwire/db/testing/insert-rollups'
import { inTransaction } from '@knockwire/db/transaction'
import { hourMs, hourStart } from '@knockwire/domain/heartbeats/learned/week-hours'
import { loadHistory } from '@knockwire/services/heartbeats/load-history'
import { and, asc, desc, eq, gte, lte } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestContext, useTestDatabase } from '../../testing/test-executor.ts'
import { createHourCounting } from './count-hours.ts'

const { db, url, pool, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)

/** Within an hour that is over for long. */
const hour = hourStart(Date.now()) - 3 * hourMs
const within = (hours: number, count: number, startMs = hour) =>
  Array.from({ length: count }, (_, index) => startMs + hours * hourMs + (index * hourMs) / count)

/** As if each hour were counted soon after its end. */
const inTime = (receiversAtOnce?: number) => createHourCounting(receiversAtOnce, 24 * hourMs)

/** Counts as if `hour` were the next one, until the last hour before it is over. */
const countFrom = async (startMs: number, job = inTime()) => {
  await db.delete(countedHours)
  await db.insert(countedHours).values({ hour: new Date(startMs - hourMs) })
  do await inTransaction(pool, (client) => job.run(client, context))
  while (job.hasMore())
}

/** Of the hours from `hour` on. */
/** A row a day. */
const rollupsOf = (receiverId: string) =>
  db.select().from(receiverRollups).where(eq(receiverRollups.receiverId, receiverId)).orderBy(asc(receiverRollups.day))

const receivedOf = async (receiverId: string, hours: number) => {
  const rows = await rollupsOf(receiverId)
  const at = new Map(
    rows.flatMap((row) => row.received.map((count, index) => [row.day.getTime() + index * hourMs, count] as const)),
  )
  return Array.from({ length: hours }, (_, index) => {
    const count = at.get(hour + index * hourMs)
    return count === undefined ? 0 : count
  })
}

describe('the requests of each hour', () => {
  beforeEach(() => db.delete(receiverRollups))

  it('are counted once it is over, whatever of them has been deleted since, and a receiver without any has no row', async () => {
    const [busy, silent] = [await insertTestReceiver(db), await insertTestReceiver(db)]
    await insertTestRequests(db, busy.id, within(-1, 4))
    await insertTestRequests(db, busy.id, within(0, 30))
    await insertTestRequests(db, busy.id, within(1, 7))
    await countFrom(hour)
    expect(await receivedOf(busy.id, 2)).toEqual([30, 7])
    await db.delete(receivedRequests).where(eq(receivedRequests.receiverId, busy.id))
    await countFrom(hour)
    expect(await receivedOf(busy.id, 2)).toEqual([30, 7])
    expect(await receivedOf(silent.id, 2)).toEqual([0, 0])
    expect(await db.$count(receiverRollups, eq(receiverRollups.receiverId, silent.id))).toBe(0)
  })

  it('are counted by their numbers where most of them are deleted within the hour', async () => {
    const receiver = await insertTestReceiver(db)
    await insertTestRequests(db, receiver.id, within(-1, 5))
    await countFrom(hour - hourMs)
    await insertTestRequests(db, receiver.id, within(0, 40))
    const kept = await db
      .select({ seq: receivedRequests.seq })
      .from(receivedRequests)
      .where(eq(receivedRequests.receiverId, receiver.id))
      .orderBy(desc(receivedRequests.seq))
      .limit(3)
    const oldest = kept.at(-1)?.seq ?? 0
    const all = await db.select().from(receivedRequests).where(eq(receivedRequests.receiverId, receiver.id))
    for (const { id, seq } of all)
      if ((seq ?? 0) < oldest) await db.delete(receivedRequests).where(eq(receivedRequests.id, id))
    await countFrom(hour)
    expect(await receivedOf(receiver.id, 1)).toEqual([40])
  })

  it('are counted as far as the oldest that is stored, where all of the hour and before are deleted already', async () => {
    const receiver = await insertTestReceiver(db)
    await insertTestRequests(db, receiver.id, within(-1, 5))
    await countFrom(hour - hourMs)
    await insertTestRequests(db, receiver.id, within(0, 40))
    await insertTestRequests(db, receiver.id, within(1, 10))
    await db
      .delete(receivedRequests)
      .where(and(eq(receivedRequests.receiverId, receiver.id), lte(receivedRequests.seq, 45)))
    await countFrom(hour)
    expect(await receivedOf(receiver.id, 3)).toEqual([40, 10, 0])
  })

  describe('of an hour that is counted late', () => {
    const seqs = async (receiverId: string) => {
      const rows = await db
        .select({ seq: receivedRequests.seq })
        .from(receivedRequests)
        .where(eq(receivedRequests.receiverId, receiverId))
      return rows.map(({ seq }) => seq ?? 0)
    }
    const remove = (receiverId: string, from: number, to: number) =>
      db
        .delete(receivedRequests)
        .where(
          and(
            eq(receivedRequests.receiverId, receiverId),
            gte(receivedRequests.seq, from),
            lte(receivedRequests.seq, to),
          ),
        )
    /** Five before the first hour, which is counted, and so many in each of the next three. */
    const seed = async (...counts: number[]) => {
      const { id } = await insertTestReceiver(db)
      await insertTestRequests(db, id, within(-1, 5))
      await countFrom(hour - hourMs)
      for (const [hours, count] of counts.entries()) await insertTestRequests(db, id, within(hours, count))
      expect(await seqs(id)).toHaveLength(5 + counts.reduce((sum, count) => sum + count, 0))
      return id
    }

    it('are counted as ever where none of them has been deleted', async () => {
      const id = await seed(40, 10, 20)
      await countFrom(hour, createHourCounting())
      expect(await receivedOf(id, 3)).toEqual([40, 10, 20])
    })
    it('are counted as far as what is stored tells between which numbers they were', async () => {
      const id = await seed(40, 10, 20)
      // The last of the first hour and the first of the second are stored, and all of the third.
      await remove(id, 1, 44)
      await remove(id, 47, 54)
      await countFrom(hour, createHourCounting())
      expect(await receivedOf(id, 3)).toEqual([40, 10, 20])
    })
    it('are not known where those at its end have been deleted, by the retention', async () => {
      const id = await seed(40, 10, 20)
      await remove(id, 1, 58)
      await countFrom(hour, createHourCounting())
      expect(await receivedOf(id, 3)).toEqual([null, null, null])
      // The end of the last is known, and so is what comes since.
      expect((await rollupsOf(id)).at(-1)).toMatchObject({ isSure: true, lastSeq: 75 })
    })
    it('are not known, and no zero, where its owner has deleted them and earlier ones are stored', async () => {
      const id = await seed(40, 10, 20)
      await remove(id, 6, 54)
      await countFrom(hour, createHourCounting())
      expect(await receivedOf(id, 3)).toEqual([null, null, 20])
      const { history } = await loadHistory(db, id, Date.now())
      const place = (hour - history.fromMs) / hourMs
      expect(history.received.slice(place, place + 3)).toEqual(
        [null, null, 20].slice(0, history.received.length - place),
      )
    })
  })

  it('are counted page by page, and twice by nobody', async () => {
    const receivers = await Promise.all([1, 2, 3, 4, 5].map(() => insertTestReceiver(db)))
    for (const [index, { id }] of receivers.entries()) await insertTestRequests(db, id, within(0, index + 1))
    await countFrom(hour, inTime(2))
    await countFrom(hour, inTime(3))
    expect(await Promise.all(receivers.map(({ id }) => receivedOf(id, 1)))).toEqual([[1], [2], [3], [4], [5]])
  })

  it('have those beside them that were rejected, but for those that a disabled receiver or a fault of ours rejected', async () => {
    const { id: receiverId } = await insertTestReceiver(db)
    await db.insert(rejectedRequests).values([
      { receiverId, minute: new Date(hour + 60_000), reason: 'TOO_LARGE', count: 3 },
      { receiverId, minute: new Date(hour + 120_000), reason: 'OVER_LIMIT', count: 4 },
      { receiverId, minute: new Date(hour + 120_000), reason: 'DISABLED', count: 5 },
      { receiverId, minute: new Date(hour + 120_000), reason: 'UNAVAILABLE', count: 6 },
      { receiverId, minute: new Date(hour + hourMs), reason: 'TOO_LARGE', count: 7 },
    ])
    await countFrom(hour)
    const { history } = await loadHistory(db, receiverId, Date.now())
    const place = (hour - history.fromMs) / hourMs
    expect(history.rejected.slice(place, place + 2)).toEqual([7, 7])
  })
})

describe('the history of a receiver', () => {
  it('begins with its first request, also from before its requests were counted, as far as they are stored', async () => {
    const { id } = await insertTestReceiver(db)
    const days = 20
    for (let day = days; day > 0; day -= 1) await insertTestRequests(db, id, within(-24 * day, 2))
    await insertTestRequests(db, id, within(0, 3))
    await countFrom(hour)
    const known = await loadHistory(db, id, Date.now())
    expect(known.isEnough).toBe(true)
    expect(Math.floor(known.days)).toBe(days)
    const place = (hour - known.history.fromMs) / hourMs
    const at = (hours: number) => known.history.received[place + hours]
    expect([at(-24 * days - 1), at(-24 * days), at(-1), at(0), at(1)]).toEqual([null, 2, 0, 3, 0])
    // Of the hour of the oldest that is stored, some may have been deleted.
    await db.delete(receivedRequests).where(eq(receivedRequests.seq, 1))
    const after = await loadHistory(db, id, Date.now())
    expect(Math.floor(after.days)).toBe(days - 1)
  })

  it('is not enough before fourteen days', async () => {
    const { id } = await insertTestReceiver(db)
    await insertTestRequests(db, id, within(-24 * 13, 2))
    await countFrom(hour)
    const known = await loadHistory(db, id, Date.now())
    expect([known.isEnough, Math.floor(known.days)]).toEqual([false, 13])
    expect(await db.$count(countedHours, gte(countedHours.hour, new Date(hour)))).toBe(3)
  })
})
