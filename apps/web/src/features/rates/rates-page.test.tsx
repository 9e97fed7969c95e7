import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { rateRow, rateSource } from '../../testing/builders/rates.ts'
import { rejected, server } from '../../testing/network.ts'
import { textsOf } from '../../testing/screens.ts'
import { RatesPage } from './rates-page.tsx'
import { amount, table, getRates, openRates, serveRates } from '../../testing/pages/rates-page.tsx'

beforeEach(serveRates)

const heads = table.getByRole('columnheader')
const rowOf = (lender: string) => table.getByRole('row').filter({ hasText: lender })
const posted = () => server.calls('post', /^\/mortgage-rates$/).map(({ body }) => body)
const rateTypes = ['30 Yr Fixed', '15 Yr Fixed', '10/1 ARM', '7/1 ARM', '5/1 ARM']

it('[MR-03, MR-05, MR-07, MR-08] the form has an amount, a purpose and all rate types, and begins with a refinance', async () => {
  await openRates()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Mortgage Rates')
  for (const [name, value] of [
    ['type', 'number'],
    ['min', '1'],
    ['required', ''],
    ['placeholder', 'e.g. 350000'],
  ] as const)
    await expect.element(amount).toHaveAttribute(name, value)
  await expect.element(amount).toHaveValue(null)
  expect(page.getByRole('radio').elements()).toHaveLength(2)
  await expect.element(page.getByRole('radio', { name: 'Refinance' })).toBeChecked()
  for (const name of rateTypes) await expect.element(page.getByRole('checkbox', { name, exact: true })).toBeChecked()
  await expect.element(page.getByRole('button', { name: 'Get Rates' })).toBeEnabled()
})

it('[MR-04] without a loan amount above 0 no rates are fetched', async () => {
  await openRates()
  for (const typed of ['', '0', '-1']) await getRates(typed)
  await expect.element(table).not.toBeInTheDocument()
  await getRates()
  await expect.element(table).toBeVisible()
  expect(posted()).toEqual([{ loanAmount: 350_000, loanPurpose: 'REFINANCE' }])
})

it('[MR-11..MR-16] each lender has its rates with three decimals, N/A, the source and its age', async () => {
  server.post('/mortgage-rates', 'RateRowList', () => [
    rateRow({ isStale: true }),
    rateRow({
      id: 'offer',
      lender: 'average_offer',
      kind: 'BENCHMARK',
      isBenchmark: true,
      effectiveDate: '2026-11-18',
      fiveArm: 5.85,
    }),
  ])
  await openRates()
  await getRates()
  await expect
    .element(page.getByText(/^Rates current as of November 20, 2026$|^Rates current as of Nov 20, 2026$/))
    .toBeVisible()
  expect(textsOf(heads)).toEqual(['Lender', ...rateTypes, 'Effective date'])
  const union = rowOf('First Example Union')
  const cells = textsOf(union.getByRole('cell'))
  expect(cells[0]).toMatch(/^6\.125%/)
  expect(cells[1]).toMatch(/^5\.500%.*APR$/)
  expect(cells.slice(2, 5)).toEqual(['N/A', 'N/A', 'N/A'])
  await expect.element(union.getByRole('rowheader')).toMatchTextContent('Out of date')
  const figure = union.getByRole('link').first()
  await expect.element(figure).toHaveAttribute('href', 'https://union.example/rates')
  await expect
    .element(figure)
    .toHaveAttribute(
      'title',
      expect.stringMatching(/^Note rate from A credit union’s rate sheet, loaded \w+ \d+, \d{4}, /),
    )
  await expect.element(rowOf('Average Offer').getByRole('rowheader')).toMatchTextContent('Benchmark')
  await expect.element(rowOf('Average Offer').getByRole('cell').nth(4)).toMatchTextContent('5.850%')
  await expect.element(page.getByRole('link', { name: 'A credit union’s rate sheet', exact: true })).toBeVisible()
})

