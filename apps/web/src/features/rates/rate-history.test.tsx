import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rateSeries } from '../../testing/builders/rates.ts'
import { rejected, server } from '../../testing/network.ts'
import { getRates, openRates, serveRates } from '../../testing/pages/rates-page.tsx'

beforeEach(serveRates)

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

  it('that there is none of says so, and one that could not be loaded as well, until it is by its button', async () => {
    await openRates()
    await getRates()
    await expect.element(page.getByText('There is no history of 30 Yr Fixed for this loan yet.')).toBeVisible()
    server.get('/mortgage-rates/history', 'RateHistoryView', () => rejected(429, 'RATE_LIMITED'))
    await page.getByRole('button', { name: '5 years' }).click()
    await expect.element(page.getByText('The history could not be loaded.', { exact: false })).toBeVisible()
    server.get('/mortgage-rates/history', 'RateHistoryView', () => ({ series: [] }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('There is no history of 30 Yr Fixed for this loan yet.')).toBeVisible()
  })
})
