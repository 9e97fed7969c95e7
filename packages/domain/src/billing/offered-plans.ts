import type { Plan } from '../plans/plan.ts'
import type { OfferedPlan } from './billing.ts'

/** The plans that the account page offers; the others are set by the server's operator. */
export const offeredPlans = ['FREE', 'HOBBY', 'BUSINESS'] as const

export const isOffered = (plan: Plan): plan is OfferedPlan => offeredPlans.some((offered) => offered === plan)
