import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { LoanAmount, LoanInput, LoanPurpose, RateProduct } from './loan.ts'
import { RateSourceKind } from './rate-row.ts'

/** Whether the account gets the daily email, and for which loan. */
export const RateSubscriptionView = z.object({
  subscribed: z.boolean(),
  /** Both only where subscribed. */
  loanAmount: z.number().optional(),
  loanPurpose: LoanPurpose.optional(),
})
export type RateSubscriptionView = z.infer<typeof RateSubscriptionView>

const maxRatePercent = 25

const isAlertRate = (value: unknown) => typeof value === 'number' && value > 0 && value <= maxRatePercent

/** Percent, as people type it: whatever is no such number is an error of the field. */
const AlertRate = z
  .custom<number>(isAlertRate, { error: `Enter a rate between 0 and ${maxRatePercent} percent.` })
  .meta({ type: 'number', exclusiveMinimum: 0, maximum: maxRatePercent })

/** Alerts that an account may have, those that were triggered included. */
export const maxRateAlerts = 20

/** To be notified once when the product's rate is at or below `rate`, at any lender or benchmark. */
export const CreateRateAlertInput = z.strictObject({
  ...LoanInput.shape,
  loanAmount: LoanAmount,
  product: z.enum(RateProduct.options, 'Choose a rate type.'),
  rate: AlertRate,
})
export type CreateRateAlertInput = z.infer<typeof CreateRateAlertInput>

export const RateAlertView = z.object({
  id: Id,
  loanAmount: z.number(),
  loanPurpose: LoanPurpose,
  product: RateProduct,
  rate: z.number(),
  createdAt: Timestamp,
  /** Null while it waits; what it was triggered by once it was. */
  triggered: z
    .object({ at: Timestamp, lender: z.string(), kind: RateSourceKind, rate: z.number(), sourceUrl: z.string() })
    .nullable(),
})
export type RateAlertView = z.infer<typeof RateAlertView>

/** The newest first. */
export const RateAlertList = z.object({ results: z.array(RateAlertView) })

/** What a daily email said: percent by lender and product, for one loan. */
export interface SentRates extends LoanInput {
  rates: Record<string, Partial<Record<RateProduct, number>>>
}

/** The rate that triggered an alert, as it was then. */
export interface TriggeringRate {
  lender: string
  kind: RateSourceKind
  rate: number
  sourceUrl: string
}
