// No schema in here: the public rates page is small because it loads none.

/** The rate types by their field in a rate row, in the order of the table's columns (MR-07). */
export const rateProductLabels = {
  thirtyFix: '30 Yr Fixed',
  fifteenFix: '15 Yr Fixed',
  tenArm: '10/1 ARM',
  sevenArm: '7/1 ARM',
  fiveArm: '5/1 ARM',
} as const
type RateProduct = keyof typeof rateProductLabels
export const rateProducts = [
  'thirtyFix',
  'fifteenFix',
  'tenArm',
  'sevenArm',
  'fiveArm',
] as const satisfies RateProduct[]

export const loanPurposeLabels = { REFINANCE: 'Refinance', PURCHASE: 'Purchase' } as const
type LoanPurpose = keyof typeof loanPurposeLabels
export const loanPurposes = ['REFINANCE', 'PURCHASE'] as const satisfies LoanPurpose[]

/** Percent with three decimals (MR-15), "N/A" where there is none (MR-16), "Invalid" for what is no number (MR-17). */
export const rateText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'N/A'
  const percent = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(percent) ? `${percent.toFixed(3)}%` : 'Invalid'
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** As people read it: `freddie_mac` is Freddie Mac (MR-14). */
export const lenderName = (lender: string): string =>
  lender
    .split('_')
    .filter((word) => word !== '')
    .map(capitalized)
    .join(' ')
