import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamp } from './columns.ts'

/**
 * What Stripe last said about an account's customer. Stripe is the source of truth: every column up to `syncedAt` is
 * rewritten as a whole from what is read there.
 */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    /** No foreign key: the row outlives its account until the customer is deleted at Stripe, or payments would go on. */
    accountId: uuid('account_id').primaryKey(),
    /** Null until something is bought or a card is saved. */
    customerId: text('customer_id').unique(),
    /** Null where no subscription is running; the plan is then free or set by the operator. */
    subscriptionId: text('subscription_id'),
    /** Stripe's word for it, such as `active` or `past_due`. */
    subscriptionStatus: text('subscription_status'),
    paymentMethodId: text('payment_method_id'),
    cardLastFour: text('card_last_four'),
    /** When the card is charged next; null where it will not be. */
    nextBillingAt: timestamp('next_billing_at'),
    /** When the subscription ends without a call, since its card was removed. */
    endsAt: timestamp('ends_at'),
    /** When a renewal failed that has not been paid since. */
    paymentFailedAt: timestamp('payment_failed_at'),
    nextPaymentAttemptAt: timestamp('next_payment_attempt_at'),
    syncedAt: timestamp('synced_at'),
    /** Counts finished changes, and is part of their idempotency keys: a change that broke off is repeated under its key. */
    changeNumber: integer('change_number').notNull().default(0),
    /** The holder of the lease is the only one who changes this account at Stripe or records what it says. */
    leaseToken: uuid('lease_token'),
    leaseUntil: timestamp('lease_until'),
  },
  (t) => [index('billing_accounts_synced').on(t.syncedAt)],
)

/** Webhook events that were handled: Stripe sends each at least once. */
export const stripeEvents = pgTable(
  'stripe_events',
  { id: text().primaryKey(), type: text().notNull(), handledAt: timestamp('handled_at').notNull() },
  (t) => [index('stripe_events_handled').on(t.handledAt)],
)
