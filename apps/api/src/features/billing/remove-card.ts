import { keyFor } from '@knockwire/services/billing/change'
import type { Billing } from '@knockwire/services/billing/billing'
import type { BillingView } from '@knockwire/domain/billing/billing'
import type { Caller } from '../../context.ts'
import { makeChange } from './make-change.ts'
import { presentBilling } from './presenter.ts'
import { forgetCard } from './save-card.ts'

/** Forgets the saved card. A paid plan stays for what is paid, then it ends: nothing could be charged. */
export const removeCard = async (billing: Billing, { accountId }: Caller): Promise<BillingView> => {
  const { row } = await makeChange(billing, accountId, async (change) => {
    const { lease, state } = change
    if (state.subscription !== null && state.subscription.endsAt === null) {
      const { id } = state.subscription
      await billing.stripe.subscriptions.update(id, { cancel_at_period_end: true }, keyFor(lease, 'end', id))
    }
    if (state.card !== null) await forgetCard(change, state.card.paymentMethodId)
  })
  return presentBilling(row)
}
