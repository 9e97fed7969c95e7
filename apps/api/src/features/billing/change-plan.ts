import type { Billing } from '@knockwire/services/billing/billing'
import { cancelGivenUp, cancelSubscription, keyFor } from '@knockwire/services/billing/change'
import type { SubscriptionState } from '@knockwire/services/billing/stripe-state'
import { accounts } from '@knockwire/db/schema/accounts'
import type { PaidPlan, PlanChangedView, UpdatePlanInput } from '@knockwire/domain/billing/billing'
import { isOffered, plans } from '@knockwire/domain/plans/plans'
import { AppError } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import { type Change, makeChange } from './make-change.ts'
import { presentBilling } from './read-billing.ts'
import { attachCard, forgetFormerCard, withdrawCard } from './cards.ts'
import { isAnswered } from './payment-error.ts'
import { recordEvent } from '@knockwire/services/audit/record-event'
import { planChanged } from '@knockwire/services/billing/record-state'

/**
 * Puts the account on a plan that is offered. Going up charges the difference at once, and is rejected where the card is
 * declined; going down credits what is left. Either way the plan holds from now on.
 */
export const changePlan = async (
  billing: Billing,
  caller: Caller,
  { plan, cardTokenId }: UpdatePlanInput,
): Promise<PlanChangedView> => {
  const changed = await makeChange(billing, caller, async (change) => {
    if (!isOffered(change.account.plan)) throw setByOperator()
    if (plan === 'FREE') await goFree(change)
    else await pay(change, plan, cardTokenId ?? null)
  })
  return { plan: changed.plan, billing: presentBilling(changed.row) }
}

const setByOperator = () => new AppError('CONFLICT', 'Your plan was set up by agreement. Contact support to change it.')

const goFree = async ({ billing, lease, account, actor, state: { subscription } }: Change) => {
  if (subscription !== null) await cancelSubscription(billing, lease, subscription)
  // Without a subscription it was the operator who set the plan, and nothing at Stripe says that it ends.
  else
    await billing.db.transaction(async (tx) => {
      await tx.update(accounts).set({ plan: 'FREE' }).where(eq(accounts.id, lease.accountId))
      if (account.plan !== 'FREE')
        await recordEvent(tx, [lease.accountId], actor, planChanged(account.plan, 'FREE'), billing.now())
    })
}

const pay = async (change: Change, plan: PaidPlan, cardTokenId: string | null) => {
  const { subscription } = change.state
  const isUnchanged = subscription?.plan === plan && subscription.endsAt === null
  if (isUnchanged && cardTokenId === null) return
  const newCard = cardTokenId === null ? null : await attachCard(change, cardTokenId)
  const card = newCard ?? change.state.card?.paymentMethodId
  if (card === undefined) throw new AppError('PAYMENT_FAILED', 'Add a payment method first.')
  try {
    if (subscription === null) await subscribe(change, plan, card)
    else await switchTo(change, { plan, card, subscription })
  } catch (error) {
    // A card that was entered for this change and declined does not take the place of one that may be good.
    if (newCard !== null && isAnswered(error)) await withdrawCard(change, newCard)
    throw error
  }
  if (newCard !== null) await forgetFormerCard(change)
}

/** The key names the card: a decline whose response was lost is not repeated for the next card. */
const subscribe = async ({ billing, lease, customerId, state }: Change, plan: PaidPlan, card: string) => {
  await cancelGivenUp(billing, lease, state)
  await billing.stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price: billing.settings.prices[plan] }],
      description: `Knockwire ${plans[plan].label}`,
      // Rejected, instead of waiting for a payment, where the card is declined.
      payment_behavior: 'error_if_incomplete',
      metadata: { accountId: lease.accountId, plan },
    },
    keyFor(lease, 'subscribe', plan, card),
  )
}

interface Switch {
  plan: PaidPlan
  card: string
  subscription: SubscriptionState
}

const switchTo = async ({ billing, lease }: Change, { plan, card, subscription }: Switch) => {
  const { id, itemId, unpaid } = subscription
  // What is owed for the running period comes first.
  if (unpaid !== null) {
    await billing.stripe.invoices.pay(unpaid.invoiceId, {}, keyFor(lease, 'pay', unpaid.invoiceId, card))
  }
  await billing.stripe.subscriptions.update(
    id,
    {
      items: [{ id: itemId, price: billing.settings.prices[plan] }],
      description: `Knockwire ${plans[plan].label}`,
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      cancel_at_period_end: false,
      metadata: { plan },
    },
    keyFor(lease, 'switch', id, plan, card),
  )
}
