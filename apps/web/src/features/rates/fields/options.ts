import {
  loanPurposeLabels,
  loanPurposes as purposes,
  rateProductLabels,
  rateProducts,
} from '@knockwire/domain/rates/labels'
import type { LoanPurpose, RateProduct } from '@knockwire/domain/rates/loan'

/** The table's columns and the form's checkboxes, in their order. */
export const rateTypes = rateProducts.map((key) => ({ key, label: rateProductLabels[key] }))
export type RateType = RateProduct

export const loanPurposes = purposes.map((value) => ({ value, label: loanPurposeLabels[value] }))
export type { LoanPurpose }

/** Of the domain's words for it this page would load the dashboard's code. */
export const whyViewersCannot = 'You are a viewer of this account. An editor can change what it gets.'

/** A dollar amount greater than 0, or null where none was typed [MR-04]. */
export const loanAmountOf = (text: string): number | null => {
  const amount = Number(text)
  return text.trim() !== '' && Number.isFinite(amount) && amount > 0 ? amount : null
}
