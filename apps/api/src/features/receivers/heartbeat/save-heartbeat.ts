import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '@knockwire/db/client'
import { heartbeatChanges, heartbeats, heartbeatSignals, type receivers } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type Expectation, expectationOf } from '@knockwire/domain/heartbeats/expectation'
import type { Usual } from '@knockwire/domain/heartbeats/learned/usual'
import {
  type Heartbeat,
  newHeartbeat,
  type Step,
  type Watch,
} from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import { edit, expectAnew, pause, resume } from '@knockwire/domain/heartbeats/machine/watch-changes'
import type { ReceiverStatus } from '@knockwire/domain/receivers/receiver'
import { changeColumnsOf, columnsOf, heartbeatOf } from '@knockwire/services/heartbeats/heartbeat-columns'
import { dueAtOnceSql } from '@knockwire/services/heartbeats/presence'
import { and, eq, ne, sql } from 'drizzle-orm'
import { usualFor } from './learned-rhythm.ts'

/** What a heartbeat needs of its receiver. */
type OfReceiver = Pick<typeof receivers.$inferSelect, 'id' | 'accountId' | 'status'>

/**
 * Saves when a receiver expects calls; null: never any more. The receiver's own row has been changed before, which has the ingress
 * decide requests by the new one, and takes the locks in the order in which the ingress does.
 */
export const saveExpectation = async (
  tx: Transaction,
  receiver: OfReceiver,
  expectation: Expectation | null,
): Promise<void> => {
  if (expectation === null) {
    await tx.delete(heartbeats).where(eq(heartbeats.receiverId, receiver.id))
    return
  }
  const stored = await lockHeartbeat(tx, receiver.id)
  if (stored === null) return insertHeartbeat(tx, receiver, expectation)
  if (isDeepStrictEqual(stored.expectation, expectation)) return
  const learned = await usualFor(tx, receiver.id, expectation, stored.nowMs)
  const usual = expectation.mode === 'LEARNED' ? (learned ?? stored.usual) : null
  const step = edit(stored.heartbeat, watchOf(expectation, usual), stored.nowMs)
  await tx.update(heartbeats).set({ expectation, usual }).where(eq(heartbeats.receiverId, receiver.id))
  await writeStep(tx, receiver.id, step)
}

/** Who is notified of lateness is looked at by the executor, which is next to look at the heartbeat. */
const watchOf = (expectation: Expectation, usual: Usual | null): Watch => ({ expectation, usual, isLateWatched: false })

/** Of a receiver that expects calls from now on: paused, as long as it is disabled. */
export const insertHeartbeat = async (
  tx: Transaction,
  { id: receiverId, accountId, status }: OfReceiver,
  expectation: Expectation,
): Promise<void> => {
  const nowMs = await databaseNow(tx)
  const usual = await usualFor(tx, receiverId, expectation, nowMs)
  const made = newHeartbeat(nowMs, status === 'ACTIVE' ? 'NEW' : 'PAUSED')
  const { heartbeat } = edit(made, watchOf(expectation, usual), nowMs)
  const checkAt = heartbeat.judgedUntilMs === null ? null : sql.raw(dueAtOnceSql)
  await tx.insert(heartbeats).values({ receiverId, accountId, expectation, usual, checkAt, ...columnsOf(heartbeat) })
}

/** A receiver that is disabled takes no calls, and expects none. */
export const setHeartbeatStatus = async (
  tx: Transaction,
  receiverId: string,
  status: ReceiverStatus,
): Promise<void> => {
  const stored = await lockHeartbeat(tx, receiverId)
  if (stored === null) return
  const { heartbeat, expectation, usual, nowMs } = stored
  const step = status === 'ACTIVE' ? resume(heartbeat, watchOf(expectation, usual), nowMs) : pause(heartbeat, nowMs)
  // What nobody has taken yet is of before the pause: taken once it is over, it would bring down a job that is fine.
  if (status !== 'ACTIVE') await tx.delete(heartbeatSignals).where(eq(heartbeatSignals.receiverId, receiverId))
  await writeStep(tx, receiverId, step)
}

/** No request of an account could come while it was suspended: its heartbeats expect the next one from now on. */
export const resumeHeartbeatsOf = async (tx: Transaction, accountId: string): Promise<void> => {
  const expecting = and(eq(heartbeats.accountId, accountId), ne(heartbeats.state, 'PAUSED'))
  const rows = await tx.select().from(heartbeats).where(expecting).orderBy(heartbeats.receiverId).for('no key update')
  const nowMs = await databaseNow(tx)
  for (const stored of rows) {
    const watch = watchOf(expectationOf(stored.expectation), stored.usual)
    await writeStep(tx, stored.receiverId, expectAnew(heartbeatOf(stored), watch, nowMs))
  }
}

interface LockedHeartbeat {
  expectation: Expectation
  heartbeat: Heartbeat
  usual: Usual | null
  nowMs: number
}

const lockHeartbeat = async (tx: Transaction, receiverId: string): Promise<LockedHeartbeat | null> => {
  const [stored] = await tx.select().from(heartbeats).where(eq(heartbeats.receiverId, receiverId)).for('no key update')
  if (stored === undefined) return null
  return {
    expectation: expectationOf(stored.expectation),
    heartbeat: heartbeatOf(stored),
    usual: stored.usual,
    nowMs: await databaseNow(tx),
  }
}

const databaseNow = async (tx: Transaction): Promise<number> => {
  const { rows } = await tx.execute<{ ms: number }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return rows[0]?.ms ?? Date.now()
}

/** The executor looks at it at once, and says when to look next. */
const writeStep = async (tx: Transaction, receiverId: string, { heartbeat, events }: Step): Promise<void> => {
  const changes = events.flatMap(({ change }) => (change === null ? [] : [{ id: uuidv7(), receiverId, change }]))
  if (changes.length > 0)
    await tx
      .insert(heartbeatChanges)
      .values(changes.map(({ change, ...ids }) => ({ ...ids, ...changeColumnsOf(change) })))
  const last = changes.at(-1)
  await tx
    .update(heartbeats)
    .set({
      ...columnsOf(heartbeat),
      isSettled: false,
      checkAt: heartbeat.state === 'PAUSED' ? null : sql.raw(dueAtOnceSql),
      ...(last && { changeId: last.id }),
    })
    .where(eq(heartbeats.receiverId, receiverId))
}
