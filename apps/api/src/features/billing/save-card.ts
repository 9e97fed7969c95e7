import { keyFor } from '@knockwire/services/billing/change'
import type { Change } from './make-change.ts'

/** Makes the card of a token the one that is charged. The card before it is forgotten at Stripe. Gives its id there. */
export const saveCard = async (change: Change, cardTokenId: string): Promise<string> => {
  const { billing, lease, customerId, state } = change
  const { stripe } = billing
  const { id } = await stripe.paymentMethods.create(
    { type: 'card', card: { token: cardTokenId } },
    keyFor(lease, 'card', cardTokenId),
  )
  await stripe.paymentMethods.attach(id, { customer: customerId }, keyFor(lease, 'attach', id))
  await stripe.customers.update(
    customerId,
    { invoice_settings: { default_payment_method: id } },
    keyFor(lease, 'default', id),
  )
  if (state.card !== null) await forgetCard(change, state.card.paymentMethodId)
  return id
}

export const forgetCard = async ({ billing, lease }: Change, paymentMethodId: string): Promise<void> => {
  await billing.stripe.paymentMethods.detach(paymentMethodId, {}, keyFor(lease, 'detach', paymentMethodId))
}
