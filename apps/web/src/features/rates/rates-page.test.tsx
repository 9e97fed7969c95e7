import type { RateAlertView } from '@knockwire/domain/rates/rate-subscription'
import { CreateRateAlertInput } from '@knockwire/domain/rates/rate-subscription'
import { beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { account } from '../../testing/builders/account.ts'
import { idOf } from '../../testing/builders/ids.ts'
import { rateRow, rateSeries, rateSource } from '../../testing/builders/rates.ts'
import { minutesAgo } from '../../testing/builders/times.ts'
import { rejected, server } from '../../testing/network.ts'
import { textsOf } from '../../testing/screens.ts'
import { RatesPage } from './rates-page.tsx'
import type * as StoredChoices from './stored-choices.ts'
import { changeChoices } from './stored-choices.ts'

const amount = page.getByLabelText('Loan amount')
const subscribeButton = page.getByRole('button', { name: 'Subscribe', exact: true })
const unsubscribeButton = page.getByRole('button', { name: 'Unsubscribe', exact: true })
const table = page.getByRole('table')
const heads = table.getByRole('columnheader')
const rowOf = (lender: string) => table.getByRole('row').filter({ hasText: lender })
const snackbar = (text: string) => page.getByRole('status').filter({ hasText: text })
const posted = () => server.calls('post', /^\/mortgage-rates$/).map(({ body }) => body)
const rateTypes = ['30 Yr Fixed', '15 Yr Fixed', '10/1 ARM', '7/1 ARM', '5/1 ARM']

const getRates = async (typed = '350000') => {
  await amount.fill(typed)
  await page.getByRole('button', { name: 'Get Rates' }).click()
}

beforeEach(() => {
  // Its module keeps what was chosen for as long as its page is open.
  changeChoices({
    loanAmount: '',
    loanPurpose: 'REFINANCE',
    visibleRatesFilter: { thirtyFix: true, fifteenFix: true, tenArm: true, sevenArm: true, fiveArm: true },
  })
  server.get('/mortgage-rates/sources', 'RateSourceList', () => ({ results: [rateSource()] }))
  server.post('/mortgage-rates', 'RateRowList', () => [rateRow()])
  server.get('/mortgage-rates/history', 'RateHistoryView', () => ({ series: [] }))
})

const openRates = async () => {
  await render(<RatesPage />)
  await expect.element(page.getByRole('heading', { name: 'Where these rates come from' })).toBeVisible()
}

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

it('a server that fetches no rates says so', async () => {
  server.get('/mortgage-rates/sources', 'RateSourceList', () => ({ results: [] }))
  await render(<RatesPage />)
  await expect.element(page.getByText('This server doesn’t fetch mortgage rates.')).toBeVisible()
})

describe('the history of a rate type', () => {
  const chart = page.getByRole('img', { name: /^30 Yr Fixed: / })

  it('is drawn, and read by keyboard; another type and another time range are chosen', async () => {
    server.get('/mortgage-rates/history', 'RateHistoryView', () => ({
      series: [rateSeries(), rateSeries({ product: 'tenArm', lender: 'average_offer' })],
    }))
    await openRates()
    await getRates()
    await expect.element(chart).toHaveAccessibleName(/Weekly Survey from 6\.000% on .* to 6\.130% on /)
    ;(chart.element() as SVGElement).focus()
    const said = page.getByRole('status').filter({ hasText: 'Weekly Survey' })
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(said).toMatchTextContent('6.130%')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(said).toMatchTextContent('6.120%')
    await page.getByRole('group', { name: 'Rate type' }).getByRole('button', { name: '10/1 ARM' }).click()
    await expect.element(page.getByRole('img', { name: /^10\/1 ARM: Average Offer from / })).toBeVisible()
    await page.getByRole('button', { name: '3 months' }).click()
    await expect.element(page.getByRole('button', { name: '3 months' })).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(() => server.calls('get', /history$/).map(({ query }) => query.get('range')))
      .toEqual(['1y', '3m'])
  })

  it('has evenly chosen months on its axis', async () => {
    server.get('/mortgage-rates/history', 'RateHistoryView', () => ({ series: [rateSeries()] }))
    await openRates()
    await getRates()
    await expect.element(chart).toBeVisible()
    const months = [...chart.element().querySelectorAll('text')].flatMap(({ textContent }) => {
      const date = new Date(`1 ${textContent} UTC`)
      return /^[A-Z][a-z]{2} \d{4}$/.test(textContent) ? date.getUTCFullYear() * 12 + date.getUTCMonth() : []
    })
    const steps = months.slice(1).map((month, index) => month - (months[index] ?? 0))
    expect(steps.length).toBeGreaterThan(1)
    expect(new Set(steps).size).toBe(1)
  })

  it('that there is none of says so, and one that could not be loaded as well', async () => {
    await openRates()
    await getRates()
    await expect.element(page.getByText('There is no history of 30 Yr Fixed for this loan yet.')).toBeVisible()
    server.get('/mortgage-rates/history', 'RateHistoryView', () => rejected(429, 'RATE_LIMITED'))
    await page.getByRole('button', { name: '5 years' }).click()
    await expect.element(page.getByText('The history could not be loaded.', { exact: false })).toBeVisible()
  })
})

describe('the choices that are stored in a browser', () => {
  /** As a page has them that was just opened: their module keeps them until it is left. */
  const choicesOf = async (stored: Record<string, string>) => {
    window.localStorage.clear()
    for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value)
    opened += 1
    const file = `./stored-choices.ts?page=${opened}`
    const { useChoices } = (await import(/* @vite-ignore */ file)) as typeof StoredChoices
    let found: ReturnType<typeof useChoices> | undefined
    const Reader = () => {
      found = useChoices()
      return null
    }
    await render(<Reader />)
    return found
  }
  let opened = 0

  it('and were changed by hand do not break the page', async () => {
    expect(await choicesOf({ loanAmount: '{"a":1}', loanPurpose: '"GAMBLE"', visibleRatesFilter: 'not JSON' })).toEqual(
      {
        loanAmount: '',
        loanPurpose: 'REFINANCE',
        visibleRatesFilter: { thirtyFix: true, fifteenFix: true, tenArm: true, sevenArm: true, fiveArm: true },
      },
    )
  })

  it('by a former version are kept, under their names of today', async () => {
    expect(
      await choicesOf({ 'knockwire.loanAmount': '"480000"', 'knockwire.loanPurpose': '"PURCHASE"' }),
    ).toMatchObject({ loanAmount: '480000', loanPurpose: 'PURCHASE' })
    expect(window.localStorage.getItem('knockwire.loanAmount')).toBeNull()
    expect(window.localStorage.getItem('loanAmount')).toBe('"480000"')
  })
})

