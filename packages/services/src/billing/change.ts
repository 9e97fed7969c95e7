import { billingAccounts } from '@knockwire/db/schema/billing'
import { sql } from 'drizzle-orm'
import type { Billing } from './billing.ts'
import { type BillingLease, ownsLease } from './lease.ts'
import type { StripeState, SubscriptionState } from './stripe-state.ts'

/**
 * The idempotency key of one call of a change. A change that broke off without an answer is repeated under the same
 * keys, so that nothing is charged twice; one that was answered, be it with a decline or with a fault of Stripe's own, is
 * followed by new keys.
 */
export const keyFor = ({ accountId, row }: BillingLease, call: string, ...about: string[]) => ({
  idempotencyKey: [accountId, row.changeNumber, call, ...about].join('/'),
})

/** Stripe has answered a change with no, or with a fault of its own: the next one is another. */
export const finishRejectedChange = async ({ db }: Billing, lease: BillingLease): Promise<void> => {
  await db
    .update(billingAccounts)
    .set({ changeNumber: sql`${billingAccounts.changeNumber} + 1` })
    .where(ownsLease(lease))
}

/** Ends a subscription now. What is left of its period becomes credit on the customer's balance, where it was paid. */
export const cancelSubscription = async (
  { stripe }: Billing,
  lease: BillingLease,
  { id, unpaid }: SubscriptionState,
): Promise<void> => {
  const credit = unpaid === null ? { prorate: true, invoice_now: true } : {}
  await stripe.subscriptions.cancel(id, credit, keyFor(lease, 'cancel', id))
}

/** After its last try, Stripe may keep a subscription as unpaid and go on making invoices: it is cancelled instead. */
export const cancelGivenUp = async ({ stripe }: Billing, lease: BillingLease, { givenUp }: StripeState) => {
  for (const id of givenUp) await stripe.subscriptions.cancel(id, {}, keyFor(lease, 'cancel', id))
}
