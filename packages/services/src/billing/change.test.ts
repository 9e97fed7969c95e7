import { expect, it } from 'vitest'
import type { Billing } from './billing.ts'
import { cancelGivenUp, cancelSubscription, keyFor } from './change.ts'
import type { BillingLease } from './lease.ts'
import type { StripeState, SubscriptionState } from './stripe-state.ts'

const lease = { accountId: 'account-1', token: 'token-1', row: { changeNumber: 7 } } as BillingLease

/** Stripe, as far as subscriptions are cancelled there. */
const start = () => {
  const calls: unknown[][] = []
  const cancel = async (...call: unknown[]) => void calls.push(call)
  return { calls, billing: { stripe: { subscriptions: { cancel } } } as unknown as Billing }
}

it('the calls of a change have keys of their own, which are those of its repetition', () => {
  expect(keyFor(lease, 'customer')).toEqual({ idempotencyKey: 'account-1/7/customer' })
  expect(keyFor(lease, 'cancel', 'sub_1', 'x')).toEqual({ idempotencyKey: 'account-1/7/cancel/sub_1/x' })
})

it('a subscription that is cancelled leaves a credit for what was paid, and none for what was not', async () => {
  const { billing, calls } = start()
  const key = { idempotencyKey: 'account-1/7/cancel/sub_1' }
  await cancelSubscription(billing, lease, { id: 'sub_1', unpaid: null } as SubscriptionState)
  const unpaid = { invoiceId: 'in_1', failedAt: new Date(), nextAttemptAt: null }
  await cancelSubscription(billing, lease, { id: 'sub_1', unpaid } as SubscriptionState)
  expect(calls).toEqual([
    ['sub_1', { prorate: true, invoice_now: true }, key],
    ['sub_1', {}, key],
  ])
})

it('each subscription that Stripe has given up collecting for is cancelled, with no credit', async () => {
  const { billing, calls } = start()
  await cancelGivenUp(billing, lease, { givenUp: ['sub_1', 'sub_2'] } as StripeState)
  expect(calls).toEqual([
    ['sub_1', {}, { idempotencyKey: 'account-1/7/cancel/sub_1' }],
    ['sub_2', {}, { idempotencyKey: 'account-1/7/cancel/sub_2' }],
  ])
})