describe('to somebody who is signed in', () => {
  const openSignedIn = async (more: Parameters<typeof account>[0] = {}, isSubscribed = false) => {
    window.localStorage.setItem('knockwire.signed-in', '1')
    server.get('/accounts/me', 'AccountView', () => account(more))
    server.get('/mortgage-rates/subscription', 'RateSubscriptionView', () => ({ subscribed: isSubscribed }))
    server.get('/mortgage-rates/alerts', 'RateAlertList', () => ({ results: [] }))
    await openRates()
    await expect.element(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  }

  it('[MR-10, MR-22..MR-24, SN-24, SN-25] a subscription is offered, or its end where there is one', async () => {
    server.done.post('/mortgage-rates/subscribe')
    server.done.delete('/mortgage-rates/subscription')
    await openSignedIn({}, true)
    await unsubscribeButton.click()
    await expect.element(snackbar('Successfully unsubscribed from daily rate updates.')).toBeVisible()
    await amount.fill('350000')
    await subscribeButton.click()
    await expect
      .element(snackbar('Successfully subscribed! You will receive daily rate updates via email.'))
      .toBeVisible()
    await expect.element(unsubscribeButton).toBeVisible()
    expect(server.calls('post', /subscribe$/).map(({ body }) => body)).toEqual([
      { loanAmount: 350_000, loanPurpose: 'REFINANCE' },
    ])
  })

  it('[ER-39..ER-42] each failure of subscribing and unsubscribing is said', async () => {
    await openSignedIn()
    await amount.fill('350000')
    for (const [respond, text] of [
      [() => Response.json({ code: 'CONFLICT', message: 'The list is full.' }, { status: 409 }), 'The list is full.'],
      [() => new Response('bad gateway', { status: 502 }), 'Failed to subscribe'],
      [() => Response.error(), 'An error occurred while subscribing'],
    ] as const) {
      server.foreign('post', '/mortgage-rates/subscribe', respond)
      await subscribeButton.click()
      await expect.element(snackbar(text)).toBeVisible()
    }
    server.done.post('/mortgage-rates/subscribe')
    await subscribeButton.click()
    for (const [respond, text] of [
      [() => Response.error(), 'An error occurred while unsubscribing'],
      [() => new Response(null, { status: 500 }), 'Failed to unsubscribe'],
    ] as const) {
      server.foreign('delete', '/mortgage-rates/subscription', respond)
      await unsubscribeButton.click()
      await expect.element(snackbar(text)).toBeVisible()
    }
  })

  it('an alert is set for the loan above, listed, and deleted; what the server rejects stands in its form', async () => {
    await openSignedIn()
    let alerts: RateAlertView[] = []
    server.get('/mortgage-rates/alerts', 'RateAlertList', () => ({ results: alerts }))
    server.done.post('/mortgage-rates/alerts', ({ body }) => {
      const input = CreateRateAlertInput.parse(body)
      alerts = [{ id: idOf('other', 1), ...input, createdAt: minutesAgo(0), triggered: null }]
    })
    server.done.delete('/mortgage-rates/alerts/:id', () => void (alerts = []))
    const section = page.getByRole('region', { name: 'Rate alerts' })
    await section.getByRole('combobox').selectOptions('15 Yr Fixed')
    await section.getByLabelText('At or below (percent)').fill('4.5')
    await section.getByRole('button', { name: 'Set alert' }).click()
    await expect.element(section.getByRole('alert')).toHaveTextContent('Enter a loan amount above first.')
    await amount.fill('350000')
    await section.getByRole('button', { name: 'Set alert' }).click()
    const listed = section.getByRole('listitem')
    await expect.element(listed).toMatchTextContent(/15 Yr Fixed at or below 4\.500%.*\$350,000, refinance.*Waiting/)
    await section.getByRole('button', { name: 'Delete the alert 15 Yr Fixed at or below 4.500%' }).click()
    await expect.element(listed).not.toBeInTheDocument()
    server.foreign('post', '/mortgage-rates/alerts', () =>
      Response.json({ code: 'PLAN_LIMIT', message: 'An account has at most 20 alerts.' }, { status: 409 }),
    )
    await section.getByLabelText('At or below (percent)').fill('4.5')
    await section.getByRole('button', { name: 'Set alert' }).click()
    await expect.element(section.getByRole('alert')).toHaveTextContent('An account has at most 20 alerts.')
  })

  it('who is a viewer of the account, the rates are shown, and nothing that the account gets can be changed', async () => {
    await openSignedIn({ role: 'VIEWER' })
    await expect.element(subscribeButton).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Set alert' })).not.toBeInTheDocument()
    await getRates()
    await expect.element(table).toBeVisible()
  })
})

it('[MR-01, MR-25] a visitor, of whom nothing is asked of the server, is told to enter an amount before subscribing', async () => {
  await openRates()
  await subscribeButton.click()
  await expect.element(snackbar('Please enter valid loan amount and purpose first')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(server.calls('get', /accounts|subscription|alerts/)).toEqual([])
})

it('[ER-45] somebody whose session has ended is a visitor, without a word', async () => {
  window.localStorage.setItem('knockwire.signed-in', '1')
  server.get('/accounts/me', 'AccountView', () => rejected(401, 'SIGNED_OUT'))
  await openRates()
  await expect.poll(() => server.calls('get', /accounts\/me$/)).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(subscribeButton).toBeEnabled()
})
