import type { Database } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Plan } from '@knockwire/domain/plans/plan'
import { eq } from 'drizzle-orm'

export const now = new Date('2026-11-22T04:31:20Z')

/** A task of a new account whose address is confirmed. */
export const seedTask = async (db: Database, plan: Plan = 'HOBBY') => {
  const { taskId, accountId } = await insertTestTask(db)
  const email = `${accountId}@example.com`
  await db.update(accounts).set({ plan }).where(eq(accounts.id, accountId))
  await db.update(tasks).set({ name: 'Shop front' }).where(eq(tasks.id, taskId))
  await db.update(schedules).set({ timezone: 'Europe/Berlin' }).where(eq(schedules.taskId, taskId))
  await db.insert(verifiedEmails).values({ accountId, address: email, verifiedAt: now })
  return { taskId, accountId, email }
}

export const emailTo = (address: string): StoredChannelSetting => ({
  type: 'EMAIL',
  email: { address, subject: 'Down', template: 'It is down.' },
})

export const textTo = (phoneNumber: string): StoredChannelSetting => ({
  type: 'SMS',
  sms: { countryCode: '+1', phoneNumber, template: 'Down' },
})

type Owner = { taskId: string } | { receiverId: string }

export const seedNotification = async (
  db: Database,
  accountId: string,
  owner: Owner,
  setting: StoredChannelSetting,
): Promise<string> => {
  const id = uuidv7()
  const row = { id, accountId, ...owner, type: setting.type, setting, createdAt: now, updatedAt: now }
  await db.insert(notifications).values(row)
  return id
}

type Execution = Partial<typeof executions.$inferInsert>
type Details = Partial<typeof executionDetails.$inferInsert>

export const seedExecution = async (
  db: Database,
  task: { taskId: string; accountId: string },
  execution: Execution = {},
  details: Details = {},
): Promise<string> => {
  const id = uuidv7()
  await db.insert(executions).values({
    id,
    taskId: task.taskId,
    accountId: task.accountId,
    trigger: 'SCHEDULE',
    status: 'SUCCEEDED',
    scheduledFor: new Date(now.getTime() + Math.floor(Math.random() * 1e9)),
    createdAt: now,
    statusCode: 500,
    responseTimeMs: 123,
    ...execution,
  })
  await db.insert(executionDetails).values({
    executionId: id,
    responseHeaders: [['Content-Type', 'text/plain']],
    responseBody: Buffer.from('It is down.'),
    ...details,
  })
  return id
}

type Delivery = typeof deliveries.$inferInsert

export const seedDelivery = async (
  db: Database,
  delivery: Pick<Delivery, 'accountId' | 'notificationId' | 'subjectId'> & Partial<Delivery>,
): Promise<string> => {
  const { id = uuidv7() } = delivery
  await db.insert(deliveries).values({
    id,
    occasion: 'HOLDS',
    type: 'EMAIL',
    recipient: 'somebody',
    status: 'PENDING',
    verdict: { description: 'Status code equals 500', value: 500 },
    createdAt: now,
    ...delivery,
  })
  return id
}

export const deliveryOf = async (db: Database, id: string) => {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id))
  if (row === undefined) throw new Error('There is no such delivery.')
  return row
}
