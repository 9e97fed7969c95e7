import { plans } from '@knockwire/domain/plans/plans'
import type { Plan } from '@knockwire/domain/plans/plan'
import type { Pace } from './pace.ts'

const known: Partial<Record<string, (typeof plans)[Plan]>> = plans

/** A plan that a newer version has set, running beside this one, is paced as the smallest. */
export const paceOf = (plan: Plan) => (known[plan] ?? plans.FREE).notificationsPerMinute

/** What an account sends to Slack and by HTTP. */
export const accountPace = (accountId: string, plan: Plan): Pace => ({
  key: `pace:account:${accountId}`,
  perMinute: paceOf(plan).account,
})
