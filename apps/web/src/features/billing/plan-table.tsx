import type { OfferedPlan } from '@knockwire/domain/billing/billing'
import { plans, type Plan } from '@knockwire/domain/plans/plans'
import { Button, VisuallyHidden } from '@mantine/core'
import classes from './billing.module.css'
import { offeredPlans, planFacts, priceOf } from './plan-facts.ts'

const isUpgrade = (current: Plan, plan: Plan) =>
  (plans[plan].priceCentsPerMonth ?? 0) > (plans[current].priceCentsPerMonth ?? 0)

interface PlanTableProps {
  current: Plan
  /** Whether another plan can be chosen here. */
  isChangeable: boolean
  onSelect: (plan: OfferedPlan) => void
}

/** On narrow screens each plan is a card of its own, with the names of the rows beside its values. */
export function PlanTable({ current, isChangeable, onSelect }: PlanTableProps) {
  return (
    <div className={classes.plansBox}>
      <table className={classes.plans} aria-label="Plans">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>What is included</VisuallyHidden>
            </th>
            {offeredPlans.map((plan) => (
              <th key={plan} scope="col" data-current={plan === current || undefined}>
                <span className={classes.planName}>{plans[plan].label}</span>
                <span className={classes.price}>{priceOf(plans[plan])}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {planFacts.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {offeredPlans.map((plan) => (
                <td key={plan}>{of(plans[plan])}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">
              <VisuallyHidden>Choice</VisuallyHidden>
            </th>
            {offeredPlans.map((plan) => (
              <td key={plan}>
                <Button
                  fullWidth
                  className={classes.choice ?? ''}
                  variant={isUpgrade(current, plan) ? 'filled' : 'default'}
                  disabled={plan === current || !isChangeable}
                  aria-label={plan === current ? undefined : `Select Plan: ${plans[plan].label}`}
                  onClick={() => onSelect(plan)}
                >
                  {plan === current ? 'Current Plan' : 'Select Plan'}
                </Button>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
