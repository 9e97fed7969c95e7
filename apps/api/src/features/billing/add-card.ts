import { keyFor } from '@knockwire/services/billing/change'
import type { Billing } from '@knockwire/services/billing/billing'
import type { AddCardInput, BillingView } from '@knockwire/domain/billing/billing'
import type { Caller } from '../../context.ts'
import { type Change, makeChange } from './make-change.ts'
import { isAnswered } from './payment-error.ts'
import { presentBilling } from './presenter.ts'
import { saveCard } from './save-card.ts'

/** Saves a card, in place of the one before it. A renewal that has failed is tried with it at once. */
export const addCard = async (
  billing: Billing,
  { accountId }: Caller,
  { cardTokenId }: AddCardInput,
): Promise<BillingView> => {
  const { row } = await makeChange(billing, accountId, async (change) => {
    await saveCard(change, cardTokenId)
    await continueSubscription(change)
    await payFailedRenewal(change)
  })
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
const payFailedRenewal = async ({ billing, lease, state }: Change) => {
  const invoiceId = state.subscription?.unpaid?.invoiceId
  if (invoiceId === undefined) return
  try {
    await billing.stripe.invoices.pay(invoiceId, {}, keyFor(lease, 'pay', invoiceId))
  } catch (error) {
    if (!isAnswered(error)) throw error
    billing.log.info({ event: 'renewal declined', accountId: lease.accountId }, 'a failed renewal was declined again')
  }
}
