import { dueChannel } from '@knockwire/db/channels'
import type { Database } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { insertTestAccount } from '@knockwire/db/testing/insert-account'
import type { StoredChannelSetting, StoredRequest } from '@knockwire/db/stored-json'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import type { Firing } from '@knockwire/domain/notifications/firing'
import type { Plan } from '@knockwire/domain/plans/plan'
import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'

interface SeedAccount {
  plan?: Plan
  isVerified?: boolean
}

export const seedAccount = async (db: Database, { plan = 'SUPER', isVerified = true }: SeedAccount = {}) => {
  const { accountId: id, email } = await insertTestAccount(db, { plan })
  if (isVerified) await db.insert(verifiedEmails).values({ accountId: id, address: email, verifiedAt: new Date() })
  return { id, email }
}

interface SeedTask {
  accountId: string
  uri: string
  name?: string
  request?: Partial<StoredRequest>
  schedule?: Partial<typeof schedules.$inferInsert>
  isDraft?: boolean
}

const plainRequest = (uri: string): StoredRequest => ({
  uri,
  method: 'GET',
  headers: [],
  body: null,
  basicAuth: { status: 'DISABLED', username: '', password: null },
  followRedirect: true,
  allowInsecureCerts: false,
})

/** Active and due just now, every hour, unless it is said otherwise. */
export const seedTasks = async (db: Database, values: readonly SeedTask[]): Promise<string[]> => {
  const now = new Date()
  const rows = values.map((task) => ({ id: uuidv7(), ...task }))
  const chunk = 1000
  for (let from = 0; from < rows.length; from += chunk) {
    const part = rows.slice(from, from + chunk)
    await db.insert(tasks).values(
      part.map(({ id, accountId, uri, name, request, isDraft = false }) => ({
        id,
        accountId,
        name: name ?? null,
        isDraft,
        request: { ...plainRequest(uri), ...request },
        createdAt: now,
        updatedAt: now,
      })),
    )
    await db.insert(schedules).values(
      part.map(({ id, accountId, schedule }) => ({
        taskId: id,
        accountId,
        mode: 'INTERVAL' as const,
        status: 'ACTIVE' as const,
        intervalSecond: 3600,
        anchorAt: now,
        dueAt: now,
        ...schedule,
      })),
    )
  }
  await db.execute(sql`select pg_notify(${dueChannel}, '')`)
  return rows.map(({ id }) => id)
}

export const seedTask = async (db: Database, task: SeedTask): Promise<string> => {
  const [id = ''] = await seedTasks(db, [task])
  return id
}

interface SeedNotification {
  accountId: string
  taskId: string
  setting: StoredChannelSetting
  /** The status code equals 200, unless it is said otherwise. */
  condition?: Partial<Condition>
  firing?: Firing
}

export const seedNotification = async (db: Database, values: SeedNotification): Promise<string> => {
  const { accountId, taskId, setting, condition, firing } = values
  const id = uuidv7()
  const now = new Date()
  await db.insert(notifications).values({
    id,
    accountId,
    taskId,
    type: setting.type,
    condition: { ...defaultCondition, ...condition },
    firing: firing ?? null,
    setting,
    createdAt: now,
    updatedAt: now,
  })
  return id
}

export const emailTo = (
  address: string,
  texts: { subject?: string; template?: string } = {},
): StoredChannelSetting => ({
  type: 'EMAIL',
  email: { address, subject: '{{ task.name }}', template: '{{ condition.description }}', ...texts },
})

export const textTo = (phoneNumber: string, template = '{{ condition.description }}'): StoredChannelSetting => ({
  type: 'SMS',
  sms: { countryCode: '+1', phoneNumber, template },
})

export const slackTo = (channelId: string, messageTemplate = '{{ condition.description }}'): StoredChannelSetting => ({
  type: 'SLACK',
  slack: { channelId, messageTemplate },
})

export const callTo = (uri: string, request: Partial<StoredRequest> = {}): StoredChannelSetting => ({
  type: 'HTTP',
  request: {
    uri,
    method: 'POST',
    headers: [],
    body: null,
    basicAuth: { status: 'DISABLED', username: '', password: null },
    followRedirect: true,
    allowInsecureCerts: false,
    ...request,
  },
})

export type DeliveryRow = typeof deliveries.$inferSelect

/** What a notification has sent, oldest first. */
export const deliveriesOf = (db: Database, notificationId: string): Promise<DeliveryRow[]> =>
  db.select().from(deliveries).where(eq(deliveries.notificationId, notificationId)).orderBy(asc(deliveries.id))

/** Waits until a notification has so many deliveries, none of which is pending, and gives them. */
export const untilSettled = async (
  db: Database,
  notificationId: string,
  count = 1,
  timeout = 20_000,
): Promise<DeliveryRow[]> => {
  const settled = async () =>
    (await deliveriesOf(db, notificationId)).filter(({ status }) => status !== 'PENDING').length
  await expect.poll(settled, { timeout }).toBeGreaterThanOrEqual(count)
  return deliveriesOf(db, notificationId)
}
