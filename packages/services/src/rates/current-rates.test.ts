import { currentRates, rateSources } from '@knockwire/db/schema/rates'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { loadCurrentRates } from './current-rates.ts'

it('the rates that are shown are those of the sources that are in use, with what names them', async () => {
  const { db, close } = await createTestDatabase()
  onTestFinished(close)
  const at = new Date('2026-11-22T04:31:20Z')
  const source = { lender: 'Acme', kind: 'LENDER', rateType: 'APR', url: 'https://acme.example', licence: 'own' }
  await db.insert(rateSources).values(
    [
      { ...source, key: 'acme', name: 'Acme rates', isEnabled: true, nextFetchAt: at },
      { ...source, key: 'gone', name: 'Gone rates', isEnabled: false, nextFetchAt: at },
    ].map((row) => row as typeof rateSources.$inferInsert),
  )
  const rate = {
    product: 'thirtyFix',
    purpose: 'PURCHASE',
    minLoanAmount: 100_000,
    maxLoanAmount: 500_000,
    rate: 6.25,
    effectiveDate: '2026-11-21',
    fetchedAt: at,
    sourceUrl: 'https://acme.example/rates',
    staleAt: new Date('2026-11-24T04:31:20Z'),
  }
  await db
    .insert(currentRates)
    .values(['acme', 'gone'].map((sourceKey) => ({ ...rate, sourceKey }) as typeof currentRates.$inferInsert))
  expect(await loadCurrentRates(db)).toEqual([
    { ...rate, sourceKey: 'acme', sourceName: 'Acme rates', lender: 'Acme', kind: 'LENDER', rateType: 'APR' },
  ])
})
