import { z } from 'zod'
import { Plan } from '../plans/plan.ts'
import { offeredPlans } from '../plans/plans.ts'

export const OfferedPlan = Plan.extract(offeredPlans)
export type OfferedPlan = z.infer<typeof OfferedPlan>

/** The plans that are paid by card. */
export type PaidPlan = Exclude<OfferedPlan, 'FREE'>

export const BillingView = z.object({
  /** Epoch seconds; -1 where nothing will be charged. */
  nextBillingDate: z.number().int(),
  hasPaymentMethod: z.boolean(),
  /** Of the saved card's number. */
  lastFour: z.string().nullable(),
  /** Epoch seconds at which the paid plan ends without a call, since its card was removed; null where it goes on. */
  endDate: z.number().int().nullable(),
  /** A renewal that failed and is not paid yet. `nextAttemptDate` null: it will not be tried again. */
  failedPayment: z.object({ failedDate: z.number().int(), nextAttemptDate: z.number().int().nullable() }).nullable(),
})
export type BillingView = z.infer<typeof BillingView>

export const BillingAnswer = z.object({ billing: BillingView })

/** `stripePublicKey` null: payments are not set up on this server. */
export const AccountBillingView = BillingAnswer.extend({ stripePublicKey: z.string().nullable() })
export type AccountBillingView = z.infer<typeof AccountBillingView>

export const PlanChangedView = BillingAnswer.extend({ plan: Plan })
export type PlanChangedView = z.infer<typeof PlanChangedView>

/** Made by Stripe's own script in the browser: the card itself never comes here. */
const CardTokenId = z.string().regex(/^tok_\w{1,100}$/, 'This is not a card token of Stripe.')

export const AddCardInput = z.strictObject({ cardTokenId: CardTokenId })
export type AddCardInput = z.infer<typeof AddCardInput>

export const UpdatePlanInput = z.strictObject({ plan: OfferedPlan, cardTokenId: CardTokenId.nullish() })
export type UpdatePlanInput = z.infer<typeof UpdatePlanInput>
