import {
  type StripePeer,
  startStripePeer,
  type StripePeerOptions,
} from '@knockwire/services/billing/testing/stripe-peer'
import { randomUUID } from 'node:crypto'
import { billingAccounts } from '@knockwire/db/schema/billing'
import type { AccountBillingView, BillingView } from '@knockwire/domain/billing/billing'
import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { createTestApp, type TestApp, type TestUser } from './test-app.ts'
import { createTestClock } from './test-clock.ts'

export interface BillingApp extends TestApp {
  peer: StripePeer
  billingOf: (user: TestUser) => Promise<BillingView>
  post: (
    user: TestUser,
    call: 'add-card' | 'update-plan' | 'remove-card',
    payload?: object,
  ) => ReturnType<TestUser['inject']>
  planOf: (user: TestUser) => Promise<string>
  /** The user's customer at Stripe. */
  customerOf: (user: TestUser) => Promise<string>
  /** A body that Stripe has signed, whatever it is. */
  sendSigned: (payload: string) => ReturnType<TestUser['inject']>
  /** Stripe reports that something about a customer has changed. */
  sendEvent: (event: { id?: string; type: string; customer: string }, secret?: string) => ReturnType<TestUser['inject']>
}

/** The API with its own Stripe. */
export const createBillingApp = async (options: StripePeerOptions = {}): Promise<BillingApp> => {
  const clock = createTestClock()
  const peer = await startStripePeer({ now: clock.now, ...options })
  const test = await createTestApp({ settings: { stripe: peer.settings }, clock })
  const billingOf = async (user: TestUser) =>
    (await user.inject({ url: '/api/v1/accounts/me/billing' })).json<AccountBillingView>().billing
  const sendSigned = (payload: string, secret = peer.settings.webhookSecret) => {
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return test.app.inject({
      method: 'POST',
      url: '/api/v1/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
  }
  return {
    ...test,
    peer,
    billingOf,
    post: async (user, call, payload) => {
      // Days go by in these tests: it is the owner who asks.
      const { password } = user
      await user.inject({ method: 'POST', url: '/api/v1/accounts/me/confirm', payload: { password } })
      return user.inject({ method: 'POST', url: `/api/v1/accounts/me/lifecycle/${call}`, ...(payload && { payload }) })
    },
    planOf: async (user) => (await user.inject({ url: '/api/v1/accounts/me' })).json<{ plan: string }>().plan,
    customerOf: async ({ accountId }) => {
      const [row] = await test.db.select().from(billingAccounts).where(eq(billingAccounts.accountId, accountId))
      return row?.customerId ?? ''
    },
    sendSigned,
    sendEvent: ({ id = `evt_${randomUUID()}`, type, customer }, secret) => {
      const object = type.startsWith('customer.subscription')
        ? { object: 'subscription', id: 'sub_told', customer }
        : { object: 'invoice', id: 'in_told', customer }
      return sendSigned(JSON.stringify({ id, object: 'event', type, data: { object } }), secret)
    },
    close: async () => {
      await test.close()
      await peer.close()
    },
  }
}
