import type { OfferedPlan } from '../billing/billing.ts'
import type { Plan } from './plan.ts'

export const planNames = ['FREE', 'HOBBY', 'BUSINESS', 'ENTERPRISE', 'SUPER'] as const

/** Those that the account page offers; the others are set by the server's operator. */
export const offeredPlans = ['FREE', 'HOBBY', 'BUSINESS'] as const

export const isOffered = (plan: Plan): plan is OfferedPlan => offeredPlans.some((offered) => offered === plan)

export interface PlanLimits {
  label: string
  /** US cents; null where it is by agreement and not sold on the page. */
  priceCentsPerMonth: number | null
  tasks: number
  receivers: number
  emails: { limit: number; per: 'day' | 'month' }
  textsPerMonth: number
  /**
   * Slack and HTTP notifications, which are unlimited in number, a minute: of the account, and to one host of all accounts
   * of the plan together. What is beyond is sent later.
   */
  notificationsPerMinute: { account: number; host: number }
  /** For each receiver. */
  receiverCallsPerMinute: number
  failuresBeforeDeactivation: number
  /** For each task or receiver; `days` null: no limit in age. */
  history: { executions: number; days: number | null }
  /** Bytes of stored history over all tasks and receivers of an account; beyond it, the oldest executions and requests are deleted. */
  storedBytes: number
}

/** What an account may have, by its plan or by the settings of an instance without plans. */
export interface AccountLimits extends Omit<PlanLimits, 'label' | 'priceCentsPerMonth' | 'failuresBeforeDeactivation'> {
  /** The plan's; null where there are no plans. */
  label: string | null
  /** Null: a task is never deactivated for its failures. */
  failuresBeforeDeactivation: number | null
}

const MiB = 1024 ** 2
const GiB = 1024 ** 3

/** The one table of what plans include; what holds for an account, `limitsOf` in `instance/limits.ts` says. Days and months are UTC calendar ones. */
export const plans: Record<Plan, PlanLimits> = {
  FREE: {
    label: 'Free',
    priceCentsPerMonth: 0,
    tasks: 25,
    receivers: 10,
    emails: { limit: 20, per: 'day' },
    textsPerMonth: 0,
    notificationsPerMinute: { account: 60, host: 300 },
    receiverCallsPerMinute: 20,
    failuresBeforeDeactivation: 3,
    history: { executions: 200, days: 90 },
    storedBytes: 256 * MiB,
  },
  HOBBY: {
    label: 'Hobby',
    priceCentsPerMonth: 999,
    tasks: 25,
    receivers: 10,
    emails: { limit: 2000, per: 'month' },
    textsPerMonth: 200,
    notificationsPerMinute: { account: 120, host: 600 },
    receiverCallsPerMinute: 50,
    failuresBeforeDeactivation: 10,
    history: { executions: 2000, days: null },
    storedBytes: 2 * GiB,
  },
  BUSINESS: {
    label: 'Business',
    priceCentsPerMonth: 2999,
    tasks: 50,
    receivers: 50,
    emails: { limit: 10_000, per: 'month' },
    textsPerMonth: 1000,
    notificationsPerMinute: { account: 300, host: 1200 },
    receiverCallsPerMinute: 100,
    failuresBeforeDeactivation: 10,
    history: { executions: 2000, days: null },
    storedBytes: 10 * GiB,
  },
  ENTERPRISE: {
    label: 'Enterprise',
    priceCentsPerMonth: null,
    tasks: 500,
    receivers: 500,
    emails: { limit: 20_000, per: 'month' },
    textsPerMonth: 1000,
    notificationsPerMinute: { account: 1500, host: 6000 },
    receiverCallsPerMinute: 500,
    failuresBeforeDeactivation: 10,
    history: { executions: 2000, days: null },
    storedBytes: 100 * GiB,
  },
  SUPER: {
    label: 'Super',
    priceCentsPerMonth: null,
    tasks: 5000,
    receivers: 5000,
    emails: { limit: 20_000, per: 'month' },
    textsPerMonth: 1000,
    notificationsPerMinute: { account: 6000, host: 12_000 },
    receiverCallsPerMinute: 500,
    failuresBeforeDeactivation: 10,
    history: { executions: 2000, days: null },
    storedBytes: 100 * GiB,
  },
}

/** What is taken before the account has loaded (TL-22). */
export const defaultMaxTaskNumber = 25
