import { randomUUID } from 'node:crypto'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { billingAccounts, stripeEvents } from '@knockwire/db/schema/billing'
import { insertTestAccount } from '@knockwire/db/testing/insert-account'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import type { Plan } from '@knockwire/domain/plans/plan'
import { createQueue, type Queue } from '@knockwire/queue/queue'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Billing, openBilling } from '@knockwire/services/billing/billing'
import { reconcile } from './reconcile.ts'
import { isHandled, syncAccount } from '@knockwire/services/billing/sync-account'
import { type StripePeer, startStripePeer } from '@knockwire/services/billing/testing/stripe-peer'

const dayMs = 86_400_000
let nowMs = Date.now()
let database: TestDatabase
let queue: Queue
let peer: StripePeer
let billing: Billing
const log: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const onError = (error: Error) => void log.push(error.message)
  queue = createQueue({ url: database.url, pool: database.pool, isWorker: false, onError })
  await queue.start()
  peer = await startStripePeer({ now: () => nowMs })
  billing = await openBilling({
    db: database.db,
    queue,
    settings: peer.settings,
    publicOrigin: 'https://knockwire.example',
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
    now: () => nowMs,
  })
})
afterAll(async () => {
  await queue.stop()
  await peer.close()
  await database.close()
})

/** An account that has bought a plan, as its webhooks left it. */
const seedPaid = async (plan: Plan = 'HOBBY') => {
  const { accountId, email } = await insertTestAccount(database.db, { plan, createdAt: new Date(nowMs) })
  await database.db.insert(verifiedEmails).values({ accountId, address: email, verifiedAt: new Date(nowMs) })
  const { stripe } = billing
  const customer = await stripe.customers.create({ email }, { idempotencyKey: randomUUID() })
  const card = { type: 'card', card: { token: 'tok_visa' } } as const
  const method = await stripe.paymentMethods.create(card, { idempotencyKey: randomUUID() })
  await stripe.paymentMethods.attach(method.id, { customer: customer.id }, { idempotencyKey: randomUUID() })
  const invoice_settings = { default_payment_method: method.id }
  await stripe.customers.update(customer.id, { invoice_settings }, { idempotencyKey: randomUUID() })
  const subscription = await stripe.subscriptions.create(
    { customer: customer.id, items: [{ price: 'price_hobby' }] },
    { idempotencyKey: randomUUID() },
  )
  const known = { customerId: customer.id, subscriptionId: subscription.id, syncedAt: new Date(nowMs) }
  await database.db.insert(billingAccounts).values({ accountId, ...known })
  return { accountId, email, customer: customer.id }
}

const planOf = async (accountId: string) =>
  (await database.db.select({ plan: accounts.plan }).from(accounts).where(eq(accounts.id, accountId)))[0]?.plan

const isSubscribed = (customer: string) =>
  [...peer.stripe.subscriptions.values()].some((one) => one.customer === customer && one.status !== 'canceled')

it('reconciling makes up within a day for a webhook that never came', async () => {
  const { accountId, email, customer } = await seedPaid()
  peer.stripe.end(customer)
  expect(await reconcile(billing)).toBe(0)
  expect(await planOf(accountId)).toBe('HOBBY')
  nowMs += dayMs + 1
  expect(await reconcile(billing)).toBe(1)
  expect(await planOf(accountId)).toBe('FREE')
  const mails = await database.pool.query(`select data from pgboss.job where data->>'to' = $1`, [email])
  expect(mails.rows.map(({ data }) => data.subject)).toEqual(['Your Hobby plan has ended'])
  expect(await reconcile(billing)).toBe(0)
})

it('reconciling cancels what Stripe has given up collecting for', async () => {
  const { accountId, customer } = await seedPaid()
  peer.stripe.stopCollecting(customer, 'unpaid')
  nowMs += dayMs + 1
  await reconcile(billing)
  expect([await planOf(accountId), isSubscribed(customer)]).toEqual(['FREE', false])
})

it('reconciling leaves a plan that the operator has set', async () => {
  const { accountId, customer } = await seedPaid('ENTERPRISE')
  peer.stripe.end(customer)
  nowMs += dayMs + 1
  await reconcile(billing)
  expect(await planOf(accountId)).toBe('ENTERPRISE')
})

it('reconciling goes on with the others where one fails, which is looked at again', async () => {
  const failing = await seedPaid()
  const others = await Promise.all([seedPaid(), seedPaid()])
  peer.stripe.customers.delete(failing.customer)
  for (const { customer } of others) peer.stripe.end(customer)
  nowMs += dayMs + 1
  await reconcile(billing)
  expect(await Promise.all(others.map(({ accountId }) => planOf(accountId)))).toEqual(['FREE', 'FREE'])
  // A customer that Stripe does not know may be one of another Stripe account: the plan is not taken away for that.
  expect(await planOf(failing.accountId)).toBe('HOBBY')
  expect(log.join('\n')).toContain('billing could not be reconciled')
  await database.db.delete(billingAccounts).where(eq(billingAccounts.accountId, failing.accountId))
})

