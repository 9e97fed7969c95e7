import { type AccountLimits, planNames, plans } from '../plans/plans.ts'
import type { Plan } from '../plans/plan.ts'
import type { InstanceLimits } from './instance.ts'

/** The settings of an instance, as far as they decide what an account may have. */
export interface InstanceWithLimits {
  /** Of every account, where the instance has no plans; null where it has. */
  limits: InstanceLimits | null
}

const known: Partial<Record<string, AccountLimits>> = plans

/** Of a plan that a newer version, running beside this one, has set. */
const ofUnknownPlan: AccountLimits = {
  ...plans.FREE,
  label: '',
  emails: { limit: 1000, per: 'month' },
  textsPerMonth: 0,
}

/** What an account may have: what its plan includes, or on an instance without plans what the operator's settings say. */
export const limitsOf = (plan: Plan, { limits }: InstanceWithLimits): AccountLimits =>
  limits ?? known[plan] ?? ofUnknownPlan

/** The same for each plan that accounts may be on, for statements that look at accounts of all of them. */
export const limitsByPlan = (instance: InstanceWithLimits): { plan: Plan; limits: AccountLimits }[] =>
  planNames.map((plan) => ({ plan, limits: limitsOf(plan, instance) }))

/** Why nothing more can be created. `what`: as many as the account may have ("25 tasks"). */
export const fullMessage = ({ label }: AccountLimits, what: string): string =>
  label === null
    ? `An account has at most ${what} on this server. Delete one first.`
    : `Your plan includes ${what}. Delete one or upgrade your plan.`
