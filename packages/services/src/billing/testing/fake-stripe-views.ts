import type { Card, Customer, Invoice, Subscription } from './fake-stripe-objects.ts'

/* Stripe's JSON of each object. */

export const cardView = ({ id, last4, customer }: Card) => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer,
  card: { brand: 'visa', last4 },
})

export const invoiceView = ({ id, status, created, nextPaymentAttempt }: Invoice) => ({
  id,
  object: 'invoice',
  status,
  created,
  next_payment_attempt: nextPaymentAttempt,
})

export const subscriptionView = (subscription: Subscription, isInvoiceExpanded = false) => {
  const { id, customer, itemId, price, status, periodStart, periodEnd, metadata, latestInvoice } = subscription
  const item = { id: itemId, object: 'subscription_item', price: { id: price, object: 'price' } }
  return {
    id,
    object: 'subscription',
    customer,
    status,
    metadata,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    items: {
      object: 'list',
      data: [{ ...item, current_period_start: periodStart, current_period_end: periodEnd }],
    },
    latest_invoice: isInvoiceExpanded ? invoiceView(latestInvoice) : latestInvoice.id,
  }
}

interface WholeCustomer {
  customer: Customer
  /** The default one. */
  card: Card | undefined
  /** Those that have not ended. */
  subscriptions: readonly Subscription[]
}

/** @param expanded - paths of the objects that the caller wants whole rather than by id. */
export const customerView = ({ customer, card, subscriptions }: WholeCustomer, expanded: readonly string[]): object => {
  const { id, email, balance, metadata, isDeleted } = customer
  if (isDeleted) return { id, object: 'customer', deleted: true }
  const isCardExpanded = expanded.includes('invoice_settings.default_payment_method')
  const isInvoiceExpanded = expanded.includes('subscriptions.data.latest_invoice')
  return {
    id,
    object: 'customer',
    email,
    balance,
    metadata,
    invoice_settings: { default_payment_method: card && isCardExpanded ? cardView(card) : (card?.id ?? null) },
    ...(expanded.some((path) => path.startsWith('subscriptions')) && {
      subscriptions: {
        object: 'list',
        has_more: false,
        data: subscriptions.map((one) => subscriptionView(one, isInvoiceExpanded)),
      },
    }),
  }
}
