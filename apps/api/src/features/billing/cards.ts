import type { AddCardInput, BillingView } from '@knockwire/domain/billing/billing'
import type { Billing } from '@knockwire/services/billing/billing'
import { keyFor } from '@knockwire/services/billing/change'
import type { Caller } from '../../context.ts'
import { type Change, makeChange } from './make-change.ts'
import { isAnswered } from './payment-error.ts'
import { presentBilling } from './read-billing.ts'

/** Makes the card of a token the one that is charged. Stripe keeps the card before it as well. Gives the new card's id there. */
export const attachCard = async (change: Change, cardTokenId: string): Promise<string> => {
  const { billing, lease } = change
  const { stripe } = billing
  const { id } = await stripe.paymentMethods.create(
    { type: 'card', card: { token: cardTokenId } },
    keyFor(lease, 'card', cardTokenId),
  )
  await stripe.paymentMethods.attach(id, { customer: change.customerId }, keyFor(lease, 'attach', id))
  await chargeCard(change, id)
  return id
}

const chargeCard = async ({ billing, lease, customerId }: Change, id: string): Promise<void> => {
  await billing.stripe.customers.update(
    customerId,
    { invoice_settings: { default_payment_method: id } },
    keyFor(lease, 'default', id),
  )
}

/** Forgets the card that was charged before the change. */
export const forgetFormerCard = async (change: Change): Promise<void> => {
  if (change.state.card !== null) await forgetCard(change, change.state.card.paymentMethodId)
}

/** Takes a card back that was declined: the one before it, if any, is charged again. */
export const withdrawCard = async (change: Change, id: string): Promise<void> => {
  if (change.state.card !== null) await chargeCard(change, change.state.card.paymentMethodId)
  await forgetCard(change, id)
}

const forgetCard = async ({ billing, lease }: Change, paymentMethodId: string): Promise<void> => {
  await billing.stripe.paymentMethods.detach(paymentMethodId, {}, keyFor(lease, 'detach', paymentMethodId))
}

/** Saves a card, in place of the one before it. A renewal that has failed is tried with it at once. */
export const addCard = async (
  billing: Billing,
  caller: Caller,
  { cardTokenId }: AddCardInput,
): Promise<BillingView> => {
  const add = async (change: Change) => {
    const card = await attachCard(change, cardTokenId)
    await forgetFormerCard(change)
    await continueSubscription(change)
    await payFailedRenewal(change, card)
  }
  const { row } = await makeChange(billing, caller, add, { action: 'card.added', object: { type: 'CARD' } })
  return presentBilling(row)
}

/** It was to end since it had no card. */
const continueSubscription = async ({ billing, lease, state: { subscription } }: Change) => {
  if (subscription === null || subscription.endsAt === null) return
  await billing.stripe.subscriptions.update(
    subscription.id,
    { cancel_at_period_end: false },
    keyFor(lease, 'continue', subscription.id),
  )
}

/** The card is saved in any case; that it was declined shows as the payment that is still missing. */
const payFailedRenewal = async ({ billing, lease, state }: Change, card: string) => {
  const invoiceId = state.subscription?.unpaid?.invoiceId
  if (invoiceId === undefined) return
  try {
    await billing.stripe.invoices.pay(invoiceId, {}, keyFor(lease, 'pay', invoiceId, card))
  } catch (error) {
    if (!isAnswered(error)) throw error
    billing.log.info({ event: 'renewal declined', accountId: lease.accountId }, 'a failed renewal was declined again')
  }
}

/** Forgets the saved card. A paid plan stays for what is paid, then it ends: nothing could be charged. */
export const removeCard = async (billing: Billing, caller: Caller): Promise<BillingView> => {
  const remove = async (change: Change) => {
    const { lease, state } = change
    if (state.subscription !== null && state.subscription.endsAt === null) {
      const { id } = state.subscription
      await billing.stripe.subscriptions.update(id, { cancel_at_period_end: true }, keyFor(lease, 'end', id))
    }
    if (state.card !== null) await forgetCard(change, state.card.paymentMethodId)
  }
  const { row } = await makeChange(billing, caller, remove, { action: 'card.removed', object: { type: 'CARD' } })
  return presentBilling(row)
}
