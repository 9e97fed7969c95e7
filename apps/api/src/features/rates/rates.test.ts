import { maxLoanAmount } from '@knockwire/domain/rates/loan'
import type { RateHistoryView } from '@knockwire/domain/rates/rate-history'
import type { RateRow, RateSourceList } from '@knockwire/domain/rates/rate-row'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentRates, rateObservations, rateSources } from '@knockwire/db/schema/rates'
import { insertCurrentRate, insertObservation, insertRateSource } from '../../testing/rows/insert-rates.ts'
import { get, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const dayMs = 86_400_000
const loan = { loanAmount: 300_000, loanPurpose: 'PURCHASE' } as const

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const nowMs = () => test.clock.now()
const day = (offset = 0) => new Date(nowMs() + offset * dayMs).toISOString().slice(0, 10)

beforeEach(async () => {
  for (const table of [currentRates, rateObservations, rateSources]) await test.db.delete(table)
  // Longer than any answer is kept.
  test.clock.advance(60_000)
})

const ask = async (body: object = loan) => {
  const answer = await post(test, '/mortgage-rates', body)
  expect(answer.statusCode).toBe(200)
  return answer.json<RateRow[]>()
}

describe('POST /mortgage-rates', () => {
  it('[AP-54, MR-01, MR-13] answers a visitor with a row of the five rates, and where each comes from', async () => {
    await insertRateSource(test.db, nowMs(), { key: 'first_bank', name: 'First Bank’s sheet' })
    await insertCurrentRate(test.db, nowMs(), {
      sourceKey: 'first_bank',
      product: 'thirtyFix',
      purpose: 'PURCHASE',
      rate: 6.125,
    })
    await insertCurrentRate(test.db, nowMs(), {
      sourceKey: 'first_bank',
      product: 'fiveArm',
      purpose: 'PURCHASE',
      rate: 5.5,
    })
    const origin = {
      sourceKey: 'first_bank',
      sourceName: 'First Bank’s sheet',
      sourceUrl: 'https://first_bank.example/rates',
      rateType: 'NOTE_RATE',
      effectiveDate: day(),
      fetchedAt: new Date(nowMs()).toISOString(),
      isStale: false,
    }
    expect(await ask()).toEqual([
      {
        id: 'first_bank',
        lender: 'first_bank',
        effectiveDate: day(),
        thirtyFix: 6.125,
        fifteenFix: null,
        tenArm: null,
        sevenArm: null,
        fiveArm: 5.5,
        kind: 'LENDER',
        isBenchmark: false,
        isStale: false,
        origins: { thirtyFix: origin, fiveArm: origin },
      },
    ])
  })

  it('[MR-06, MR-09] answers with the rates for the amount and the purpose alone, and interpolates nothing', async () => {
    await insertRateSource(test.db, nowMs(), { key: 'first_bank' })
    const value = { sourceKey: 'first_bank', product: 'thirtyFix' } as const
    await insertCurrentRate(test.db, nowMs(), { ...value, purpose: 'PURCHASE', rate: 6, maxLoanAmount: 500_000 })
    await insertCurrentRate(test.db, nowMs(), { ...value, purpose: 'PURCHASE', rate: 7, minLoanAmount: 600_000 })
    await insertCurrentRate(test.db, nowMs(), { ...value, purpose: 'REFINANCE', rate: 8 })
    const thirtyFixOf = async (loanAmount: number, loanPurpose: string) =>
      (await ask({ loanAmount, loanPurpose })).map(({ thirtyFix }) => thirtyFix)
    expect(await thirtyFixOf(1, 'PURCHASE')).toEqual([6])
    expect(await thirtyFixOf(500_000, 'PURCHASE')).toEqual([6])
    expect(await thirtyFixOf(550_000, 'PURCHASE')).toEqual([])
    expect(await thirtyFixOf(maxLoanAmount, 'PURCHASE')).toEqual([7])
    expect(await thirtyFixOf(550_000, 'REFINANCE')).toEqual([8])
  })

  it('puts lenders before benchmarks, by name, and makes one row of a lender’s several sources', async () => {
    for (const [key, lender, kind] of [
      ['average_fixed', 'average', 'BENCHMARK'],
      ['average_arm', 'average', 'BENCHMARK'],
      ['second_bank', 'second_bank', 'LENDER'],
      ['first_bank', 'first_bank', 'LENDER'],
    ] as const) {
      await insertRateSource(test.db, nowMs(), { key, lender, kind })
      const product = key === 'average_arm' ? 'tenArm' : 'thirtyFix'
      await insertCurrentRate(test.db, nowMs(), { sourceKey: key, product, purpose: 'PURCHASE', rate: 6.5 })
    }
    const rows = await ask()
    expect(rows.map(({ lender, isBenchmark }) => [lender, isBenchmark])).toEqual([
      ['first_bank', false],
      ['second_bank', false],
      ['average', true],
    ])
    expect(rows[2]).toMatchObject({ thirtyFix: 6.5, tenArm: 6.5 })
    expect(rows[2]?.origins.tenArm?.sourceKey).toBe('average_arm')
  })

  it('keeps the last good value and marks it as stale once it was not read again in time', async () => {
    await insertRateSource(test.db, nowMs(), { key: 'first_bank' })
    await insertCurrentRate(test.db, nowMs(), {
      sourceKey: 'first_bank',
      product: 'thirtyFix',
      purpose: 'PURCHASE',
      rate: 6,
    })
    expect((await ask())[0]).toMatchObject({ isStale: false, thirtyFix: 6 })
    test.clock.advance(2 * dayMs)
    expect((await ask())[0]).toMatchObject({ isStale: true, thirtyFix: 6, origins: { thirtyFix: { isStale: true } } })
  })

  it('answers an empty list where there is no rate, and leaves out sources that are switched off', async () => {
    expect(await ask()).toEqual([])
    await insertRateSource(test.db, nowMs(), { key: 'first_bank', isEnabled: false })
    await insertCurrentRate(test.db, nowMs(), {
      sourceKey: 'first_bank',
      product: 'thirtyFix',
      purpose: 'PURCHASE',
      rate: 6,
    })
    test.clock.advance(60_000)
    expect(await ask()).toEqual([])
  })

  it.each([
    ['0', 0],
    ['-1', -1],
    ['"x"', 'x'],
    ['"300000"', '300000'],
    ['null', null],
    ['too much', 1e10],
  ])('[MR-03, MR-04] %s as the amount is an error of that field', async (_case, loanAmount) => {
    const answer = await post(test, '/mortgage-rates', { ...loan, loanAmount })
    const message = 'Enter a loan amount between 1 and 1,000,000,000.'
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { loanAmount: message }])
  })

  it('[MR-04] 1e400 and a missing amount or purpose are errors of their fields', async () => {
    const send = (payload: string) =>
      test.inject({
        method: 'POST',
        url: '/api/v1/mortgage-rates',
        payload,
        headers: { 'content-type': 'application/json' },
      })
    const answers = await Promise.all([
      send('{"loanAmount":1e400,"loanPurpose":"PURCHASE"}'),
      send('{"loanPurpose":"PURCHASE"}'),
      send('{"loanAmount":1}'),
      send('{"loanAmount":1,"loanPurpose":"purchase"}'),
      send('{}'),
    ])
    const fields = answers.map((answer) => Object.keys(answer.json().errors))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 422])
    expect(fields).toEqual([
      ['loanAmount'],
      ['loanAmount'],
      ['loanPurpose'],
      ['loanPurpose'],
      ['loanAmount', 'loanPurpose'],
    ])
  })
})

