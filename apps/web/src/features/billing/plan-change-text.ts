import type { BillingView, OfferedPlan } from '@knockwire/domain/billing/billing'
import { plans, type Plan } from '@knockwire/domain/plans/plans'

const priceCents = (plan: Plan) => plans[plan].priceCentsPerMonth ?? 0

/** What a change of plan does, said before it is done. */
export function planChangeText(
  current: Plan,
  next: OfferedPlan,
  { hasPaymentMethod, lastFour }: BillingView,
): string[] {
  const { label } = plans[current]
  const kept = `Your tasks and receivers are kept. Where you have more than the ${plans[next].label} plan includes, you can create no new ones.`
  if (next === 'FREE')
    return [`Your ${label} plan ends now, and what you have paid for the rest of the month becomes credit.`, kept]
  const card = hasPaymentMethod ? `Your card ending in ${lastFour}` : 'Your card'
  if (current === 'FREE') return [`${card} is charged now, and every month from today.`]
  if (priceCents(next) > priceCents(current))
    return [`${card} is charged the difference for the rest of this month now, and the full price from the next month.`]
  return [
    `The change takes effect now. The difference for the rest of this month becomes credit, which pays your next bills.`,
    kept,
  ]
}
