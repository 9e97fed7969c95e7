import { hourMs } from '@knockwire/domain/heartbeats/learned/week-hours'
import { eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { countedHours, receivedRequests, receiverCounters, receiverRollups } from '../schema/receivers.ts'
import { uuidv7 } from '../uuidv7.ts'

interface Counted {
  receiverId: string
  /** The end of the last hour that was counted, in epoch milliseconds. */
  untilMs: number
  /** How many requests the hours before it had, the oldest first. */
  received: readonly number[]
  rejected?: readonly number[]
}

const dayMs = 24 * hourMs

/** A receiver’s requests were counted by the hour, and deleted since. Gives the number of the last. */
export const insertTestRollups = async (
  db: Database,
  { receiverId, untilMs, received, rejected }: Counted,
): Promise<number> => {
  const fromMs = untilMs - received.length * hourMs
  const days = Map.groupBy(received.keys(), (index) => Math.floor((fromMs + index * hourMs) / dayMs) * dayMs)
  let lastSeq = 0
  const rows = [...days].map(([startMs, indexes]) => {
    const place = (index: number) => (fromMs + index * hourMs - startMs) / hourMs
    const ofDay = { received: Array.from({ length: 24 }, () => 0), rejected: Array.from({ length: 24 }, () => 0) }
    for (const index of indexes) {
      ofDay.received[place(index)] = received[index] ?? 0
      ofDay.rejected[place(index)] = rejected?.[index] ?? 0
      lastSeq += received[index] ?? 0
    }
    const countedUntil = new Date(fromMs + ((indexes.at(-1) ?? 0) + 1) * hourMs)
    return { receiverId, day: new Date(startMs), ...ofDay, lastSeq, countedUntil }
  })
  await db.insert(receiverRollups).values(rows)
  const hours = [...received.keys()].map((index) => ({ hour: new Date(fromMs + index * hourMs) }))
  await db.insert(countedHours).values(hours).onConflictDoNothing()
  await db.update(receiverCounters).set({ lastSeq }).where(eq(receiverCounters.receiverId, receiverId))
  return lastSeq
}

/** Requests are recorded, as the ingress records them, after those that have been. */
export const insertTestRequests = async (db: Database, receiverId: string, times: readonly number[]): Promise<void> => {
  if (times.length === 0) return
  const [counters] = await db.select().from(receiverCounters).where(eq(receiverCounters.receiverId, receiverId))
  const { lastSeq = 0, total = 0 } = counters ?? {}
  await db.insert(receivedRequests).values(
    times.map((atMs, index) => ({
      id: uuidv7(atMs),
      receiverId,
      createdAt: new Date(atMs),
      method: 'POST' as const,
      url: '/r/token',
      remoteAddress: '203.0.113.5',
      responseCode: 200,
      requestHeaders: [],
      requestBody: new Uint8Array(),
      responseBody: '',
      contentType: 'text/plain',
      seq: lastSeq + index + 1,
    })),
  )
  const windowStart = new Date(Math.floor((times.at(-1) ?? 0) / 60_000) * 60_000)
  await db
    .update(receiverCounters)
    .set({ lastSeq: lastSeq + times.length, total: total + times.length, windowStart })
    .where(eq(receiverCounters.receiverId, receiverId))
}
