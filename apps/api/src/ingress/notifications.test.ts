import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { deliveries, notifications, slackChannels } from '@knockwire/db/schema/notifications'
import { countUsage } from '@knockwire/services/usage/usage'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Plan } from '@knockwire/domain/plans/plan'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestIngress, type TestIngress, type TestReceiver } from '../testing/test-ingress.ts'
import { mailsTo } from '../testing/calls/mails.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress()
})
afterAll(() => ingress.close())

const insertNotification = async (receiver: TestReceiver, setting: (typeof notifications.$inferInsert)['setting']) => {
  const { id: receiverId, accountId } = receiver
  const id = uuidv7()
  const now = new Date()
  const values = { id, accountId, receiverId, type: setting.type, setting, createdAt: now, updatedAt: now }
  await ingress.test.db.insert(notifications).values(values)
  return id
}

const email = (address = 'ada@example.com') =>
  ({ type: 'EMAIL', email: { address, subject: 's', template: 't' } }) as const

const insertSlack = async (receiver: TestReceiver) => {
  const { accountId } = receiver
  const id = uuidv7()
  const token = ingress.test.context.secrets.encrypt('xoxb')
  const names = { teamId: 'T1', teamName: 'Team', slackChannelId: 'C1', channel: '#alerts' }
  await ingress.test.db.insert(slackChannels).values({ id, accountId, ...names, token, createdAt: new Date() })
  return insertNotification(receiver, { type: 'SLACK', slack: { channelId: id, messageTemplate: 't' } })
}

const deliveriesOf = ({ accountId }: TestReceiver) =>
  ingress.test.db.select().from(deliveries).where(eq(deliveries.accountId, accountId)).orderBy(deliveries.id)

const jobsOf = async (receiver: TestReceiver) => {
  const ids = (await deliveriesOf(receiver)).map(({ id }) => id)
  const { rows } = await ingress.test.pool.query<{ name: string; id: string }>(
    `select name, data->>'deliveryId' as id from pgboss.job where data->>'deliveryId' = any ($1) order by 2`,
    [ids],
  )
  return rows
}

/** As if so many mails had gone out in this period. */
const useUp = async ({ accountId }: TestReceiver, plan: Plan, mails: number) => {
  const { db, clock } = ingress.test
  for (let n = 0; n < mails; n += 1)
    await countUsage(db, { kind: 'email', accountId, limits: plans[plan], nowMs: clock.now() })
}

it('[RD-36] a HEAD is recorded and reported to nobody, beside requests that are', async () => {
  const receiver = await ingress.insertReceiver()
  await insertNotification(receiver, email())
  const methods = ['HEAD', 'POST', 'HEAD']
  await Promise.all(methods.map((method) => fetch(ingress.urlOf(receiver), { method })))
  const recorded = await ingress.recorded(receiver)
  expect(recorded.map(({ method }) => method).toSorted()).toEqual(methods.toSorted())
  const posted = recorded.find(({ method }) => method === 'POST')
  expect(await deliveriesOf(receiver)).toMatchObject([{ subjectId: posted?.id }])
})

it('[RN-01] each request is reported by each of its receiver’s notifications, in the transaction that records it', async () => {
  const receiver = await ingress.insertReceiver()
  const silent = await ingress.insertReceiver()
  const mail = await insertNotification(receiver, email())
  const slack = await insertSlack(receiver)
  const urls = [receiver, silent, receiver].map((one) => ingress.urlOf(one))
  for (const url of urls) expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(200)

  const requests = await ingress.recorded(receiver)
  const made = await deliveriesOf(receiver)
  const common = { occasion: 'REQUEST', status: 'PENDING', attempts: 0, error: null }
  expect(made).toMatchObject(
    requests.flatMap(({ id: subjectId }) => [
      { subjectId, notificationId: mail, type: 'EMAIL', recipient: 'ada@example.com', ...common },
      { subjectId, notificationId: slack, type: 'SLACK', recipient: '#alerts (Team)', ...common },
    ]),
  )
  expect(await jobsOf(receiver)).toEqual(
    made.map(({ id, type }) => ({ id, name: type === 'EMAIL' ? 'deliver-email' : 'deliver-slack' })),
  )
  expect(await deliveriesOf(silent)).toEqual([])
})

