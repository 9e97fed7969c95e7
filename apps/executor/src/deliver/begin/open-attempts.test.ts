import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { alertStates, deliveries, notifications, slackChannels } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { taskValues, testSecrets } from '@knockwire/services/channels/testing/message'
import { countUsage, readUsage } from '@knockwire/services/usage/usage'
import {
  deliveryOf,
  emailTo,
  now,
  seedDelivery,
  seedExecution,
  seedNotification,
  seedTask,
  textTo,
} from '../testing/seed.ts'
import { useDeliveries } from '../testing/use-deliveries.ts'

const { database, open, opened } = useDeliveries()
const nowMs = now.getTime()

const ended = async (id: string, mostAttempts?: number) => {
  expect(await open([id], mostAttempts)).toEqual([])
  const { status, error, attempts } = await deliveryOf(database().db, id)
  return { status, error, attempts }
}

const seed = async (delivery: Partial<Parameters<typeof seedDelivery>[1]> = {}) => {
  const task = await seedTask(database().db)
  const notificationId = await seedNotification(database().db, task.accountId, task, emailTo(task.email))
  const subjectId = await seedExecution(database().db, task)
  const ids = { accountId: task.accountId, notificationId, subjectId }
  return { ...task, ...ids, id: await seedDelivery(database().db, { ...ids, ...delivery }) }
}

describe('an attempt that is begun', () => {
  it('is counted, against the plan too, and has all that its channel needs', async () => {
    const { id, accountId, notificationId, subjectId, taskId, email } = await seed()
    const { attempt, message } = await opened(id)
    const counted = { key: `usage:email:${accountId}:month`, startMs: Date.UTC(2026, 10, 1) }
    expect(attempt).toEqual({
      deliveryId: id,
      accountId,
      notificationId,
      subjectId,
      taskId,
      receiverId: null,
      occasion: 'HOLDS',
      type: 'EMAIL',
      attempt: 1,
      verdict: { description: 'Status code equals 500', value: 500 },
      createdAt: now,
      counted,
      plan: 'HOBBY',
      limits: plans.HOBBY,
      joinedTo: null,
      isRequested: false,
      isMuted: false,
      setting: emailTo(email),
      draft: null,
      isConfirmed: true,
      address: { isVerified: true, isUnsubscribed: false },
      slackChannel: null,
      isSlackRevoked: false,
    })
    expect(message).toMatchObject({ deliveryId: id, accountId, subjectId, occasion: 'HOLDS', createdAt: now })
    expect(message).toMatchObject({ setting: emailTo(email), slackChannel: null })
    expect(await deliveryOf(database().db, id)).toMatchObject({ attempts: 1, nextAttemptAt: null, counted: null })
    expect(await readUsage(database().db, { kind: 'email', accountId, limits: plans.HOBBY, nowMs })).toBe(1)
  })

  it('a second time is counted against the plan once, as what it was counted before', async () => {
    const { id, accountId } = await seed({ attempts: 1, counted: { key: 'k', startMs: 1 } })
    expect((await opened(id)).attempt).toMatchObject({ attempt: 2, counted: { key: 'k', startMs: 1 } })
    expect(await readUsage(database().db, { kind: 'email', accountId, limits: plans.HOBBY, nowMs })).toBe(0)
  })

  it('has the Slack channel that was picked, of the account alone', async () => {
    const { db } = database()
    const connect = async (accountId: string, revokedAt: Date | null = null) => {
      const names = { teamId: uuidv7(), teamName: 'Acme', slackChannelId: 'C1', channel: '#alerts' }
      const keys = { token: testSecrets.encrypt('t'), webhookUrl: testSecrets.encrypt('u') }
      const row = { id: uuidv7(), accountId, ...names, ...keys, revokedAt, createdAt: now }
      await db.insert(slackChannels).values(row)
      return row
    }
    const task = await seedTask(db)
    const other = await seedTask(db)
    const deliverTo = async (channelId: string) => {
      const setting = { type: 'SLACK', slack: { channelId, messageTemplate: 'Down' } } as const
      const notificationId = await seedNotification(db, task.accountId, task, setting)
      const subjectId = await seedExecution(db, task)
      return seedDelivery(db, { accountId: task.accountId, notificationId, subjectId, type: 'SLACK' })
    }
    const own = await connect(task.accountId)
    const { attempt, message } = await opened(await deliverTo(own.id))
    const picked = { id: own.id, slackChannelId: 'C1', token: own.token, webhookUrl: own.webhookUrl }
    expect([attempt.slackChannel, message.slackChannel, attempt.counted]).toEqual([picked, picked, null])
    const disconnected = expect.stringContaining('no longer connected')
    expect(await ended(await deliverTo((await connect(other.accountId)).id))).toMatchObject({ error: disconnected })
    expect(await ended(await deliverTo(''))).toMatchObject({ error: disconnected })
    const revoked = await connect(task.accountId, now)
    expect(await ended(await deliverTo(revoked.id))).toMatchObject({ error: expect.stringContaining('has withdrawn') })
  })

  it('of a test is made of its draft', async () => {
    const task = await seedTask(database().db)
    const draft = { setting: emailTo(task.email), values: taskValues }
    const ids = { accountId: task.accountId, notificationId: uuidv7(), subjectId: uuidv7() }
    const id = await seedDelivery(database().db, { ...ids, occasion: 'TEST', draft, verdict: null })
    const { attempt, message } = await opened(id)
    expect(attempt).toMatchObject({ taskId: null, receiverId: null, draft })
    expect(message).toMatchObject({ setting: emailTo(task.email), values: taskValues, occasion: 'TEST' })
    expect(message.summary).toMatchObject({
      states: [{ label: 'Test' }],
      title: 'Shop front',
      action: { url: taskValues.execution.url },
    })
  })

  it('is one of those that wait, in the order of their accounts', async () => {
    const [one, other, done] = [await seed(), await seed(), await seed({ status: 'DELIVERED' })]
    const found = await open([done.id, other.id, one.id, uuidv7()])
    const accounts = [one.accountId, other.accountId].toSorted()
    expect(found.map(({ attempt }) => attempt.accountId)).toEqual(accounts)
    expect((await deliveryOf(database().db, done.id)).attempts).toBe(0)
  })
})

