import { randomUUID } from 'node:crypto'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { billingAccounts, stripeEvents } from '@knockwire/db/schema/billing'
import { insertTestAccount } from '@knockwire/db/testing/insert-account'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import type { Plan } from '@knockwire/domain/plans/plan'
import { createQueue, type Queue } from '@knockwire/queue/queue'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { raise } from '../testing/raise.ts'
import type { Billing } from './billing.ts'
import { finishRejectedChange, keyFor } from './change.ts'
import { withBillingLease } from './lease.ts'
import { recordState, type RecordOptions } from './record-state.ts'
import type { StripeState, SubscriptionState } from './stripe-state.ts'

const now = new Date('2026-11-22T04:31:20Z')
let database: TestDatabase
let queue: Queue
let billing: Billing
const log: Record<string, unknown>[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  queue = createQueue({
    url: database.url,
    pool: database.pool,
    isWorker: false,
    onError: raise,
  })
  await queue.start()
  billing = {
    db: database.db,
    queue,
    publicOrigin: 'https://knockwire.example',
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
    now: () => now.getTime(),
  } as Billing
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})
beforeEach(() => void log.splice(0))

type Seed = Partial<typeof billingAccounts.$inferInsert> & { plan?: Plan; isUnsubscribed?: boolean }

const seed = async ({ plan = 'HOBBY', isUnsubscribed = false, ...row }: Seed = {}) => {
  const { db } = database
  const { accountId, email } = await insertTestAccount(db, { plan, createdAt: now })
  const unsubscribedAt = isUnsubscribed ? now : null
  await db.insert(verifiedEmails).values([
    { accountId, address: email, verifiedAt: now, unsubscribedAt },
    { accountId, address: `second-${email}`, verifiedAt: now },
  ])
  const known = { customerId: `cus_${accountId}`, subscriptionId: 'sub_1', ...row }
  await db.insert(billingAccounts).values({ accountId, ...known })
  return accountId
}

const running: SubscriptionState = {
  id: 'sub_1',
  itemId: 'si_1',
  plan: 'HOBBY',
  status: 'active',
  nextBillingAt: new Date('2026-12-01T00:00:00Z'),
  endsAt: null,
  unpaid: null,
}
const stateWith = (
  subscription: Partial<SubscriptionState> | null,
  changes: Partial<StripeState> = {},
): StripeState => ({
  isDeleted: false,
  card: null,
  subscription: subscription === null ? null : { ...running, ...subscription },
  givenUp: [],
  ...changes,
})

const record = (accountId: string, state: StripeState, options?: RecordOptions) =>
  withBillingLease(database.db, accountId, (lease) => recordState(billing, lease, state, options))
const rowOf = async (accountId: string) =>
  (await database.db.select().from(billingAccounts).where(eq(billingAccounts.accountId, accountId)))[0]
const planOf = async (accountId: string) =>
  (await database.db.select({ plan: accounts.plan }).from(accounts).where(eq(accounts.id, accountId)))[0]?.plan
const mailsTo = async (accountId: string) => {
  const sql = `select data ->> 'to' as to, data ->> 'subject' as subject from pgboss.job where data ->> 'to' like $1`
  const { rows } = await database.pool.query(sql, [`%${accountId}%`])
  return rows
}
const failure = {
  invoiceId: 'in_1',
  failedAt: new Date('2026-11-20T00:00:00Z'),
  nextAttemptAt: new Date('2026-11-23T00:00:00Z'),
}

