import { accounts } from '@knockwire/db/schema/accounts'
import { billingAccounts } from '@knockwire/db/schema/billing'
import { startStripePeer } from '@knockwire/services/billing/testing/stripe-peer'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { seedAccount } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { startReconciling } from './start-reconciling.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('an executor finds out without a webhook that a subscription has ended, and ends its plan', async () => {
  const peer = await startStripePeer({ isChecked: false })
  stopAfter(peer.close)
  const { context, close, errors } = await createTestContext(url, { settings: { stripe: peer.settings } })
  stopAfter(close)
  const { id: accountId } = await seedAccount(db, { plan: 'BUSINESS' })
  const { body } = peer.stripe.answer({
    method: 'POST',
    path: '/v1/customers',
    query: new URLSearchParams(),
    body: 'email=ada@example.com',
  })
  const customerId = 'id' in body ? String(body.id) : ''
  const long = new Date(Date.now() - 2 * 86_400_000)
  await db.insert(billingAccounts).values({ accountId, customerId, subscriptionId: 'sub_ended', syncedAt: long })
  const reconciling = await startReconciling(context, 0)
  stopAfter(reconciling.stop)
  await expect
    .poll(async () => (await db.select().from(accounts).where(eq(accounts.id, accountId)))[0]?.plan)
    .toBe('FREE')
  expect(errors).toEqual([])
})
