import type { OfferedPlan } from '@knockwire/domain/billing/billing'
import { type PlanLimits, plans } from '@knockwire/domain/plans/plans'
import type { Plan } from '@knockwire/domain/plans/plan'
import { Button, VisuallyHidden } from '@mantine/core'
import { bytes, exactNumber } from '../../lib/format/format.ts'
import classes from './billing.module.css'
import { useOwnersOnly } from './owners-only.ts'

const offeredPlans: readonly OfferedPlan[] = ['FREE', 'HOBBY', 'BUSINESS']

/** "USD $9.99/month"; null where the price is by agreement. */
export function priceOf({ priceCentsPerMonth: cents }: PlanLimits): string | null {
  if (cents === null) return null
  return `USD $${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}/month`
}

interface PlanFact {
  name: string
  of: (plan: PlanLimits) => string
}

/** The rows of the comparison, from the table that the server enforces. */
const planFacts: readonly PlanFact[] = [
  { name: 'Tasks', of: ({ tasks }) => exactNumber(tasks) },
  { name: 'Receivers', of: ({ receivers }) => exactNumber(receivers) },
  { name: 'Emails', of: ({ emails: { limit, per } }) => `${exactNumber(limit)} a ${per}` },
  {
    name: 'Text messages',
    of: ({ textsPerMonth }) => (textsPerMonth === 0 ? '0' : `${exactNumber(textsPerMonth)} a month`),
  },
  { name: 'Slack messages', of: () => 'Unlimited' },
  {
    name: 'Slack and HTTP notifications sent per minute',
    of: ({ notificationsPerMinute: { account } }) => exactNumber(account),
  },
  {
    name: 'Failed executions in a row before deactivation',
    of: ({ failuresBeforeDeactivation }) => `${failuresBeforeDeactivation}`,
  },
  { name: 'Receiver requests per minute', of: ({ receiverCallsPerMinute }) => `${receiverCallsPerMinute}` },
  {
    name: 'Execution history',
    of: ({ history: { executions, days } }) =>
      days === null ? exactNumber(executions) : `${exactNumber(executions)} (up to ${days} days)`,
  },
  { name: 'Stored history', of: ({ storedBytes }) => bytes(storedBytes) },
]

const isUpgrade = (current: Plan, plan: Plan) =>
  (plans[plan].priceCentsPerMonth ?? 0) > (plans[current].priceCentsPerMonth ?? 0)

interface PlanTableProps {
  current: Plan
  /** Whether this server sells plans. */
  isSold: boolean
  /** Whether another plan can be chosen here. */
  isChangeable: boolean
  onSelect: (plan: OfferedPlan) => void
}

/** On narrow screens each plan is its own card, with the names of the rows beside its values. */
export function PlanTable({ current, isSold, isChangeable, onSelect }: PlanTableProps) {
  const ownersOnly = useOwnersOnly()
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
          {isSold && (
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
                    {...(plan !== current && ownersOnly)}
                    aria-label={plan === current ? undefined : `Select Plan: ${plans[plan].label}`}
                    onClick={() => onSelect(plan)}
                  >
                    {plan === current ? 'Current Plan' : 'Select Plan'}
                  </Button>
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
