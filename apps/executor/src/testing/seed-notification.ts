import type { Database } from '@knockwire/db/client'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import type { StoredChannelSetting, StoredRequest } from '@knockwire/db/stored-json'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type Condition, defaultCondition } from '@knockwire/domain/conditions/condition'
import type { Firing } from '@knockwire/domain/notifications/firing'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'

export interface SeedNotification {
  accountId: string
  taskId: string
  setting: StoredChannelSetting
  /** The response code equals 200, unless it is said otherwise. */
  condition?: Partial<Condition>
  firing?: Firing
}

export const seedNotification = async (db: Database, wanted: SeedNotification): Promise<string> => {
  const { accountId, taskId, setting, condition, firing } = wanted
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

/** What a notification has told, oldest first. */
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
