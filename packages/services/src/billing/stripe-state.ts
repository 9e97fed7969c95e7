import { OfferedPlan, type PaidPlan } from '@knockwire/domain/billing/billing'
import type { Stripe } from 'stripe'
import type { Billing } from './billing.ts'

export interface SubscriptionState {
  id: string
  itemId: string
  /** Null where its price is none of ours. */
  plan: PaidPlan | null
  status: Stripe.Subscription.Status
  nextBillingAt: Date | null
  /** Set where it will not be renewed. */
  endsAt: Date | null
  /** The renewal that is not paid. */
  unpaid: { invoiceId: string; failedAt: Date; nextAttemptAt: Date | null } | null
}

/** What Stripe says about a customer. */
export interface StripeState {
  /** Deleted at Stripe: nothing can be charged or saved there any more. */
  isDeleted: boolean
  card: { paymentMethodId: string; lastFour: string } | null
  /** The one that runs; null where none does. */
  subscription: SubscriptionState | null
  /** Those that Stripe has given up collecting for and that are not cancelled: their ids. */
  givenUp: string[]
}

const expand = ['invoice_settings.default_payment_method', 'subscriptions.data.latest_invoice']

/** Reads all that matters about a customer in one call, so that its parts agree. */
export const readStripeState = async ({ stripe, settings, log }: Billing, customerId: string): Promise<StripeState> => {
  const customer = await stripe.customers.retrieve(customerId, { expand })
  if (customer.deleted) return { isDeleted: true, card: null, subscription: null, givenUp: [] }
  const subscriptions = customer.subscriptions?.data ?? []
  const running = subscriptions.filter(({ status }) => isRunning(status))
  if (running.length > 1)
    log.error({ event: 'several subscriptions', customerId }, 'a customer has several subscriptions')
  return {
    isDeleted: false,
    card: cardOf(customer),
    subscription: running[0] === undefined ? null : subscriptionOf(running[0], settings.prices),
    givenUp: subscriptions.filter(({ status }) => status === 'unpaid').map(({ id }) => id),
  }
}

/** `unpaid` still exists at Stripe, but was given up after the last try: its plan is over. */
const isRunning = (status: Stripe.Subscription.Status) =>
  status === 'active' || status === 'trialing' || status === 'past_due'

const cardOf = ({ invoice_settings }: Stripe.Customer): StripeState['card'] => {
  const method = invoice_settings.default_payment_method
  if (method === null || typeof method === 'string') return null
  return { paymentMethodId: method.id, lastFour: method.card?.last4 ?? '' }
}

const subscriptionOf = (subscription: Stripe.Subscription, prices: Record<PaidPlan, string>): SubscriptionState => {
  const item = subscription.items.data[0]
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no item.`)
  const unpaid = subscription.status === 'past_due' ? unpaidOf(subscription.latest_invoice) : null
  const periodEnd = dateOf(item.current_period_end)
  const isEnding = subscription.cancel_at_period_end
  return {
    id: subscription.id,
    itemId: item.id,
    plan: planOf(item.price.id, prices) ?? planNamedBy(subscription),
    status: subscription.status,
    nextBillingAt: isEnding ? null : (unpaid?.nextAttemptAt ?? periodEnd),
    endsAt: isEnding ? periodEnd : null,
    unpaid,
  }
}

const planOf = (priceId: string, prices: Record<PaidPlan, string>): PaidPlan | null => {
  if (priceId === prices.HOBBY) return 'HOBBY'
  return priceId === prices.BUSINESS ? 'BUSINESS' : null
}

/** A subscription keeps its price where the operator sets another one for new customers. */
const planNamedBy = ({ metadata }: Stripe.Subscription): PaidPlan | null => {
  const named = OfferedPlan.exclude(['FREE']).safeParse(metadata['plan'])
  return named.success ? named.data : null
}

const unpaidOf = (invoice: Stripe.Subscription['latest_invoice']): SubscriptionState['unpaid'] => {
  if (invoice === null || typeof invoice === 'string' || invoice.id === undefined || invoice.status === 'paid')
    return null
  return {
    invoiceId: invoice.id,
    failedAt: dateOf(invoice.created),
    nextAttemptAt: invoice.next_payment_attempt === null ? null : dateOf(invoice.next_payment_attempt),
  }
}

const dateOf = (epochSeconds: number) => new Date(epochSeconds * 1000)
