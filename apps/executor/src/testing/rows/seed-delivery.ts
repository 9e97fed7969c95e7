import { encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import type { HeaderList } from '@knockwire/domain/headers/header-list'
import type { Database } from '@knockwire/db/client'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { deliveries, slackChannels, notifications } from '@knockwire/db/schema/notifications'
import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ExecutorContext } from '../../context.ts'
import { onDemand } from '../run-now.ts'
import { type DeliveryRow, seedNotification, seedTask } from './seed.ts'
import { testSecrets } from '../test-executor.ts'

/** The process that delivers: the database does not announce to it the jobs that it sent itself. */
export interface Workers {
  context: ExecutorContext
  wake: () => void
}

export interface DeliverySeed {
  accountId: string
  setting: StoredChannelSetting
  taskName?: string
  body?: string
  value?: JsonValue
  description?: string
  occasion?: 'HOLDS' | 'RECOVERED'
  trigger?: 'SCHEDULE' | 'TEST'
  /** One that is there already, whose setting it is. */
  notificationId?: string
}

const responseHeaders: HeaderList = [
  ['Content-Type', 'application/json'],
  ['Set-Cookie', 'session=1'],
  ['set-cookie', 'theme=dark'],
]
const requestHeaders: HeaderList = [
  ['X-Event', 'push'],
  ['Authorization', 'Bearer 1'],
]

/** Makes deliveries of one execution that wait for their workers, and gives their ids. */
export const seedDeliveries = async ({ context, wake }: Workers, seed: DeliverySeed, count = 1): Promise<string[]> => {
  const { database, queue } = context
  const { db } = database
  const { accountId, setting, occasion = 'HOLDS', value = 500, description = 'Status code equals 500' } = seed
  const now = new Date()
  const uri = 'https://shop.example/health'
  const taskId = await seedTask(db, { accountId, uri, name: seed.taskName ?? 'Shop front', schedule: onDemand })
  const notificationId = seed.notificationId ?? (await seedNotification(db, { accountId, taskId, setting }))
  const rows = Array.from({ length: count }, () => ({ id: uuidv7(), subjectId: uuidv7() }))
  const common = { accountId, notificationId, type: setting.type, recipient: 'somebody', createdAt: now } as const
  await db.transaction(async (tx) => {
    for (const { subjectId } of rows) {
      const timestamps = { scheduledFor: new Date(now.getTime() + Math.random() * 1e9), createdAt: now, startedAt: now }
      await tx.insert(executions).values({
        id: subjectId,
        taskId,
        accountId,
        trigger: seed.trigger ?? 'SCHEDULE',
        status: 'SUCCEEDED',
        ...timestamps,
        statusCode: 500,
        responseTimeMs: 123,
      })
      await tx.insert(executionDetails).values({
        executionId: subjectId,
        request: { uri, method: 'GET', headers: [], body: null },
        responseHeaders: encryptSecretHeaders(responseHeaders, context.secrets),
        responseBody: Buffer.from(seed.body ?? '{"status":"down"}'),
      })
    }
    const recovery = { recovery: 'Status code is no longer 500' }
    const words = { state: 'Down', summary: '500' } as const
    const verdict = { description, value, ...(occasion === 'RECOVERED' ? recovery : { words }) }
    await tx
      .insert(deliveries)
      .values(rows.map((row) => ({ ...common, ...row, occasion, status: 'PENDING' as const, verdict })))
    const jobs = rows.map(({ id }) => ({ id, type: setting.type, accountId }))
    await sendDeliveries(queue, tx, jobs)
  })
  wake()
  return rows.map(({ id }) => id)
}

export const seedDelivery = async (workers: Workers, seed: DeliverySeed): Promise<string> => {
  const [id = ''] = await seedDeliveries(workers, seed)
  return id
}

/** What came, where it is not the usual JSON. */
interface ReceivedSeed {
  headers: HeaderList
  body: Buffer
}

/** A delivery for a received request. */
export const seedRequestDelivery = async (
  { context, wake }: Workers,
  { accountId, setting, received }: Pick<DeliverySeed, 'accountId' | 'setting'> & { received?: ReceivedSeed },
): Promise<string> => {
  const { database, queue } = context
  const { db } = database
  const [id, receiverId, subjectId, notificationId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  const now = new Date()
  const timestamps = { createdAt: now, updatedAt: now }
  await db.transaction(async (tx) => {
    const answer = { responseCode: 201, contentType: 'text/plain', responseBody: 'Thanks' }
    const names = { name: 'Deployments', token: receiverId.replaceAll('-', '') }
    await tx
      .insert(receivers)
      .values({ id: receiverId, accountId, status: 'ACTIVE', ...names, ...answer, ...timestamps })
    await tx
      .insert(notifications)
      .values({ id: notificationId, accountId, receiverId, type: setting.type, setting, ...timestamps })
    await tx.insert(receivedRequests).values({
      id: subjectId,
      receiverId,
      createdAt: now,
      method: 'POST',
      url: '/r/token',
      remoteAddress: '203.0.113.7',
      requestHeaders: encryptSecretHeaders([...requestHeaders, ...(received?.headers ?? [])], context.secrets),
      requestBody: received?.body ?? Buffer.from('{"ref":"main"}'),
      ...answer,
    })
    await tx.insert(deliveries).values({
      id,
      accountId,
      notificationId,
      subjectId,
      occasion: 'REQUEST',
      type: setting.type,
      recipient: 'somebody',
      status: 'PENDING',
      createdAt: now,
    })
    await sendDeliveries(queue, tx, [{ id, type: setting.type, accountId }])
  })
  wake()
  return id
}

export const deliveryOf = async (db: Database, id: string): Promise<DeliveryRow> => {
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, id))
  if (!delivery) throw new Error('There is no such delivery.')
  return delivery
}

/** Waits until a delivery is no longer pending, and gives it. */
export const untilDone = async (db: Database, id: string): Promise<DeliveryRow> => {
  const status = async () => (await deliveryOf(db, id)).status
  await expect.poll(status, { timeout: 60_000 }).not.toBe('PENDING')
  return deliveryOf(db, id)
}

/** A Slack channel that the account has picked. */
export const seedSlackChannel = async (
  db: Database,
  accountId: string,
  keys: { token?: string; webhookUrl?: string | null; slackChannelId?: string } = {},
): Promise<string> => {
  const { token = 'xoxb-token', webhookUrl = null, slackChannelId = 'C0ALERTS' } = keys
  const id = uuidv7()
  await db.insert(slackChannels).values({
    id,
    accountId,
    teamId: uuidv7(),
    teamName: 'Acme',
    slackChannelId,
    channel: '#alerts',
    token: testSecrets.encrypt(token),
    webhookUrl: webhookUrl === null ? null : testSecrets.encrypt(webhookUrl),
    createdAt: new Date(),
  })
  return id
}
