import { notifications, slackChannels } from '@knockwire/db/schema/notifications'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSecrets } from '@knockwire/services/channels/testing/message'
import { createDeliveries, type DeliveryToCreate } from './create-deliveries.ts'
import { deliveryOf, emailTo, now, seedNotification, seedTask, textTo } from './testing/seed.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const verdict = { description: 'It says "down" \\ {now}', value: 500 }
const create = (...toCreate: DeliveryToCreate[]) =>
  inTransaction(database.pool, (client) => createDeliveries(client, toCreate))
const dueFor = (
  accountId: string,
  notificationId: string,
  changes: Partial<DeliveryToCreate> = {},
): DeliveryToCreate => ({
  notificationId,
  accountId,
  subjectId: uuidv7(),
  occasion: 'HOLDS',
  verdict,
  isRequested: false,
  ...changes,
})

describe('a delivery that is due', () => {
  it('is stored with its recipient and what it was decided on, each of several for its own notification', async () => {
    const { db } = database
    const task = await seedTask(db)
    const mail = await seedNotification(db, task.accountId, task, emailTo('o\'neil"@example.com'))
    const text = await seedNotification(db, task.accountId, task, textTo('+16045550199'))
    const due = [
      dueFor(task.accountId, mail),
      dueFor(task.accountId, text, { occasion: 'RECOVERED' }),
      dueFor(task.accountId, mail),
    ]
    const written = await create(...due)
    expect(written.map(({ type, accountId }) => [type, accountId])).toEqual([
      ['EMAIL', task.accountId],
      ['SMS', task.accountId],
      ['EMAIL', task.accountId],
    ])
    const rows = await Promise.all(written.map(({ id }) => deliveryOf(db, id)))
    expect(rows).toMatchObject(
      due.map(({ notificationId, subjectId, occasion }) => ({
        accountId: task.accountId,
        notificationId,
        subjectId,
        occasion,
        type: notificationId === mail ? 'EMAIL' : 'SMS',
        recipient: notificationId === mail ? 'o\'neil"@example.com' : '+16045550199',
        status: 'PENDING',
        attempts: 0,
        verdict,
        createdAt: expect.any(Date),
        draft: null,
      })),
    )
  })

  it('is muted with its notification, unless somebody asked for it with a test', async () => {
    const { db } = database
    const task = await seedTask(db)
    const id = await seedNotification(db, task.accountId, task, emailTo('ada@example.com'))
    await db.update(notifications).set({ mutedUntil: 'infinity' }).where(eq(notifications.id, id))
    expect(await create(dueFor(task.accountId, id))).toEqual([])
    const [requested] = await create(dueFor(task.accountId, id, { isRequested: true }))
    expect(await deliveryOf(db, requested?.id ?? '')).toMatchObject({ status: 'PENDING', isRequested: true })
  })

  it('is stored once for an execution, a notification and an occasion', async () => {
    const task = await seedTask(database.db)
    const id = await seedNotification(database.db, task.accountId, task, emailTo('ada@example.com'))
    const due = dueFor(task.accountId, id)
    expect(await create(due)).toHaveLength(1)
    expect(await create(due, { ...due, occasion: 'RECOVERED' })).toHaveLength(1)
    expect(await create(due)).toEqual([])
  })

  it('is dropped where its notification has been deleted, and so are no others', async () => {
    const task = await seedTask(database.db)
    const id = await seedNotification(database.db, task.accountId, task, emailTo('ada@example.com'))
    expect(await create(dueFor(task.accountId, uuidv7()), dueFor(task.accountId, id))).toHaveLength(1)
    expect(await create(dueFor(task.accountId, uuidv7()))).toEqual([])
    expect(await create()).toEqual([])
  })

  it('names the Slack channel as it is called, where it is still connected', async () => {
    const { db } = database
    const task = await seedTask(db)
    const channelId = uuidv7()
    const names = { teamId: 'T1', teamName: 'Acme', slackChannelId: 'C1', channel: '#alerts' }
    const token = testSecrets.encrypt('xoxb-token')
    await db.insert(slackChannels).values({ id: channelId, accountId: task.accountId, ...names, token, createdAt: now })
    const recipients = []
    for (const id of [channelId, uuidv7(), '']) {
      const setting = { type: 'SLACK', slack: { channelId: id, messageTemplate: '' } } as const
      const notificationId = await seedNotification(db, task.accountId, task, setting)
      const [written] = await create(dueFor(task.accountId, notificationId))
      recipients.push((await deliveryOf(db, written?.id ?? '')).recipient)
    }
    const deleted = 'A deleted Slack channel'
    expect(recipients).toEqual(['#alerts (Acme)', deleted, deleted])
  })
})