it('reconciling ends the subscriptions of deleted accounts, be they marked or gone, and forgets them', async () => {
  const [marked, closed] = [await seedPaid(), await seedPaid()]
  await database.db
    .update(accounts)
    .set({ deletedAt: new Date(nowMs) })
    .where(eq(accounts.id, marked.accountId))
  await database.db.delete(accounts).where(eq(accounts.id, closed.accountId))
  expect(await reconcile(billing)).toBe(2)
  for (const { accountId, customer } of [marked, closed]) {
    expect([isSubscribed(customer), peer.stripe.customers.get(customer)?.isDeleted]).toEqual([false, true])
    expect(await database.db.$count(billingAccounts, eq(billingAccounts.accountId, accountId))).toBe(0)
  }
  expect(await reconcile(billing)).toBe(0)
})

it('two executors at once reconcile as one does', async () => {
  const paid = await Promise.all(Array.from({ length: 5 }, () => seedPaid()))
  for (const { customer } of paid) peer.stripe.end(customer)
  nowMs += dayMs + 1
  await Promise.all([reconcile(billing), reconcile(billing)])
  expect(await Promise.all(paid.map(({ accountId }) => planOf(accountId)))).toEqual(Array(5).fill('FREE'))
  for (const { email } of paid) {
    const mails = await database.pool.query(`select data from pgboss.job where data->>'to' = $1`, [email])
    expect(mails.rowCount).toBe(1)
  }
})

it('reconciling forgets events after a month, when Stripe has long stopped to send them', async () => {
  const { db } = database
  await db.insert(stripeEvents).values([
    { id: 'evt_old', type: 'invoice.paid', handledAt: new Date(nowMs - 31 * dayMs) },
    { id: 'evt_new', type: 'invoice.paid', handledAt: new Date(nowMs - 29 * dayMs) },
  ])
  await reconcile(billing)
  expect((await db.select().from(stripeEvents)).map(({ id }) => id)).toEqual(['evt_new'])
})

it('reconciling reads no customer again within a day, and none of an account that never had one', async () => {
  const { accountId } = await seedPaid()
  const { accountId: without } = await insertTestAccount(database.db)
  await database.db.insert(billingAccounts).values({ accountId: without })
  await reconcile(billing)
  const calls = peer.calls.length
  nowMs += dayMs - 1
  expect(await reconcile(billing)).toBe(0)
  expect(peer.calls.length).toBe(calls)
  const syncedAt = null
  await database.db.update(billingAccounts).set({ syncedAt }).where(eq(billingAccounts.accountId, accountId))
  expect(await reconcile(billing)).toBe(1)
  await syncAccount(billing, without)
  expect(peer.calls.length).toBe(calls + 1)
})

it('reconciling forgets deleted accounts that had no customer, or whose customer is gone, however many there are', async () => {
  const { accountId, customer } = await seedPaid()
  peer.stripe.customers.delete(customer)
  await database.db.delete(accounts).where(eq(accounts.id, accountId))
  const others = Array.from({ length: 200 }, () => ({ accountId: randomUUID() }))
  await database.db.insert(billingAccounts).values(others)
  log.length = 0
  expect(await reconcile(billing)).toBe(201)
  expect(log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'billing closed', accountId, msg: 'billing of a deleted account closed' }),
  )
  expect(await database.db.$count(billingAccounts, eq(billingAccounts.accountId, accountId))).toBe(0)
  expect(await reconcile(billing)).toBe(0)
})

it('reconciling keeps a deleted account whose customer could not be deleted at Stripe, and looks at it again', async () => {
  const { accountId, customer } = await seedPaid()
  await database.db.delete(accounts).where(eq(accounts.id, accountId))
  const kept = () => database.db.$count(billingAccounts, eq(billingAccounts.accountId, accountId))
  // Twice: the call is made again once. Stripe has done it, and nobody here knows.
  for (let attempt = 0; attempt < 2; attempt += 1) peer.loseAnswer('DELETE', /customers/)
  log.length = 0
  expect([await reconcile(billing), await kept()]).toEqual([0, 1])
  expect(log.map((line) => JSON.parse(line))).toMatchObject([{ accountId, msg: 'billing could not be reconciled' }])
  expect([await reconcile(billing), await kept()]).toEqual([1, 0])
  expect(peer.stripe.customers.get(customer)?.isDeleted).toBe(true)
})

it('an account is synchronised once for an event, and each time without one', async () => {
  const { accountId, customer } = await seedPaid()
  const event = { id: `evt_${accountId}`, type: 'customer.subscription.updated' }
  expect(await isHandled(billing, event.id)).toBe(false)
  peer.stripe.subscriptionOf(customer).price = 'price_business'
  await syncAccount(billing, accountId, { event })
  expect([await isHandled(billing, event.id), await planOf(accountId)]).toEqual([true, 'BUSINESS'])
  peer.stripe.subscriptionOf(customer).price = 'price_hobby'
  await syncAccount(billing, accountId, { event })
  expect(await planOf(accountId)).toBe('BUSINESS')
  await syncAccount(billing, accountId)
  expect(await planOf(accountId)).toBe('HOBBY')
})
