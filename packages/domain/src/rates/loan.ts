import { z } from 'zod'
import { loanPurposes, rateProducts } from './labels.ts'

export const LoanPurpose = z.enum(loanPurposes, 'Choose Refinance or Purchase.')
export type LoanPurpose = z.infer<typeof LoanPurpose>

/** The five rate types, by their field in a rate row. */
export const RateProduct = z.enum(rateProducts)
export type RateProduct = z.infer<typeof RateProduct>

/** In US dollars. */
export const maxLoanAmount = 1_000_000_000

const isLoanAmount = (value: unknown) => typeof value === 'number' && value > 0 && value <= maxLoanAmount

/** US dollars. Whatever is no such number is an error of this field, never of the whole body: people type it. */
export const LoanAmount = z
  .custom<number>(isLoanAmount, {
    error: `Enter a loan amount between 1 and ${maxLoanAmount.toLocaleString('en-US')}.`,
  })
  .meta({ type: 'number', exclusiveMinimum: 0, maximum: maxLoanAmount })

/** What rates are requested for: by the page, by a subscriber, by an alert. */
export const LoanInput = z.strictObject({ loanAmount: LoanAmount, loanPurpose: LoanPurpose })
export type LoanInput = z.infer<typeof LoanInput>
