import type { Database } from '@knockwire/db/client'
import { countedHours, heartbeats } from '@knockwire/db/schema/receivers'
import { insertTestRequests, insertTestRollups } from '@knockwire/db/testing/insert-rollups'
import { inTransaction } from '@knockwire/db/transaction'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { learn } from '@knockwire/domain/heartbeats/learned/learn'
import { hourMs, hourStart } from '@knockwire/domain/heartbeats/learned/week-hours'
import { loadHistory } from '@knockwire/services/heartbeats/load-history'
import { eq, gte } from 'drizzle-orm'
import type pg from 'pg'
import type { ExecutorContext } from '../../context.ts'
import { createHourCounting } from '../../heartbeats/learned/count-hours.ts'
import { takeHeartbeats } from '../../heartbeats/take-heartbeats.ts'
import { seedHeartbeat } from './seed-heartbeat.ts'

const about50 = (index: number) => 50 + ((index * 7) % 15) - 7

interface Parts {
  db: Database
  pool: pg.Pool
  context: ExecutorContext
}

/** Heartbeats that expect what is usual, and what happens to them. `hour`: the one that is judged, which has been over for more than an hour. */
export const learnedHeartbeats = ({ db, pool, context }: Parts) => {
  const now = Date.now()
  const hour = hourStart(now) - 2 * hourMs

  const called = (receiverId: string, hours: number, count: number) =>
    insertTestRequests(
      db,
      receiverId,
      Array.from({ length: count }, (_, index) => hour + hours * hourMs + Math.floor((index * hourMs) / count)),
    )

  /** It expects what is usual, about fifty requests an hour, and its last hour has this many. */
  const seed = async (received: number, { hours = 1, graceSeconds = 300, learnedAgoMs = 0 } = {}) => {
    await db.delete(countedHours).where(gte(countedHours.hour, new Date(hour)))
    const heartbeat = await seedHeartbeat(db)
    const { receiverId } = heartbeat
    await insertTestRollups(db, {
      receiverId,
      untilMs: hour,
      received: Array.from({ length: 28 * 24 }, (_, index) => about50(index)),
    })
    const expectation = { ...defaultExpectation, mode: 'LEARNED', graceSeconds } as const
    const { history } = await loadHistory(db, receiverId, hour)
    const usual = learn(history, expectation, now - learnedAgoMs)
    const state = {
      state: 'UP',
      since: new Date(hour - hourMs),
      isSettled: false,
      checkAt: new Date(now - 1000),
    } as const
    const expected = { expectedAt: new Date(hour + hourMs), expectedBy: new Date(hour + hourMs + graceSeconds * 1000) }
    await db
      .update(heartbeats)
      .set({ expectation, usual, ...state, ...expected, judgedUntil: new Date(hour) })
      .where(eq(heartbeats.receiverId, receiverId))
    for (let index = 0; index < hours; index += 1) await called(receiverId, index, received)
    return heartbeat
  }

  /** One hour of it is over and judged. */
  const judgeHour = async (receiverId: string) => {
    await db
      .update(heartbeats)
      .set({ checkAt: new Date(now - 1000) })
      .where(eq(heartbeats.receiverId, receiverId))
    await takeHeartbeats(context, 200)
  }

  /** The hours that are over are counted, as maintenance does. */
  const count = async () => {
    const job = createHourCounting()
    do await inTransaction(pool, (client) => job.run(client, context))
    while (job.hasMore())
  }

  return { now, hour, seed, called, judgeHour, count }
}