describe('a delivery ends without an attempt', () => {
  it('where its notification has been deleted', async () => {
    const { id, notificationId } = await seed()
    await database().db.delete(notifications).where(eq(notifications.id, notificationId))
    expect(await ended(id)).toEqual({
      status: 'FAILED',
      error: 'The notification was deleted before this was sent.',
      attempts: 0,
    })
  })

  it('where its execution has been deleted', async () => {
    const { id } = await seed({ subjectId: uuidv7() })
    expect(await ended(id)).toEqual({
      status: 'FAILED',
      error: 'The execution or request was deleted before this was sent.',
      attempts: 0,
    })
  })

  it('where the server has stopped at each attempt before', async () => {
    const { id } = await seed({ attempts: 3 })
    expect(await ended(id, 3)).toEqual({
      status: 'FAILED',
      error: 'The server stopped each time while it was sending this.',
      attempts: 3,
    })
    const last = await seed({ attempts: 2 })
    expect(await open([last.id], 3)).toHaveLength(1)
  })

  it('where its notification was muted meanwhile: its alert counts as withheld, and its usage is given back', async () => {
    const { db } = database()
    const { id, accountId } = await seed({ attempts: 1 })
    const { notificationId, subjectId } = await deliveryOf(db, id)
    const usage = { kind: 'email', accountId, limits: plans.HOBBY, nowMs } as const
    const counted = await countUsage(db, usage)
    await db.update(deliveries).set({ counted }).where(eq(deliveries.id, id))
    await db.update(notifications).set({ mutedUntil: 'infinity' }).where(eq(notifications.id, notificationId))
    const remembered = { notificationId, isNotified: true, consecutiveMatches: 1, lastSubjectId: subjectId }
    await db.insert(alertStates).values(remembered)
    expect(await ended(id)).toEqual({
      status: 'MUTED',
      error: 'Not sent: this notification was muted.',
      attempts: 1,
    })
    const [state] = await db.select().from(alertStates).where(eq(alertStates.notificationId, notificationId))
    expect(state?.isWithheld).toBe(true)
    expect(await readUsage(db, usage)).toBe(0)
  })

  it('but a test is sent, muted or not', async () => {
    const { db } = database()
    const { id } = await seed({ occasion: 'TEST' })
    const { notificationId } = await deliveryOf(db, id)
    await db.update(notifications).set({ mutedUntil: 'infinity' }).where(eq(notifications.id, notificationId))
    expect(await open([id])).toHaveLength(1)
  })

  it('nor is what somebody asked for kept back by a mute', async () => {
    const { db } = database()
    const { id, notificationId } = await seed({ isRequested: true })
    await db.update(notifications).set({ mutedUntil: 'infinity' }).where(eq(notifications.id, notificationId))
    expect((await opened(id)).attempt).toMatchObject({ isRequested: true, isMuted: false })
  })

  it('where its address is not confirmed, or wants no mail', async () => {
    const [unconfirmed, unsubscribed] = [await seed(), await seed()]
    await database().db.delete(verifiedEmails).where(eq(verifiedEmails.accountId, unconfirmed.accountId))
    await database()
      .db.update(verifiedEmails)
      .set({ unsubscribedAt: now })
      .where(eq(verifiedEmails.accountId, unsubscribed.accountId))
    expect(await ended(unconfirmed.id)).toMatchObject({ error: expect.stringContaining('is not a verified address') })
    expect(await ended(unsubscribed.id)).toMatchObject({
      error: expect.stringContaining('unsubscribed from the emails'),
    })
    const { accountId } = unconfirmed
    expect(await readUsage(database().db, { kind: 'email', accountId, limits: plans.HOBBY, nowMs })).toBe(0)
  })

  it('where the plan is used up, of which the owner is mailed once', async () => {
    const { db } = database()
    const task = await seedTask(db, 'FREE')
    const usage = { kind: 'email', accountId: task.accountId, limits: plans.FREE, nowMs } as const
    for (let count = 0; count < 19; count += 1) await countUsage(db, usage)
    const notificationId = await seedNotification(db, task.accountId, task, emailTo(task.email))
    const ids = []
    for (let count = 0; count < 3; count += 1) {
      const subjectId = await seedExecution(db, task)
      ids.push(await seedDelivery(db, { accountId: task.accountId, notificationId, subjectId }))
    }
    expect(await open(ids)).toHaveLength(1)
    const rows = await Promise.all(ids.map((id) => deliveryOf(db, id)))
    const exceeded = rows.filter(({ status }) => status === 'LIMIT_EXCEEDED')
    expect(exceeded).toHaveLength(2)
    expect(exceeded[0]).toMatchObject({
      attempts: 0,
      error: 'Not sent: your plan includes 20 emails a day, and all of them are used.',
    })
    const mails = await database().pool.query(`select data from pgboss.job where data ->> 'to' = $1`, [task.email])
    expect(mails.rows.map(({ data }) => data.subject)).toEqual(['Your email limit is reached'])
    expect(mails.rows[0].data.text).toContain('https://knockwire.example/dashboard/account')
  })

  it('where the plan has none of its kind', async () => {
    const { db } = database()
    const task = await seedTask(db, 'FREE')
    const notificationId = await seedNotification(db, task.accountId, task, textTo('+16045550199'))
    const subjectId = await seedExecution(db, task)
    const id = await seedDelivery(db, { accountId: task.accountId, notificationId, subjectId, type: 'SMS' })
    expect(await ended(id)).toEqual({
      status: 'LIMIT_EXCEEDED',
      error: 'Not sent: your plan includes no text messages.',
      attempts: 0,
    })
  })
})

describe('a delivery of an account whose address nobody has confirmed', () => {
  it('is not sent, not counted against the plan, and says why', async () => {
    const { id, accountId, email } = await seed()
    await database().db.delete(verifiedEmails).where(eq(verifiedEmails.accountId, accountId))
    await database()
      .db.insert(verifiedEmails)
      .values({ accountId, address: `another-${email}`, verifiedAt: now })
    expect(await open([id], 5, false)).toEqual([])
    expect(await deliveryOf(database().db, id)).toMatchObject({
      status: 'FAILED',
      error: 'Not sent: the email address of your account is not confirmed yet.',
      attempts: 0,
    })
    expect(await readUsage(database().db, { kind: 'email', accountId, limits: plans.HOBBY, nowMs })).toBe(0)
  })

  it('is sent once the address is confirmed, also where its owner wants no mail at it', async () => {
    const { id, accountId, email } = await seed()
    const own = { accountId, address: email, verifiedAt: now, unsubscribedAt: null }
    await database().db.insert(verifiedEmails).values(own).onConflictDoNothing()
    expect(await open([id], 5, false)).toHaveLength(1)
  })
})
