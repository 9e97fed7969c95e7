import { type RateAlertView, CreateRateAlertInput } from '@knockwire/domain/rates/rate-subscription'
import { beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { account } from '../../testing/builders/account.ts'
import { idOf } from '../../testing/builders/ids.ts'
import { minutesAgo } from '../../testing/builders/times.ts'
import { rejected, server } from '../../testing/network.ts'
import { RatesPage } from './rates-page.tsx'
import { amount, table, getRates, openRates, serveRates } from '../../testing/pages/rates-page.tsx'

beforeEach(serveRates)

const subscribeButton = page.getByRole('button', { name: 'Subscribe', exact: true })
const unsubscribeButton = page.getByRole('button', { name: 'Unsubscribe', exact: true })
const snackbar = (text: string) => page.getByRole('status').filter({ hasText: text })

describe('to somebody who is signed in', () => {
  const serveSignedIn = (more: Parameters<typeof account>[0] = {}, isSubscribed = false) => {
    window.localStorage.setItem('knockwire.signed-in', '1')
    server.get('/accounts/me', 'AccountView', () => account(more))
    server.get('/mortgage-rates/subscription', 'RateSubscriptionView', () => ({ subscribed: isSubscribed }))
    server.get('/mortgage-rates/alerts', 'RateAlertList', () => ({ results: [] }))
  }

  const openSignedIn = async (...served: Parameters<typeof serveSignedIn>) => {
    serveSignedIn(...served)
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

  it('alerts that could not be loaded say so, and are loaded again by a button', async () => {
    serveSignedIn()
    server.get('/mortgage-rates/alerts', 'RateAlertList', () => rejected(429, 'RATE_LIMITED'))
    await openRates()
    const section = page.getByRole('region', { name: 'Rate alerts' })
    await expect.element(section.getByText('Your alerts could not be loaded.', { exact: false })).toBeVisible()
    server.get('/mortgage-rates/alerts', 'RateAlertList', () => ({ results: [] }))
    await section.getByRole('button', { name: 'Try again' }).click()
    await expect
      .element(section.getByText('Your alerts could not be loaded.', { exact: false }))
      .not.toBeInTheDocument()
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

  it('of a server that fetches no rates, the alerts that there are can be deleted, and none can be set', async () => {
    serveSignedIn()
    const alert = {
      id: idOf('other', 1),
      loanAmount: 350_000,
      loanPurpose: 'REFINANCE',
      product: 'fifteenFix',
    } as const
    let alerts: RateAlertView[] = [{ ...alert, rate: 4.5, createdAt: minutesAgo(9), triggered: null }]
    server.get('/mortgage-rates/alerts', 'RateAlertList', () => ({ results: alerts }))
    server.get('/mortgage-rates/sources', 'RateSourceList', () => ({ results: [] }))
    server.done.delete('/mortgage-rates/alerts/:id', () => void (alerts = []))
    await render(<RatesPage />)
    await expect.element(page.getByText('This server doesn’t fetch mortgage rates.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete the alert 15 Yr Fixed at or below 4.500%' }).click()
    await expect.element(page.getByRole('heading', { name: 'Rate alerts' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Set alert' })).not.toBeInTheDocument()
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
