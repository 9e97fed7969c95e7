import { sessions } from '@knockwire/db/schema/users'
import { ownerOf } from '@knockwire/db/testing/insert-account'
import { rateWindows } from '@knockwire/db/schema/limits'
import { receivers, rejectedRequests, requestForwards } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onDemand } from '../testing/run-now.ts'
import { seedAccount, seedTasks } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import {
  createExpiredDeletion,
  createStaleDraftsDeletion,
  createStaleReceiverDraftsDeletion,
} from './delete-expired.ts'
import { runMaintenanceJob } from './start-maintenance.ts'

const { db, url, stopAfter } = await useTestDatabase()
const day = 86_400_000

const { context, close } = await createTestContext(url)
stopAfter(close)

it('what has expired is deleted in batches, each of which stays deleted where a later one fails', async () => {
  const { id: receiverId, accountId } = await insertTestReceiver(db)
  const userId = await ownerOf(db, accountId)
  const past = new Date(Date.now() - 8 * day)
  const numbers = Array.from({ length: 25 }, (_, n) => n)
  await db
    .insert(sessions)
    .values(
      numbers.map((n) => ({ idHash: `${n}`, accountId, userId, createdAt: past, lastSeenAt: past, expiresAt: past })),
    )
  await db
    .insert(rateWindows)
    .values(numbers.map((n) => ({ key: `${n}`, windowStart: past, expiresAt: past, count: 1 })))
  await db.insert(rejectedRequests).values(
    numbers.map((n) => ({
      receiverId,
      minute: new Date(past.getTime() - n * 60_000),
      reason: 'OVER_LIMIT' as const,
      count: 1,
    })),
  )
  const left = async () => [await db.$count(sessions), await db.$count(rateWindows), await db.$count(rejectedRequests)]

  const interrupted = createExpiredDeletion(10)
  const page = () => inTransaction(context.maintenance.pool, (client) => interrupted.run(client, context))
  expect(await page()).toBe(30)
  expect([await left(), interrupted.hasMore()]).toEqual([[15, 15, 15], true])

  await runMaintenanceJob(context, { name: 'delete-expired', lock: 1004, ...createExpiredDeletion(10) })
  expect(await left()).toEqual([0, 0, 0])
})

it('what a machine responded to a forwarded request is deleted after 30 days', async () => {
  const { id: receiverId } = await insertTestReceiver(db)
  const forwards = [29, 31].map((days) => ({
    id: uuidv7(),
    receiverId,
    requestId: uuidv7(),
    createdAt: new Date(Date.now() - days * day),
    target: 'http://localhost:3000/',
    startedAt: new Date(),
    durationMs: 12,
    status: 200,
  }))
  await db.insert(requestForwards).values(forwards)
  await runMaintenanceJob(context, { name: 'delete-expired', lock: 1004, ...createExpiredDeletion(10) })
  const left = await db.select({ id: requestForwards.id }).from(requestForwards)
  expect(left).toEqual([{ id: forwards[0]?.id }])
})

it('stale drafts are deleted few at a time, until none is left', async () => {
  const numbers = Array.from({ length: 5 }, (_, n) => n)
  const { id: accountId } = await seedAccount(db)
  await seedTasks(
    db,
    numbers.map(() => ({ accountId, uri: 'https://example.com/', isDraft: true, schedule: onDemand })),
  )
  const updatedAt = new Date(Date.now() - 2 * day)
  await db.update(tasks).set({ updatedAt })
  for (const _ of numbers) await insertTestReceiver(db, { isDraft: true, status: 'DISABLED', updatedAt })
  const left = async () => [
    await db.$count(tasks, eq(tasks.isDraft, true)),
    await db.$count(receivers, eq(receivers.isDraft, true)),
  ]
  const [ofTasks, ofReceivers] = [createStaleDraftsDeletion(2), createStaleReceiverDraftsDeletion(2)]
  for (const job of [ofTasks, ofReceivers])
    await inTransaction(context.maintenance.pool, (client) => job.run(client, context))
  expect(await left()).toEqual([3, 3])
  await runMaintenanceJob(context, { name: 'delete-stale-drafts', lock: 1005, ...ofTasks })
  await runMaintenanceJob(context, { name: 'delete-stale-receiver-drafts', lock: 1014, ...ofReceivers })
  expect(await left()).toEqual([0, 0])
})