describe('GET /mortgage-rates/history', () => {
  it('answers with a series for each lender and product of the loan, oldest first, without quarantined values', async () => {
    await insertRateSource(test.db, nowMs(), { key: 'first_bank' })
    const value = { sourceKey: 'first_bank', product: 'thirtyFix', purpose: 'PURCHASE' } as const
    const add = (offset: number, changes: object) =>
      insertObservation(test.db, nowMs(), { ...value, rate: 6, effectiveDate: day(offset), ...changes })
    await add(-1, { rate: 6.25 })
    await add(-30, { rate: 6.5 })
    await add(0, { rate: 12, quarantineReason: 'It moved by more than 2 points.' })
    await add(-2, { purpose: 'REFINANCE' })
    await add(-2, { minLoanAmount: 400_000 })
    await add(-2, { product: 'fiveArm', rate: 5 })
    await add(-400, { rate: 7 })
    const read = async (query: string) => {
      const answer = await get(test, `/mortgage-rates/history?loanAmount=300000&loanPurpose=PURCHASE${query}`)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
      return answer.json<RateHistoryView>().series
    }
    const common = {
      lender: 'first_bank',
      kind: 'LENDER',
      rateType: 'NOTE_RATE',
      sourceUrl: 'https://first_bank.example/rates',
    }
    const thirty = [
      { date: day(-30), rate: 6.5 },
      { date: day(-1), rate: 6.25 },
    ]
    expect(await read('')).toEqual([
      { ...common, product: 'thirtyFix', points: thirty },
      { ...common, product: 'fiveArm', points: [{ date: day(-2), rate: 5 }] },
    ])
    expect((await read('&range=5y'))[0]?.points).toEqual([{ date: day(-400), rate: 7 }, ...thirty])
  })

  it('rejects a query that it cannot read', async () => {
    for (const query of [
      '',
      '?loanAmount=x&loanPurpose=PURCHASE',
      '?loanAmount=0&loanPurpose=PURCHASE',
      '?loanAmount=1&loanPurpose=PURCHASE&range=9y',
    ])
      expect((await get(test, `/mortgage-rates/history${query}`)).statusCode).toBe(400)
  })
})

it('the API says where the rates come from and how old they are, but not how this server fails', async () => {
  await insertRateSource(test.db, nowMs(), { key: 'b_bank', lastError: 'connect ECONNREFUSED 10.0.0.1' })
  await insertRateSource(test.db, nowMs(), { key: 'a_bank', lastSuccessAt: null, staleAt: null })
  const answer = await get(test, '/mortgage-rates/sources')
  expect(answer.json<RateSourceList>().results).toMatchObject([
    { key: 'a_bank', lastReadAt: null, isStale: true, isFailing: false },
    { key: 'b_bank', lastReadAt: new Date(nowMs()).toISOString(), isStale: false, isFailing: true },
  ])
  expect(answer.body).not.toContain('ECONNREFUSED')
})

it('the document of the page says that there are no sources, once that is known, and as long as it is so', async () => {
  const body = async () => (await test.inject({ url: '/rates', headers: { accept: 'text/html' } })).body
  await vi.waitFor(async () => expect(await body()).toContain('<html data-without="rate-sources" '))
  await insertRateSource(test.db, nowMs(), { key: 'first_bank' })
  test.clock.advance(60_000)
  await vi.waitFor(async () => expect(await body()).not.toContain('rate-sources'))
})
