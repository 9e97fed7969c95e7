import { expect } from '@playwright/test'
import { dialog, enterCard, planTable, row, select } from '../billing-screens.ts'
import { cards, serveStripeJs } from '../stripe-js.ts'
import { go, type Screen } from './opening.ts'

const account = async (page: Parameters<Screen['open']>[0]) => {
  await serveStripeJs(page)
  await go(page, '/dashboard/account', 'Account')
  await expect(planTable(page)).toBeVisible()
}

/** One after the other, in one account: the last ones come after a plan was bought. */
export const billing: Screen[] = [
  { name: 'account', open: account },
  {
    name: 'account-add-card',
    open: async (page, _world, problem) => {
      await account(page)
      await page.getByRole('button', { name: 'Add Card' }).click()
      await enterCard(page, cards.declined)
      problem.announce(402, '/lifecycle/add-card')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(dialog(page, 'Add payment method').getByText('Your card was declined.')).toBeVisible()
    },
  },
  {
    name: 'account-buy-plan',
    open: async (page) => {
      await account(page)
      await select(page, 'Business').click()
      await enterCard(page, '4242 x')
      await expect(dialog(page, /Business/).getByText('Your card number is invalid.')).toBeVisible()
    },
  },
  {
    name: 'account-paid-plan',
    open: async (page) => {
      await account(page)
      await select(page, 'Business').click()
      await enterCard(page, cards.visa)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(row(page, 'Next billing date')).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'account-remove-card',
    open: async (page) => {
      await account(page)
      await page.getByRole('button', { name: 'Remove Card' }).click()
      await expect(dialog(page, 'Remove payment method')).toBeVisible()
    },
  },
  {
    name: 'account-ending-plan',
    open: async (page) => {
      await account(page)
      await page.getByRole('button', { name: 'Remove Card' }).click()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(page.getByText(/^Your Business plan ends on/)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
]
