import type { OfferedPlan } from '@knockwire/domain/billing/billing'
import type { PlanLimits } from '@knockwire/domain/plans/plans'

export const offeredPlans: readonly OfferedPlan[] = ['FREE', 'HOBBY', 'BUSINESS']

const number = new Intl.NumberFormat('en-US')

/** "USD $9.99/month"; null where the price is by agreement. */
export function priceOf({ priceCentsPerMonth: cents }: PlanLimits): string | null {
  if (cents === null) return null
  return `USD $${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}/month`
}

/** "256 MiB", "2 GiB", with a decimal where it says something. */
export function binarySize(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

interface PlanFact {
  name: string
  of: (plan: PlanLimits) => string
}

/** The rows of the comparison, from the table that the server enforces. */
export const planFacts: readonly PlanFact[] = [
  { name: 'Tasks', of: ({ tasks }) => number.format(tasks) },
  { name: 'Receivers', of: ({ receivers }) => number.format(receivers) },
  { name: 'Emails', of: ({ emails: { limit, per } }) => `${number.format(limit)} a ${per}` },
  {
    name: 'Text messages',
    of: ({ textsPerMonth }) => (textsPerMonth === 0 ? '0' : `${number.format(textsPerMonth)} a month`),
  },
  { name: 'Slack messages', of: () => 'Unlimited' },
  {
    name: 'Failures before auto deactivation',
    of: ({ failuresBeforeDeactivation }) => `${failuresBeforeDeactivation}`,
  },
  { name: 'Receiver calls per minute', of: ({ receiverCallsPerMinute }) => `${receiverCallsPerMinute}` },
  {
    name: 'Execution history',
    of: ({ history: { executions, days } }) =>
      days === null ? number.format(executions) : `${number.format(executions)} (up to ${days} days)`,
  },
  { name: 'Stored history', of: ({ storedBytes }) => binarySize(storedBytes) },
]