it('[RN-01] a notification counts from the request after it was made, and no more once it is gone', async () => {
  const receiver = await ingress.insertReceiver()
  const url = ingress.urlOf(receiver)
  await fetch(url)
  const id = await insertNotification(receiver, email())
  await fetch(url)
  await ingress.test.db.delete(notifications).where(eq(notifications.id, id))
  await fetch(url)
  const [, second] = await ingress.recorded(receiver)
  expect((await deliveriesOf(receiver)).map(({ subjectId }) => subjectId)).toEqual([second?.id])
})

it('a muted notification is recorded without a job, from the moment on that it is muted until it is not', async () => {
  const receiver = await ingress.insertReceiver()
  const url = ingress.urlOf(receiver)
  const id = await insertNotification(receiver, email())
  const mute = (mutedUntil: Date | 'infinity' | null) =>
    ingress.test.db.update(notifications).set({ mutedUntil }).where(eq(notifications.id, id))
  const nowMs = ingress.test.clock.now()
  for (const mutedUntil of ['infinity', new Date(nowMs + 60_000), new Date(nowMs - 1), null] as const) {
    await mute(mutedUntil)
    expect((await fetch(url)).status).toBe(200)
  }
  const made = await deliveriesOf(receiver)
  expect(made.map(({ status }) => status)).toEqual(['MUTED', 'MUTED', 'PENDING', 'PENDING'])
  expect(made[0]).toMatchObject({ error: expect.stringContaining('muted') })
  expect(await jobsOf(receiver)).toHaveLength(2)
})

it('a request over the receiver’s limit sends no notification', async () => {
  const receiver = await ingress.insertReceiver()
  await insertNotification(receiver, email())
  await Promise.all(Array.from({ length: 60 }, () => fetch(ingress.urlOf(receiver))))
  const requests = await ingress.recorded(receiver)
  expect(requests.length).toBeLessThan(60)
  const notified = (await deliveriesOf(receiver)).map(({ subjectId }) => subjectId)
  expect(notified.toSorted()).toEqual(requests.map(({ id }) => id).toSorted())
})

it('[RN-01] a hundred requests at once with no mails left send no job, are each marked, and notify the owner once', async () => {
  const receiver = await ingress.insertReceiver({ plan: 'HOBBY' })
  const { accountId } = receiver
  const { db, clock } = ingress.test
  const address = `${accountId}@example.com`
  await db.insert(verifiedEmails).values({ accountId, address, verifiedAt: new Date(clock.now()) })
  await insertNotification(receiver, email(address))
  const slack = await insertSlack(receiver)
  await useUp(receiver, 'HOBBY', 2000)
  await Promise.all(Array.from({ length: 100 }, () => fetch(ingress.urlOf(receiver))))

  const requests = await ingress.recorded(receiver)
  const made = await deliveriesOf(receiver)
  const mails = made.filter(({ type }) => type === 'EMAIL')
  expect(mails.length).toBe(requests.length)
  expect(new Set(mails.map(({ status, error }) => `${status}: ${error}`))).toEqual(
    new Set(['LIMIT_EXCEEDED: Not sent: your plan includes 2,000 emails a month, and all of them are used.']),
  )
  const slacked = made.filter(({ notificationId }) => notificationId === slack)
  expect((await jobsOf(receiver)).map(({ id }) => id)).toEqual(slacked.map(({ id }) => id))
  expect(await mailsTo(ingress.test, address)).toMatchObject([{ subject: 'Your email limit is reached' }])
})

it('the owner is notified once a period, and again in the next', async () => {
  const receiver = await ingress.insertReceiver()
  const { accountId } = receiver
  const { db, clock } = ingress.test
  const address = `${accountId}@example.com`
  await db.insert(verifiedEmails).values({ accountId, address, verifiedAt: new Date(clock.now()) })
  await insertNotification(receiver, email(address))
  for (const day of [1, 2]) {
    await useUp(receiver, 'FREE', 20)
    for (let n = 0; n < 3; n += 1) expect((await fetch(ingress.urlOf(receiver))).status).toBe(200)
    expect((await mailsTo(ingress.test, address)).length).toBe(day)
    clock.advance(86_400_000)
  }
})

it('an owner whose address is not confirmed is mailed nothing', async () => {
  const receiver = await ingress.insertReceiver()
  await insertNotification(receiver, email())
  await useUp(receiver, 'FREE', 20)
  await fetch(ingress.urlOf(receiver))
  expect((await deliveriesOf(receiver)).map(({ status }) => status)).toEqual(['LIMIT_EXCEEDED'])
  expect(await mailsTo(ingress.test, `${receiver.accountId}@example.com`)).toEqual([])
})
