/** The products, in the table's order [MR-07]. The keys are those of a rate row. */
export const rateTypes = [
  { key: 'thirtyFix', label: '30 Yr Fixed' },
  { key: 'fifteenFix', label: '15 Yr Fixed' },
  { key: 'tenArm', label: '10/1 ARM' },
  { key: 'sevenArm', label: '7/1 ARM' },
  { key: 'fiveArm', label: '5/1 ARM' },
] as const

export type RateType = (typeof rateTypes)[number]['key']

export const loanPurposes = [
  { value: 'REFINANCE', label: 'Refinance' },
  { value: 'PURCHASE', label: 'Purchase' },
] as const

export type LoanPurpose = (typeof loanPurposes)[number]['value']

/** A dollar amount greater than 0, or null where none was typed [MR-04]. Thousands separators are accepted. */
export const loanAmountOf = (text: string): number | null => {
  const amount = Number(text.replaceAll(',', '').trim())
  return text.trim() !== '' && Number.isFinite(amount) && amount > 0 ? amount : null
}

/** Percent with three decimals [MR-15..MR-17]. */
export const rateText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'N/A'
  const percent = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(percent) ? `${percent.toFixed(3)}%` : 'Invalid'
}

/** "freddie_mac" is shown as "Freddie Mac" [MR-14]; letters that are capital already stay so. */
export const lenderName = (lender: string): string =>
  lender.replaceAll('_', ' ').replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase())
