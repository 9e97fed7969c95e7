import { deliveries } from '@knockwire/db/schema/notifications'
import { receivedRequests, receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq, sql } from 'drizzle-orm'
import type { TestApp } from '../test-app.ts'

type Received = Partial<typeof receivedRequests.$inferInsert>

/** Requests that a receiver got, as the ingress records them, each with one delivery; their ids, the newest first. */
export const insertReceived = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  receiverId: string,
  count: number,
  changes: Received = {},
): Promise<string[]> => {
  const [receiver] = await db.select().from(receivers).where(eq(receivers.id, receiverId))
  if (receiver === undefined) throw new Error('There is no such receiver.')
  const newestFirst: string[] = []
  for (let n = 0; n < count; n += 1) {
    clock.advance(1000)
    const id = uuidv7(clock.now())
    const createdAt = new Date(clock.now())
    await db.insert(receivedRequests).values({
      id,
      receiverId,
      createdAt,
      method: 'POST',
      url: `/r/${receiver.token}`,
      remoteAddress: '203.0.113.7',
      responseCode: 200,
      requestHeaders: [
        ['Host', 'in.example'],
        ['Content-Type', 'application/json'],
      ],
      requestBody: Buffer.from(`{"n":${n}}`),
      responseBody: 'ok',
      contentType: 'text/plain',
      ...changes,
    })
    await db.insert(deliveries).values({
      id: uuidv7(clock.now()),
      accountId: receiver.accountId,
      notificationId: uuidv7(),
      subjectId: id,
      occasion: 'REQUEST',
      type: 'EMAIL',
      recipient: 'ada@example.com',
      status: 'DELIVERED',
      attempts: 1,
      createdAt,
      deliveredAt: createdAt,
    })
    newestFirst.unshift(id)
  }
  await db
    .update(receiverCounters)
    .set({ total: sql`${receiverCounters.total} + ${count}` })
    .where(eq(receiverCounters.receiverId, receiverId))
  return newestFirst
}
