import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expectNoAxeViolations } from '../../harness/axe.ts'
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

test('[MR-01, MR-03, MR-05, MR-07, MR-08] a visitor finds the form, without signing in', async ({ page }) => {
  await page.goto('/rates')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mortgage Rates')
  await expect(amount(page)).toHaveAttribute('type', 'number')
  await expect(amount(page)).toHaveAttribute('min', '1')
  await expect(amount(page)).toHaveAttribute('required', '')
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: 'Refinance' })).toBeChecked()
  for (const name of rateTypes) await expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Get Rates' })).toBeVisible()
})

test('the form is there before any script has run', async ({ browser, product }) => {
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

test('what was changed by hand in the browser’s storage does not break the page', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('loanAmount', '{"a":1}')
    localStorage.setItem('loanPurpose', '"GAMBLE"')
    localStorage.setItem('visibleRatesFilter', 'not JSON')
  })
  await page.goto('/rates')
  await expect(amount(page)).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'Refinance' })).toBeChecked()
  await getRates(page)
  await expect(table(page).getByRole('columnheader')).toHaveCount(7)
})

test('choices that a former version stored in the browser are kept', async ({ page }) => {
  await page.goto('/rates')
  await page.evaluate(() => {
    localStorage.setItem('knockwire.loanAmount', '"480000"')
    localStorage.setItem('knockwire.loanPurpose', '"PURCHASE"')
  })
  await page.reload()
  await expect(amount(page)).toHaveValue('480000')
  await expect(page.getByRole('radio', { name: 'Purchase' })).toBeChecked()
  expect(await page.evaluate(() => localStorage.getItem('knockwire.loanAmount'))).toBeNull()
})

test('[MR-04] without a loan amount above 0 no rates are fetched', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/mortgage-rates')) calls.push(request.postData() ?? '')
  })
  await page.goto('/rates')
  for (const typed of ['', '0', '-1']) await getRates(page, typed)
  await expect(table(page)).toHaveCount(0)
  await getRates(page)
  await expect(table(page)).toBeVisible()
  expect(calls).toEqual([JSON.stringify({ loanAmount: 350000, loanPurpose: 'REFINANCE' })])
})

test('an amount that the server rejects is explained at its field', async ({ page, problem }) => {
  problem.announce(422, '/api/v1/mortgage-rates')
  await page.goto('/rates')
  await getRates(page, '2000000000')
  await expect(page.getByText('Enter a loan amount between 1 and 1,000,000,000.')).toBeVisible()
  await expect(amount(page)).toHaveAttribute('aria-invalid', 'true')
})

test('[MR-17] a rate that is no number shows as Invalid', async ({ page }) => {
  await page.route('**/api/v1/mortgage-rates', async (route) => {
    const response = await route.fetch()
    const [first, ...others] = await response.json()
    await route.fulfill({ response, json: [{ ...first, thirtyFix: 'call us' }, ...others] })
  })
  await page.goto('/rates')
  await getRates(page)
  await expect(table(page).getByRole('cell').first()).toContainText('Invalid')
})

for (const [answer, text] of [
  [{ json: { rows: [] } }, 'Error: Received unexpected data format from the server.'],
  [{ status: 500, body: 'oops' }, 'Error: An unexpected error occurred while fetching rates.'],
  [{ status: 429, json: { code: 'RATE_LIMITED', message: 'Wait a minute.' } }, 'Error: Wait a minute.'],
] as const) {
  test(`[ER-35, ER-36, ER-37] a failure is shown as "${text}"`, async ({ page, problem }) => {
    if ('status' in answer) problem.announce(answer.status, '/api/v1/mortgage-rates')
    await page.route('**/api/v1/mortgage-rates', (route) => route.fulfill(answer))
    await page.goto('/rates')
    await getRates(page)
    await expect(page.getByRole('alert')).toHaveText(text)
  })
}

