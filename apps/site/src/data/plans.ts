import { plans, type PlanLimits } from '@knockwire/domain/plans/plans'

const count = (value: number) => value.toLocaleString('en-US')

const priceOf = ({ priceCentsPerMonth: cents }: PlanLimits): string => {
  if (cents === null) return 'by agreement'
  return cents === 0 ? '$0' : `$${(cents / 100).toFixed(2)}`
}

const historyOf = ({ history: { executions, days } }: PlanLimits) =>
  days === null ? `${count(executions)} entries` : `${count(executions)} entries, up to ${days} days`

const bytesOf = ({ storedBytes }: PlanLimits) =>
  storedBytes < 1024 ** 3 ? `${storedBytes / 1024 ** 2} MiB` : `${storedBytes / 1024 ** 3} GiB`

const rows: [label: string, read: (limits: PlanLimits) => string][] = [
  ['Price per month', priceOf],
  ['Tasks', ({ tasks }) => count(tasks)],
  ['Receivers', ({ receivers }) => count(receivers)],
  ['Emails', ({ emails }) => `${count(emails.limit)} per ${emails.per}`],
  ['Text messages per month', ({ textsPerMonth }) => count(textsPerMonth)],
  ['Slack and HTTP notifications', () => 'unlimited'],
  [
    'Slack and HTTP notifications sent per minute',
    ({ notificationsPerMinute }) => count(notificationsPerMinute.account),
  ],
  [
    'HTTP notifications to one host per minute, all accounts',
    ({ notificationsPerMinute }) => count(notificationsPerMinute.host),
  ],
  ['Requests per minute, each receiver', ({ receiverCallsPerMinute }) => count(receiverCallsPerMinute)],
  ['Failures in a row before a task is deactivated', (limits) => count(limits.failuresBeforeDeactivation)],
  ['History kept, each task or receiver', historyOf],
  ['Stored history, whole account', bytesOf],
]

const all = Object.values(plans)

/** The table that the product enforces, as text. */
export const planTable = {
  plans: all.map(({ label }) => label),
  rows: rows.map(([label, read]) => ({ label, cells: all.map(read) })),
}

/** The plans that have a price, for the front page. */
export const soldPlans = all
  .filter(({ priceCentsPerMonth }) => priceCentsPerMonth !== null)
  .map((limits) => ({ limits, label: limits.label, price: priceOf(limits), history: historyOf(limits) }))
