import type { Locator, Page } from '@playwright/test'

/** A row of the account's table. */
export const row = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Your account' })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader', { name, exact: true }),
    })
export const planTable = (page: Page) => page.getByRole('table', { name: 'Plans' })
export const select = (page: Page, plan: string) => page.getByRole('button', { name: `Select Plan: ${plan}` })
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const enterCard = (page: Page, number: string) => page.getByLabel('Card number').fill(number)

/** Holds the answers of a call until the function that it gives is called. */
export const hold = async (page: Page, path: string) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/v1/accounts/me/lifecycle/${path}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