describe('what Stripe says', () => {
  it('is recorded as a whole', async () => {
    const accountId = await seed()
    const card = { paymentMethodId: 'pm_1', lastFour: '4242' }
    const endsAt = new Date('2026-12-02T00:00:00Z')
    const { row, plan } = await record(accountId, stateWith({ status: 'past_due', endsAt, unpaid: failure }, { card }))
    expect(plan).toBe('HOBBY')
    expect(row).toMatchObject({
      accountId,
      customerId: `cus_${accountId}`,
      subscriptionId: 'sub_1',
      subscriptionStatus: 'past_due',
      paymentMethodId: 'pm_1',
      cardLastFour: '4242',
      nextBillingAt: running.nextBillingAt,
      endsAt,
      paymentFailedAt: failure.failedAt,
      nextPaymentAttemptAt: failure.nextAttemptAt,
      syncedAt: now,
      changeNumber: 0,
    })
    expect(await rowOf(accountId)).toEqual({ ...row, leaseToken: null, leaseUntil: null })
  })

  it('takes away what it said before', async () => {
    const accountId = await seed({
      subscriptionStatus: 'past_due',
      paymentMethodId: 'pm_1',
      cardLastFour: '4242',
      nextBillingAt: now,
      endsAt: now,
      paymentFailedAt: now,
      nextPaymentAttemptAt: now,
    })
    await record(accountId, stateWith(null))
    expect(await rowOf(accountId)).toMatchObject({
      customerId: `cus_${accountId}`,
      subscriptionId: null,
      subscriptionStatus: null,
      paymentMethodId: null,
      cardLastFour: null,
      nextBillingAt: null,
      endsAt: null,
      paymentFailedAt: null,
      nextPaymentAttemptAt: null,
    })
  })

  it('of a customer that was deleted there, is that there is none', async () => {
    const accountId = await seed()
    await record(accountId, stateWith(null, { isDeleted: true }))
    expect(await rowOf(accountId)).toMatchObject({ customerId: null, subscriptionId: null })
  })

  it('is recorded together with the event that led to it, once', async () => {
    const accountId = await seed()
    const event = { id: `evt_${accountId}`, type: 'invoice.paid' }
    await record(accountId, stateWith({}), { event })
    await record(accountId, stateWith({}), { event })
    const events = await database.db.select().from(stripeEvents).where(eq(stripeEvents.id, event.id))
    expect(events).toEqual([{ ...event, handledAt: now }])
  })

  it('finishes the owner’s own change, or one that Stripe has rejected, and no other', async () => {
    const accountId = await seed()
    await record(accountId, stateWith({}))
    expect((await rowOf(accountId))?.changeNumber).toBe(0)
    await record(accountId, stateWith({}), { isOwnChange: true })
    expect((await rowOf(accountId))?.changeNumber).toBe(1)
    await withBillingLease(database.db, accountId, async (lease) => {
      expect(keyFor(lease, 'cancel', 'sub_1')).toEqual({ idempotencyKey: `${accountId}/1/cancel/sub_1` })
      await finishRejectedChange(billing, lease)
    })
    expect((await rowOf(accountId))?.changeNumber).toBe(2)
  })

  it('is not recorded by one that has lost its lease', async () => {
    const accountId = await seed()
    const lost = withBillingLease(database.db, accountId, async (lease) => {
      await database.db.update(billingAccounts).set({ leaseToken: randomUUID() })
      return recordState(billing, lease, stateWith(null))
    })
    await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('took too long') })
    expect([await planOf(accountId), (await rowOf(accountId))?.subscriptionId]).toEqual(['HOBBY', 'sub_1'])
  })
})

describe('the plan that follows from what Stripe says', () => {
  it.each<[Plan, Partial<SubscriptionState> | null, Plan]>([
    ['HOBBY', { plan: 'BUSINESS' }, 'BUSINESS'],
    ['FREE', { plan: 'HOBBY' }, 'HOBBY'],
    ['BUSINESS', { plan: null }, 'BUSINESS'],
    ['HOBBY', null, 'FREE'],
    ['ENTERPRISE', { plan: 'HOBBY' }, 'ENTERPRISE'],
    ['SUPER', null, 'SUPER'],
  ])('of %s, with the subscription %o, is %s', async (plan, subscription, expected) => {
    const accountId = await seed({ plan })
    expect((await record(accountId, stateWith(subscription))).plan).toBe(expected)
    expect(await planOf(accountId)).toBe(expected)
    const changes = log.filter(({ event }) => event === 'plan changed')
    expect(changes).toMatchObject(
      plan === expected ? [] : [{ accountId, from: plan, to: expected, msg: 'plan changed' }],
    )
    expect(changes).toHaveLength(plan === expected ? 0 : 1)
  })

  it('is the one that was, where no subscription was known either', async () => {
    const accountId = await seed({ plan: 'HOBBY', subscriptionId: null })
    expect((await record(accountId, stateWith(null))).plan).toBe('HOBBY')
    expect(await mailsTo(accountId)).toEqual([])
  })

  it('is none of an account that is gone, of which nobody is mailed', async () => {
    const accountId = await seed()
    await database.db.delete(accounts).where(eq(accounts.id, accountId))
    expect((await record(accountId, stateWith({ unpaid: failure }))).plan).toBeNull()
    expect(await mailsTo(accountId)).toEqual([])
  })
})

describe('the owner is mailed', () => {
  const toOwner = (accountId: string, subject: string) => [{ to: `${accountId}@example.com`, subject }]
  const ended = 'Your Hobby plan has ended'
  const failed = 'Your Hobby plan could not be renewed'

  it('once the paid plan has ended, and not of what is free anyway', async () => {
    const [paid, free] = [await seed(), await seed({ plan: 'FREE' })]
    await record(paid, stateWith(null))
    await record(paid, stateWith(null))
    await record(free, stateWith(null))
    expect(await mailsTo(paid)).toEqual(toOwner(paid, ended))
    expect(await mailsTo(free)).toEqual([])
  })

  it('of each payment that fails, once', async () => {
    const accountId = await seed()
    await record(accountId, stateWith({ unpaid: failure }))
    await record(accountId, stateWith({ unpaid: { ...failure, nextAttemptAt: null } }))
    expect(await mailsTo(accountId)).toEqual(toOwner(accountId, failed))
    await record(accountId, stateWith({ unpaid: { ...failure, failedAt: now } }))
    await record(accountId, stateWith({}))
    expect(await mailsTo(accountId)).toHaveLength(2)
  })

  it('of no change that is the owner’s own, and at no address that wants no mail', async () => {
    const [own, unsubscribed] = [await seed(), await seed({ isUnsubscribed: true })]
    await record(own, stateWith(null), { isOwnChange: true })
    await record(unsubscribed, stateWith(null))
    expect([await mailsTo(own), await mailsTo(unsubscribed)]).toEqual([[], []])
  })
})
