import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, test } from '../../harness/test.ts'

// Responses with rates are cached for a minute.
test.use({ hasEmptyHttpCache: true })

const amount = (page: Page) => page.getByLabel('Loan amount')
const getRates = async (page: Page, typed = '350000') => {
  await amount(page).fill(typed)
  await page.getByRole('button', { name: 'Get Rates' }).click()
}
const table = (page: Page) => page.getByRole('table')
const rowOf = (page: Page, lender: string) => table(page).getByRole('row').filter({ hasText: lender })

const rateTypes = ['30 Yr Fixed', '15 Yr Fixed', '10/1 ARM', '7/1 ARM', '5/1 ARM']

test('[MR-01] a visitor finds the form without signing in, before any script has run', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.dashboardUrl })
  const page = await context.newPage()
  await page.goto('/rates')
  await expect(page).toHaveTitle(/^Mortgage rates today/)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /mortgage rates/)
  await expect(page.getByRole('button', { name: 'Get Rates' })).toBeVisible()
  await context.close()
})

test('[MR-09, MR-11..MR-16, AP-54] Get Rates shows each lender with three decimals, N/A, the source and its age', async ({
  page,
}) => {
  await page.goto('/rates')
  await getRates(page)
  await expect(page.getByText(/^Rates current as of \w+ \d+, \d{4}$/)).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText(['Lender', ...rateTypes, 'Effective date'])
  const union = rowOf(page, 'First Example Credit Union Of The Northern States')
  await expect(union.getByRole('cell').nth(0)).toContainText('6.125%')
  await expect(union.getByRole('cell').nth(2)).toHaveText('N/A')
  await expect(union.getByRole('rowheader')).toContainText('Out of date')
  const figure = union.getByRole('link').first()
  await expect(figure).toHaveAttribute('href', 'https://union.example/rates')
  await expect(figure).toHaveAttribute('title', /^Note rate from A credit union’s rate sheet, loaded \w+ \d+, \d{4}, /)
  await expect(rowOf(page, 'Average Offer').getByRole('rowheader')).toContainText('Benchmark')
  await expect(rowOf(page, 'Average Offer').getByRole('cell').nth(4)).toContainText('5.850%')
  await expect(page.getByRole('heading', { name: 'Where these rates come from' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Weekly survey of lenders', exact: true })).toBeVisible()
})

test('[MR-07, MR-18..MR-20] amount, purpose and rate types are kept in the browser, and filter the columns', async ({
  page,
}) => {
  await page.goto('/rates')
  await page.getByRole('radio', { name: 'Purchase' }).check()
  await page.getByRole('checkbox', { name: '15 Yr Fixed' }).uncheck()
  await getRates(page, '480000')
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Lender',
    ...rateTypes.filter((name) => name !== '15 Yr Fixed'),
    'Effective date',
  ])
  const stored = () =>
    page.evaluate(() => ['loanAmount', 'loanPurpose', 'visibleRatesFilter'].map((key) => localStorage.getItem(key)))
  expect((await stored()).map((value) => JSON.parse(value ?? 'null'))).toEqual([
    480_000,
    'PURCHASE',
    { thirtyFix: true, fifteenFix: false, tenArm: true, sevenArm: true, fiveArm: true },
  ])
  await page.reload()
  await expect(amount(page)).toHaveValue('480000')
  await expect(page.getByRole('radio', { name: 'Purchase' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: '15 Yr Fixed' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: '30 Yr Fixed' })).toBeChecked()
})

test.describe('loaded for the first time', () => {
  test.use({ isFirstVisit: true })
  test('the page with its chart loads under 90 KB of scripts, gzipped', async ({ page }) => {
    const scripts: Response[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response)
    })
    await page.goto('/rates')
    await getRates(page)
    await expect(page.getByRole('img', { name: /^30 Yr Fixed: / })).toBeVisible()
    const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).byteLength))
    expect(sizes.length).toBeGreaterThan(2)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90_000)
  })
})
