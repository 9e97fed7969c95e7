import type { InstanceLimits } from '@knockwire/domain/instance/instance'
import type { Plan } from '@knockwire/domain/plans/plan'
import { planNames } from '@knockwire/domain/plans/plans'
import { z } from 'zod'
import type { StripeSettings } from '../billing/stripe-settings.ts'
import { BadSettings } from './bad-settings.ts'

const count = (most: number, least = 1) => z.coerce.number().int().min(least).max(most).optional()

/** `off` and 0 say that there is none. */
const countOrOff = (most: number) =>
  z
    .string()
    .transform((text) => (text === 'off' ? '0' : text))
    .pipe(z.coerce.number<string>().int().min(0).max(most))
    .optional()

/** Whether there are plans, and what every account may have where there are none. */
export const limitVariables = {
  PLANS: z.enum(['on', 'off']).default('on'),
  /** Of new accounts. */
  DEFAULT_PLAN: z.enum(planNames).optional(),
  TASKS_PER_ACCOUNT: count(1_000_000),
  RECEIVERS_PER_ACCOUNT: count(1_000_000),
  EMAILS_PER_MONTH: count(10_000_000, 0),
  TEXTS_PER_MONTH: count(10_000_000, 0),
  /** To Slack and by HTTP, of one account. */
  NOTIFICATIONS_PER_MINUTE: count(1_000_000),
  /** To one receiver. */
  RECEIVER_REQUESTS_PER_MINUTE: count(1_000_000),
  /** In a row. */
  FAILURES_BEFORE_DEACTIVATION: countOrOff(100_000),
  /** Executions of a task, requests to a receiver. */
  HISTORY_ENTRIES: count(1_000_000),
  HISTORY_DAYS: countOrOff(36_500),
  STORED_GIB_PER_ACCOUNT: count(100_000),
}

const LimitEnvironment = z.object(limitVariables)
type LimitEnvironment = z.infer<typeof LimitEnvironment>

const noneWhereZero = (value: number | undefined): number | null => (value === undefined || value === 0 ? null : value)

/** What the largest plan has, where nothing is set; but no task is deactivated for its failures. */
const limitsIn = (env: LimitEnvironment): InstanceLimits => {
  const notificationsPerMinute = env.NOTIFICATIONS_PER_MINUTE ?? 6000
  return {
    label: null,
    tasks: env.TASKS_PER_ACCOUNT ?? 5000,
    receivers: env.RECEIVERS_PER_ACCOUNT ?? 5000,
    emails: { limit: env.EMAILS_PER_MONTH ?? 20_000, per: 'month' },
    textsPerMonth: env.TEXTS_PER_MONTH ?? 1000,
    notificationsPerMinute: { account: notificationsPerMinute, host: 2 * notificationsPerMinute },
    receiverCallsPerMinute: env.RECEIVER_REQUESTS_PER_MINUTE ?? 500,
    failuresBeforeDeactivation: noneWhereZero(env.FAILURES_BEFORE_DEACTIVATION),
    history: { executions: env.HISTORY_ENTRIES ?? 2000, days: noneWhereZero(env.HISTORY_DAYS) },
    storedBytes: (env.STORED_GIB_PER_ACCOUNT ?? 100) * 1024 ** 3,
  }
}

/**
 * The limits of every account; null where each has those of its plan.
 *
 * @throws BadSettings where a limit is set beside plans, or payments beside no plans
 */
export const instanceLimitsOf = (env: LimitEnvironment, stripe: StripeSettings | null): InstanceLimits | null => {
  const { PLANS, DEFAULT_PLAN: _, ...limits } = env
  if (PLANS === 'off') {
    if (stripe !== null) throw new BadSettings('PLANS is not usable: it is off, but STRIPE_SECRET_KEY is set.')
    return limitsIn(env)
  }
  const [set] = Object.entries(limits).flatMap(([name, value]) =>
    value !== undefined && name in limitVariables ? [name] : [],
  )
  if (set !== undefined)
    throw new BadSettings(`${set} is not usable: limits are those of the plans, unless PLANS is off.`)
  return null
}

/** @throws BadSettings where there are no plans */
export const defaultPlanOf = ({ PLANS, DEFAULT_PLAN }: LimitEnvironment): Plan => {
  if (PLANS === 'off' && DEFAULT_PLAN !== undefined)
    throw new BadSettings('DEFAULT_PLAN is not usable: there are no plans where PLANS is off.')
  return DEFAULT_PLAN ?? 'FREE'
}
