import { afterEach, describe, expect, it, vi } from 'vitest'
import { insertCurrentRate, insertRateSource } from '../../testing/rows/insert-rates.ts'
import { get, post, statusesOf } from '../../testing/calls/task-calls.ts'
import { sessionCookieName } from '../../access/session-cookie.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const loan = { loanAmount: 300_000, loanPurpose: 'PURCHASE' } as const

let test: TestApp
afterEach(async () => {
  vi.restoreAllMocks()
  await test.close()
})

/** How often the app asks the database from now on. */
const countQueries = () => vi.spyOn(test.appPool, 'query')

const seed = async () => {
  await insertRateSource(test.db, test.clock.now(), { key: 'first_bank' })
  const value = { sourceKey: 'first_bank', product: 'thirtyFix', purpose: 'PURCHASE' } as const
  await insertCurrentRate(test.db, test.clock.now(), { ...value, rate: 6 })
}

describe('many calls of the public rates', () => {
  it('leave the database alone: 1000 for different amounts at once cost one query, and a made-up session none', async () => {
    test = await createTestApp()
    await seed()
    const queries = countQueries()
    const headers = { cookie: `${sessionCookieName(test.context.settings)}=made-up` }
    const payloads = Array.from({ length: 1000 }, (_, at) => ({ ...loan, loanAmount: 100_000 + at }))
    const url = '/api/v1/mortgage-rates'
    const answers = await Promise.all(payloads.map((payload) => test.inject({ method: 'POST', url, payload, headers })))
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
    expect(queries).toHaveBeenCalledTimes(1)
    test.clock.advance(60_000)
    await post(test, '/mortgage-rates', loan)
    expect(queries).toHaveBeenCalledTimes(2)
  })

  it('of the history leave the database alone as well', async () => {
    test = await createTestApp()
    await seed()
    const queries = countQueries()
    const amounts = Array.from({ length: 200 }, (_, at) => 100_000 + at)
    await Promise.all(
      amounts.map((amount) => get(test, `/mortgage-rates/history?loanAmount=${amount}&loanPurpose=PURCHASE`)),
    )
    expect(queries).toHaveBeenCalledTimes(1)
  })

  it('are limited for each address, and say when to come again', async () => {
    test = await createTestApp({ settings: { ratesRequestsPerMinute: 5, trustProxy: 1 } })
    const from = (address: string) =>
      test.inject({
        method: 'POST',
        url: '/api/v1/mortgage-rates',
        payload: loan,
        headers: { 'x-forwarded-for': address },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, () => from('192.0.2.1')))
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const rejected = answers.find(({ statusCode }) => statusCode === 429)
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('192.0.2.2')).statusCode).toBe(200)
  })

  it('get the last rates that were read while the database is away', async () => {
    test = await createTestApp()
    await seed()
    const before = (await post(test, '/mortgage-rates', loan)).json()
    vi.spyOn(test.appPool, 'query').mockImplementation(() => Promise.reject(new Error('the database is away')))
    test.clock.advance(60_000)
    const after = await post(test, '/mortgage-rates', loan)
    expect([after.statusCode, after.json()]).toEqual([200, before])
  })
})
