import { receiverCounters } from '@knockwire/db/schema/receivers'
import { accounts } from '@knockwire/db/schema/accounts'
import { schedules } from '@knockwire/db/schema/tasks'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { storedBytesOf } from './stored-bytes.ts'

it('the stored bytes of an account are those of its tasks and receivers', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.close)
  const { db } = database
  const { taskId, accountId } = await insertTestTask(db)
  await db.update(schedules).set({ storedBytes: 5_000_000_000 }).where(eq(schedules.taskId, taskId))
  await db.update(accounts).set({ plan: 'HOBBY' }).where(eq(accounts.id, accountId))
  const receiver = await insertTestReceiver(db)
  await db
    .insert(receiverCounters)
    .values({ receiverId: receiver.id, storedBytes: 7 })
    .onConflictDoUpdate({
      target: receiverCounters.receiverId,
      set: { storedBytes: 7 },
    })
  const found = await storedBytesOf(db, [accountId, receiver.accountId, uuidv7()])
  expect(found.toSorted((a, b) => b.bytes - a.bytes)).toEqual([
    { accountId, plan: 'HOBBY', bytes: 5_000_000_000 },
    { accountId: receiver.accountId, plan: 'FREE', bytes: 7 },
  ])
  expect(await storedBytesOf(db, [])).toEqual([])
})
