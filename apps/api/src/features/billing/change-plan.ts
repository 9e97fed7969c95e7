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
import { forgetCard, saveCard } from './cards.ts'

/**
 * Puts the account on a plan that is offered. Going up charges the difference at once, and is rejected where the card is
 * declined; going down credits what is left. Either way the plan holds from now on.
 */
export const changePlan = async (
  billing: Billing,
  { accountId }: Caller,
  { plan, cardTokenId }: UpdatePlanInput,
): Promise<PlanChangedView> => {
  const changed = await makeChange(billing, accountId, async (change) => {
    if (!isOffered(change.account.plan)) throw setByOperator()
    if (plan === 'FREE') await goFree(change)
    else await pay(change, plan, cardTokenId ?? null)
  })
  return { plan: changed.plan, billing: presentBilling(changed.row) }
}

const setByOperator = () =>
  new AppError('CONFLICT', 'Your plan was set up by agreement. Please contact support to change it.')

const goFree = async ({ billing, lease, state: { subscription } }: Change) => {
  if (subscription !== null) await cancelSubscription(billing, lease, subscription)
  // Without a subscription it was the operator who set the plan, and nothing at Stripe says that it ends.
  else await billing.db.update(accounts).set({ plan: 'FREE' }).where(eq(accounts.id, lease.accountId))
}

const pay = async (change: Change, plan: PaidPlan, cardTokenId: string | null) => {
  const { subscription } = change.state
  const isUnchanged = subscription?.plan === plan && subscription.endsAt === null
  if (isUnchanged && cardTokenId === null) return
  const newCard = await cardFor(change, cardTokenId)
  try {
    if (subscription === null) await subscribe(change, plan)
    else await switchTo(change, plan, subscription)
  } catch (error) {
    // A card that was entered for this change only, and declined, is not kept.
    if (newCard !== null && change.state.card === null) await forgetCard(change, newCard)
    throw error
  }
}

/** The id of a card that was entered just now; null where the saved one pays. */
const cardFor = async (change: Change, cardTokenId: string | null): Promise<string | null> => {
  if (cardTokenId !== null) return saveCard(change, cardTokenId)
  if (change.state.card === null) throw new AppError('PAYMENT_FAILED', 'Please add a payment method first.')
  return null
}

const subscribe = async ({ billing, lease, customerId, state }: Change, plan: PaidPlan) => {
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
    keyFor(lease, 'subscribe', plan),
  )
}

const switchTo = async ({ billing, lease }: Change, plan: PaidPlan, { id, itemId, unpaid }: SubscriptionState) => {
  // What is owed for the running period comes first.
  if (unpaid !== null) await billing.stripe.invoices.pay(unpaid.invoiceId, {}, keyFor(lease, 'pay', unpaid.invoiceId))
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
    keyFor(lease, 'switch', id, plan),
  )
}
