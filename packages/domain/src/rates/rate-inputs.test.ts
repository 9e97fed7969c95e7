import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LoanInput } from './loan.ts'
import { historyRangeDays, RateHistoryQuery, RateSeries } from './rate-history.ts'
import { CreateRateAlertInput } from './rate-subscription.ts'

const alert = { loanAmount: 300_000, loanPurpose: 'PURCHASE', product: 'thirtyFix', rate: 5.5 }
const pathsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('what people type about a loan', () => {
  it.each([
    [0, false],
    [0.01, true],
    [1_000_000_000, true],
    [1_000_000_000.5, false],
    ['300000', false],
    [null, false],
    [undefined, false],
  ])('is an amount: %j is %s', (loanAmount, isAmount) => {
    expect(pathsOf(LoanInput, { loanAmount, loanPurpose: 'REFINANCE' })).toEqual(isAmount ? [] : ['loanAmount'])
  })

  it.each([
    [0, false],
    [0.001, true],
    [25, true],
    [25.001, false],
    ['5', false],
    [undefined, false],
  ])('is the rate of an alert: %j is %s', (rate, isRate) => {
    expect(pathsOf(CreateRateAlertInput, { ...alert, rate })).toEqual(isRate ? [] : ['rate'])
  })

  it('says what is wrong in the words of its field', () => {
    const result = CreateRateAlertInput.safeParse({ loanAmount: 0, loanPurpose: '', product: '', rate: 0 })
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'Enter a loan amount between 1 and 1,000,000,000.',
      'Choose Refinance or Purchase.',
      'Choose a rate type.',
      'Enter a rate between 0 and 25 percent.',
    ])
  })

  it('is described to programs with its bounds', () => {
    expect(z.toJSONSchema(CreateRateAlertInput, { unrepresentable: 'any' }).properties).toMatchObject({
      loanAmount: { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000_000 },
      rate: { type: 'number', exclusiveMinimum: 0, maximum: 25 },
    })
  })
})

describe('the history of rates', () => {
  const loan = { loanAmount: '300000', loanPurpose: 'PURCHASE' }

  it('is that of a year unless another range is asked for', () => {
    expect(RateHistoryQuery.parse(loan)).toEqual({ loanAmount: 300_000, loanPurpose: 'PURCHASE', range: '1y' })
    expect(RateHistoryQuery.parse({ ...loan, range: '3m' }).range).toBe('3m')
    expect(pathsOf(RateHistoryQuery, { ...loan, range: '2y' })).toEqual(['range'])
  })

  it('is that of an amount within its bounds', () => {
    expect(
      ['0', '0.01', '1000000000', '1000000001', 'x'].filter(
        (loanAmount) => pathsOf(RateHistoryQuery, { ...loan, loanAmount }).length === 0,
      ),
    ).toEqual(['0.01', '1000000000'])
  })

  it('reaches back as far as its ranges say, leap days included', () => {
    expect(historyRangeDays).toEqual({ '3m': 92, '1y': 366, '5y': 1827 })
  })

  it('has no series without points', () => {
    expect(pathsOf(RateSeries.pick({ points: true }), { points: [] })).toEqual(['points'])
    expect(pathsOf(RateSeries.pick({ points: true }), { points: [{ date: '2026-11-20', rate: 6 }] })).toEqual([])
  })
})
