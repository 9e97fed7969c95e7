import { deliveries } from '@knockwire/db/schema/notifications'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { collect } from '@knockwire/db/testing/invariants/collect'
import { noteChanges } from '@knockwire/db/testing/invariants/note-changes'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { expect, it } from 'vitest'
import { useTestDatabase } from './test-executor.ts'

const { db, pool } = await useTestDatabase()

type Status = 'DELIVERED' | 'FAILED'

const insertDelivery = (subjectId: string, status: Status) =>
  db.insert(deliveries).values({
    id: uuidv7(),
    accountId: uuidv7(),
    notificationId: uuidv7(),
    subjectId,
    occasion: 'HOLDS',
    type: 'EMAIL',
    recipient: 'a@example.com',
    status,
    attempts: 1,
    createdAt: new Date(),
  })

/** An execution whose emails ended so, of which one at least was sent. */
const insertSent = async (...statuses: Status[]) => {
  const executionId = uuidv7()
  for (const status of statuses) await insertDelivery(executionId, status)
  const body = `https://knockwire.example/tasks/${uuidv7()}/executions/${executionId}`
  const mail = { id: uuidv7(), channel: 'EMAIL', to: 'a@example.com', subject: 'Ran', body, createdAt: new Date() }
  await db.insert(devOutbox).values(mail)
}

it('there are emails of as many executions as had one delivered, also where another one of the same execution failed', async () => {
  await insertSent('DELIVERED')
  await insertSent('DELIVERED', 'FAILED')
  await insertSent('FAILED')
  await noteChanges(pool)
  const { counts } = await collect(pool)
  expect(counts).toContainEqual({ what: 'emails that were sent', counted: 2, found: 2 })
})
