import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { claimUsageNotice, countUsage } from '@knockwire/services/usage/usage'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { loadReceivers } from '../settings/receiver-settings.ts'
import { makeDeliveries, type RecordedRequest } from './make-deliveries.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const addressOf = (accountId: string) => `${accountId}@example.com`
const usageOf = (accountId: string) =>
  ({ kind: 'email', accountId, limits: plans.FREE, nowMs: test.clock.now() }) as const

const confirm = (accountId: string) =>
  test.db.insert(verifiedEmails).values({ accountId, address: addressOf(accountId), verifiedAt: new Date() })

/** A request to a receiver that mails its owner, of a new account whose mails of the day are used up. */
const requestOverLimit = async ({ isConfirmed = true } = {}): Promise<RecordedRequest> => {
  const { accountId, id: receiverId, token } = await insertTestReceiver(test.db)
  if (isConfirmed) await confirm(accountId)
  const setting = { type: 'EMAIL', email: { address: addressOf(accountId), subject: 's', template: 't' } } as const
  const [createdAt, updatedAt] = [new Date(), new Date()]
  await test.db
    .insert(notifications)
    .values({ id: uuidv7(), accountId, receiverId, type: 'EMAIL', setting, createdAt, updatedAt })
  for (let mail = 0; mail < 20; mail += 1) await countUsage(test.db, usageOf(accountId))
  const [receiver] = await loadReceivers(test.pool, [token])
  if (receiver === undefined) throw new Error('There is no such receiver.')
  return { id: uuidv7(), receiver }
}

/** Requests alike, in their own transaction; returns the number of queries. */
const deliver = async (requests: readonly RecordedRequest[]): Promise<number> => {
  const { queue, settings } = test.context
  const client = await test.pool.connect()
  await client.query('begin')
  const calls = vi.spyOn(client, 'query')
  try {
    const again = requests.map((request) => ({ ...request, id: uuidv7() }))
    await makeDeliveries(client, again, {
      queue,
      publicOrigin: settings.publicOrigin,
      limits: null,
      now: test.clock.now,
    })
    return calls.mock.calls.length
  } finally {
    calls.mockRestore()
    await client.query('commit')
    client.release()
  }
}

const mailsOf = async ({ receiver }: RecordedRequest) =>
  (await mailsTo(test, addressOf(receiver.accountId))).map(({ subject }) => subject)

it('a group of many accounts queries the database no more often than a group of one', async () => {
  const one = await requestOverLimit()
  const many = await Promise.all(Array.from({ length: 10 }, () => requestOverLimit()))
  for (const request of [one, ...many]) await deliver([request])
  expect(await deliver(many)).toBe(await deliver([one]))
  for (const request of [one, ...many]) expect(await mailsOf(request)).toEqual(['Your email limit is reached'])
})

it('owners are notified in one order, so that two groups never wait for each other', async () => {
  const requests = [await requestOverLimit(), await requestOverLimit()]
  const [first = '', last = ''] = requests.map(({ receiver }) => receiver.accountId).toSorted()
  const other = await test.pool.connect()
  await other.query('begin')
  await claimUsageNotice(drizzle(other), usageOf(first))
  const groups = [requests, requests.toReversed()].map((group) => deliver(group))
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await test.pool.query(waiting)).rowCount).toBe(2)
  await claimUsageNotice(drizzle(other), usageOf(last))
  await other.query('commit')
  other.release()
  await Promise.all(groups)
  for (const request of requests) expect(await mailsOf(request)).toEqual([])
})

it('an owner who was notified already delays nobody', async () => {
  const request = await requestOverLimit()
  await deliver([request])
  const other = await test.pool.connect()
  await other.query('begin')
  await other.query(`select from rate_windows where key like $1 for update`, [
    `usage:email:${request.receiver.accountId}%`,
  ])
  await deliver([request])
  await other.query('rollback')
  other.release()
  expect(await mailsOf(request)).toHaveLength(1)
})

it('an owner who confirms the address within the period is notified then', async () => {
  const request = await requestOverLimit({ isConfirmed: false })
  await deliver([request])
  expect(await mailsOf(request)).toEqual([])
  await confirm(request.receiver.accountId)
  await deliver([request])
  await deliver([request])
  expect(await mailsOf(request)).toEqual(['Your email limit is reached'])
})

it('a text message that the plan has none of is put down as such at once, beside an email that is sent', async () => {
  const { accountId, id: receiverId, token } = await insertTestReceiver(test.db)
  await confirm(accountId)
  const [createdAt, updatedAt] = [new Date(), new Date()]
  const ids = { accountId, receiverId, createdAt, updatedAt }
  const text = { type: 'SMS', sms: { countryCode: '+1', phoneNumber: '+12125550100', template: 't' } } as const
  const mail = { type: 'EMAIL', email: { address: addressOf(accountId), subject: 's', template: 't' } } as const
  for (const setting of [text, mail])
    await test.db.insert(notifications).values({ id: uuidv7(), type: setting.type, setting, ...ids })
  const [receiver] = await loadReceivers(test.pool, [token])
  if (receiver === undefined) throw new Error('There is no such receiver.')
  await deliver([{ id: uuidv7(), receiver }])
  const made = await test.db
    .select({ type: deliveries.type, status: deliveries.status })
    .from(deliveries)
    .where(eq(deliveries.accountId, accountId))
    .orderBy(deliveries.type)
  expect(made).toEqual([
    { type: 'EMAIL', status: 'PENDING' },
    { type: 'SMS', status: 'LIMIT_EXCEEDED' },
  ])
  expect((await mailsTo(test, addressOf(accountId))).map(({ subject }) => subject)).toEqual([
    "A text message wasn't sent: the Free plan has none",
  ])
})
