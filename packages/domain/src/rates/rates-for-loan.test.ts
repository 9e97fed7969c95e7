import { describe, expect, it } from 'vitest'
import { LoanInput, maxLoanAmount } from './loan.ts'
import { byKindAndLender, type CurrentRate, ratesForLoan } from './rates-for-loan.ts'

const nowMs = Date.UTC(2030, 0, 10)
const loan = { loanAmount: 300_000, loanPurpose: 'PURCHASE' } as const

const rate = (fields: Partial<CurrentRate>): CurrentRate => ({
  sourceKey: 'source',
  sourceName: 'Source',
  lender: 'bank',
  kind: 'LENDER',
  rateType: 'APR',
  product: 'thirtyFix',
  purpose: 'PURCHASE',
  minLoanAmount: 0,
  maxLoanAmount: 1_000_000,
  rate: 6,
  effectiveDate: '2030-01-09',
  sourceUrl: 'https://bank.example/',
  fetchedAt: new Date('2030-01-09T12:00:00Z'),
  staleAt: new Date('2030-01-11T12:00:00Z'),
  ...fields,
})

const rowsOf = (...rates: Partial<CurrentRate>[]) => ratesForLoan(rates.map(rate), loan, nowMs)

describe('the rates of a loan', () => {
  it.each<[Partial<CurrentRate>, boolean]>([
    [{ minLoanAmount: 300_000, maxLoanAmount: 300_000 }, true],
    [{ minLoanAmount: 300_001 }, false],
    [{ maxLoanAmount: 299_999 }, false],
    [{ purpose: 'REFINANCE' }, false],
  ])('those of %j belong to it: %s', (fields, belongs) => expect(rowsOf(fields)).toHaveLength(belongs ? 1 : 0))

  it('are one row for each lender, with all its products, their origins and the newest of their dates', () => {
    const [row, ...others] = rowsOf(
      { product: 'fiveArm', rate: 5, effectiveDate: '2030-01-08', sourceKey: 'arms' },
      { product: 'thirtyFix', rate: 6, effectiveDate: '2030-01-09' },
      { product: 'sevenArm', rate: 5.5, effectiveDate: '2030-01-07' },
    )
    expect(others).toEqual([])
    expect(row).toMatchObject({
      id: 'bank',
      lender: 'bank',
      kind: 'LENDER',
      isBenchmark: false,
      isStale: false,
      effectiveDate: '2030-01-09',
      thirtyFix: 6,
      fifteenFix: null,
      tenArm: null,
      sevenArm: 5.5,
      fiveArm: 5,
    })
    expect(Object.keys(row?.origins ?? {}).toSorted()).toEqual(['fiveArm', 'sevenArm', 'thirtyFix'])
    expect(row?.origins.fiveArm).toEqual({
      sourceKey: 'arms',
      sourceName: 'Source',
      sourceUrl: 'https://bank.example/',
      rateType: 'APR',
      effectiveDate: '2030-01-08',
      fetchedAt: '2030-01-09T12:00:00.000Z',
      isStale: false,
    })
  })

  it('are as new as the newest of them, whichever product that is', () => {
    const [row] = rowsOf({ effectiveDate: '2030-01-07' }, { product: 'fiveArm', effectiveDate: '2030-01-08' })
    expect(row?.effectiveDate).toBe('2030-01-08')
  })

  it('have of two sources for one product the one of the later date, and of one date the one fetched later', () => {
    const early = new Date('2030-01-09T01:00:00Z')
    const late = new Date('2030-01-09T02:00:00Z')
    const newer = { rate: 2, effectiveDate: '2030-01-09', fetchedAt: early }
    const older = { rate: 1, effectiveDate: '2030-01-08', fetchedAt: late }
    for (const rates of [
      [newer, older],
      [older, newer],
    ])
      expect(rowsOf(...rates)[0]?.thirtyFix).toBe(2)
    const again = { rate: 3, effectiveDate: '2030-01-09', fetchedAt: late }
    for (const rates of [
      [newer, again],
      [again, newer],
    ])
      expect(rowsOf(...rates)[0]?.thirtyFix).toBe(3)
    const asLate = { ...again, rate: 4 }
    expect(rowsOf(again, asLate)[0]?.thirtyFix).toBe(3)
  })

  it('are stale from the very time on at which any of them is', () => {
    const at = (offsetMs: number) => rowsOf({ product: 'tenArm' }, { staleAt: new Date(nowMs + offsetMs) })[0]
    expect([at(0)?.isStale, at(1)?.isStale]).toEqual([true, false])
    expect([at(0)?.origins.thirtyFix?.isStale, at(0)?.origins.tenArm?.isStale]).toEqual([true, false])
  })

  it('stand with lenders first, each by name, and benchmarks after them', () => {
    const rows = rowsOf(
      { lender: 'zeta', kind: 'BENCHMARK' },
      { lender: 'beta' },
      { lender: 'alpha', kind: 'BENCHMARK' },
      { lender: 'alto' },
    )
    expect(rows.map(({ lender, isBenchmark }) => [lender, isBenchmark])).toEqual([
      ['alto', false],
      ['beta', false],
      ['alpha', true],
      ['zeta', true],
    ])
    expect(byKindAndLender({ kind: 'LENDER', lender: 'b' }, { kind: 'BENCHMARK', lender: 'a' })).toBe(-1)
  })
})

it.each([
  [1, true],
  [0.5, true],
  [maxLoanAmount, true],
  [0, false],
  [-1, false],
  [maxLoanAmount + 1, false],
  ['300000', false],
  [null, false],
])('a loan of %j dollars is accepted: %s', (loanAmount, isAccepted) => {
  expect(LoanInput.safeParse({ ...loan, loanAmount }).success).toBe(isAccepted)
})