it('[MR-18..MR-20] amount, purpose and rate types are kept in the browser’s storage, and rate types filter the columns', async () => {
  await openRates()
  await page.getByRole('radio', { name: 'Purchase' }).click()
  await page.getByRole('checkbox', { name: '15 Yr Fixed' }).click()
  await getRates('480000')
  const others = rateTypes.filter((name) => name !== '15 Yr Fixed')
  await expect.poll(() => textsOf(heads)).toEqual(['Lender', ...others, 'Effective date'])
  const stored = ['loanAmount', 'loanPurpose', 'visibleRatesFilter'].map((key) => window.localStorage.getItem(key))
  expect(stored.map((value) => JSON.parse(value ?? 'null'))).toEqual([
    480_000,
    'PURCHASE',
    { thirtyFix: true, fifteenFix: false, tenArm: true, sevenArm: true, fiveArm: true },
  ])
})

it('an amount that the server rejects is explained at its field', async () => {
  const message = 'Enter a loan amount between 1 and 1,000,000,000.'
  server.post('/mortgage-rates', 'RateRowList', () =>
    rejected(422, 'INVALID_FIELDS', { errors: { loanAmount: message } }),
  )
  await openRates()
  await getRates('2000000000')
  await expect.element(amount).toHaveAccessibleDescription(message)
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
})

describe('what the server sends', () => {
  const answerWith = (respond: () => Response) => server.foreign('post', '/mortgage-rates', respond)

  it('[MR-17] shows a rate that is no number as Invalid', async () => {
    answerWith(() => Response.json([{ ...rateRow(), thirtyFix: 'call us' }]))
    await openRates()
    await getRates()
    await expect.element(table.getByRole('cell').first()).toMatchTextContent('Invalid')
  })

  it.each([
    ['is no list', () => Response.json({ rows: [] }), 'Error: Received unexpected data format from the server.'],
    [
      'is no answer of ours',
      () => new Response('oops', { status: 500 }),
      'Error: An unexpected error occurred while fetching rates.',
    ],
    [
      'is a rejection',
      () => Response.json({ code: 'RATE_LIMITED', message: 'Wait a minute.' }, { status: 429 }),
      'Error: Wait a minute.',
    ],
    [
      'does not arrive',
      () => Response.error(),
      'Error: The server cannot be reached. Check your connection and try again.',
    ],
  ])('[ER-35..ER-37] is an error where it %s, and rates are there once it is none', async (_what, respond, text) => {
    answerWith(respond)
    await openRates()
    await getRates()
    await expect.element(page.getByRole('alert').first()).toHaveTextContent(text)
    server.post('/mortgage-rates', 'RateRowList', () => [rateRow()])
    await getRates()
    await expect.element(table).toBeVisible()
    await expect.element(page.getByRole('alert').first()).not.toBeInTheDocument()
  })
})

it('[ER-38] no rates are said plainly; where no source could be read, that is the reason, and not before it was tried', async () => {
  const couldNotBeFetched = page.getByText(
    /^Rates could not be fetched right now\. None of the sources below could be read\./,
  )
  const none = page.getByText('No rates were found matching your criteria.')
  const unread = { lastReadAt: null, isStale: true }
  let source = rateSource()
  server.post('/mortgage-rates', 'RateRowList', () => [])
  server.get('/mortgage-rates/sources', 'RateSourceList', () => ({ results: [source] }))
  await openRates()
  for (const read of [rateSource(), rateSource(unread)]) {
    source = read
    await getRates()
    await expect.element(none).toBeVisible()
    await expect.element(couldNotBeFetched).not.toBeInTheDocument()
  }
  source = rateSource({ ...unread, isFailing: true })
  await getRates()
  await expect.element(couldNotBeFetched).toBeVisible()
  await expect.element(none).toBeVisible()
})

it('a server that fetches no rates says so, and offers none', async () => {
  server.get('/mortgage-rates/sources', 'RateSourceList', () => ({ results: [] }))
  await render(<RatesPage />)
  await expect.element(page.getByText('This server doesn’t fetch mortgage rates.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Get Rates' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Rate alerts' })).not.toBeInTheDocument()
  await expect.element(page.getByText('Current rates for your loan.', { exact: false })).not.toBeInTheDocument()
})

it('where the document says that there are no sources, nothing is offered that would vanish as they are known', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.get('/mortgage-rates/sources', 'RateSourceList', async () => {
    await promise
    return { results: [rateSource()] }
  })
  document.documentElement.dataset['without'] = 'rate-sources'
  onTestFinished(() => void delete document.documentElement.dataset['without'])
  await render(<RatesPage />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(amount).not.toBeVisible()
  resolve()
  await expect.element(amount).toBeVisible()
})