test('[ER-36, ER-37] without a network the page says so, and works again once there is one', async ({
  page,
  context,
  problem,
}) => {
  await page.goto('/rates')
  await page.getByRole('heading', { name: 'Where these rates come from' }).waitFor()
  problem.announceNoNetwork()
  await context.setOffline(true)
  await getRates(page)
  await expect(page.getByRole('alert').first()).toHaveText(
    'Error: The server cannot be reached. Check your connection and try again.',
  )
  await context.setOffline(false)
  problem.announceNetworkBack()
  await getRates(page)
  await expect(table(page)).toBeVisible()
})

const couldNotBeFetched = /^Rates could not be fetched right now\. None of the sources below could be read\./

test('[ER-38] no rates where the sources were read is said plainly', async ({ page }) => {
  await page.route('**/api/v1/mortgage-rates', (route) => route.fulfill({ json: [] }))
  await page.goto('/rates')
  await getRates(page)
  await expect(page.getByText('No rates were found matching your criteria.')).toBeVisible()
  await expect(page.getByText(couldNotBeFetched)).toHaveCount(0)
})

test('[ER-38] where no source could be read, the page says that rates could not be fetched, and not before it was tried', async ({
  page,
}) => {
  let isFailing = false
  await page.route('**/api/v1/mortgage-rates', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/v1/mortgage-rates/sources', async (route) => {
    const response = await route.fetch()
    const { results } = await response.json()
    const unread = { lastReadAt: null, isStale: true, isFailing }
    await route.fulfill({ response, json: { results: results.map((source: object) => ({ ...source, ...unread })) } })
  })
  await page.goto('/rates')
  await getRates(page)
  await expect(page.getByText('No rates were found matching your criteria.')).toBeVisible()
  await expect(page.getByText(couldNotBeFetched)).toHaveCount(0)
  isFailing = true
  await getRates(page)
  await expect(page.getByText(couldNotBeFetched)).toBeVisible()
  await expect(page.getByText('No rates were found matching your criteria.')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('the amount’s placeholder is an example in words, which can be read and is taken for no value', async ({
  page,
}) => {
  await page.goto('/rates')
  await expect(amount(page)).toHaveAttribute('placeholder', 'e.g. 350,000')
  await expect(amount(page)).toHaveValue('')
  await expectNoAxeViolations(page)
})

test('the months on the axis of the history are evenly chosen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/rates')
  await getRates(page)
  const months = page.getByRole('img', { name: /^30 Yr Fixed: / }).getByText(/^[A-Z][a-z]{2} \d{4}$/)
  await expect(months.first()).toBeVisible()
  const counted = (await months.allTextContents()).map((text) => {
    const date = new Date(`1 ${text} UTC`)
    return date.getUTCFullYear() * 12 + date.getUTCMonth()
  })
  const steps = counted.slice(1).map((month, index) => month - (counted[index] ?? 0))
  expect(steps.length).toBeGreaterThan(1)
  expect(new Set(steps).size).toBe(1)
})

test('the history of a rate type is drawn, and read by keyboard', async ({ page }) => {
  await page.goto('/rates')
  await getRates(page)
  const chart = page.getByRole('img', { name: /^30 Yr Fixed: / })
  await expect(chart).toBeVisible()
  await chart.press('ArrowLeft')
  await expect(page.getByRole('status').filter({ hasText: 'Weekly Survey' })).toContainText(/\d\.\d{3}%/)
  await page.getByRole('group', { name: 'Rate type' }).getByRole('button', { name: '10/1 ARM' }).click()
  await expect(page.getByRole('img', { name: /^10\/1 ARM: .*Average Offer from / })).toBeVisible()
  await page.getByRole('group', { name: 'Time range' }).getByRole('button', { name: '3 months' }).click()
  await expect(page.getByRole('button', { name: '3 months' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('img', { name: /^10\/1 ARM/ })).toBeVisible()
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
