import { expect } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { RatesPage } from '../../features/rates/rates-page.tsx'
import { changeChoices } from '../../features/rates/stored-choices.ts'
import { rateRow, rateSource } from '../builders/rates.ts'
import { server } from '../network.ts'

export const amount = page.getByLabelText('Loan amount')
export const table = page.getByRole('table')

export const getRates = async (typed = '350000') => {
  await amount.fill(typed)
  await page.getByRole('button', { name: 'Get Rates' }).click()
}

export const serveRates = () => {
  // Its module keeps what was chosen for as long as its page is open.
  changeChoices({
    loanAmount: '',
    loanPurpose: 'REFINANCE',
    visibleRatesFilter: { thirtyFix: true, fifteenFix: true, tenArm: true, sevenArm: true, fiveArm: true },
  })
  server.get('/mortgage-rates/sources', 'RateSourceList', () => ({ results: [rateSource()] }))
  server.post('/mortgage-rates', 'RateRowList', () => [rateRow()])
  server.get('/mortgage-rates/history', 'RateHistoryView', () => ({ series: [] }))
}

export const openRates = async () => {
  await render(<RatesPage />)
  await expect.element(page.getByRole('heading', { name: 'Where these rates come from' })).toBeVisible()
}
