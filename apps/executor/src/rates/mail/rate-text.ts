import { lenderName, loanPurposeLabels } from '@knockwire/domain/rates/labels'
import type { LoanInput } from '@knockwire/domain/rates/loan'
import { type RateSourceKind, type RateType } from '@knockwire/domain/rates/rate-row'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 })
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const percentText = (rate: number): string => `${rate.toFixed(3)}%`

/** `2026-11-20` as November 20, 2026. */
export const dateText = (date: string): string => longDate.format(new Date(`${date}T00:00:00Z`))

export const loanText = ({ loanAmount, loanPurpose }: LoanInput): string =>
  `${dollars.format(loanAmount)} (${loanPurposeLabels[loanPurpose]})`

/** A benchmark is always named as one. */
export const sourceText = ({ lender, kind }: { lender: string; kind: RateSourceKind }): string =>
  kind === 'BENCHMARK' ? `${lenderName(lender)} (benchmark, not an offer)` : lenderName(lender)

export const rateTypeText: Readonly<Record<RateType, string>> = { NOTE_RATE: 'interest rate', APR: 'APR' }
