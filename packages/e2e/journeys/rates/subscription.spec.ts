import type { Page } from '@playwright/test'
import { expect, test } from '../../harness/notified-test.ts'

// Responses with rates are cached for a minute.
test.use({ hasEmptyHttpCache: true })

const subscribeButton = (page: Page) => page.getByRole('button', { name: 'Subscribe', exact: true })
const unsubscribeButton = (page: Page) => page.getByRole('button', { name: 'Unsubscribe', exact: true })
const snackbar = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** The dashboard notes in the browser that somebody is signed in. The alerts are the last that the page fetches of them. */
const openSignedIn = async (page: Page, firstName: string) => {
  await page.goto('/dashboard/support')
  await expect(page.getByRole('button', { name: firstName })).toBeVisible()
  const alerts = page.waitForResponse('**/mortgage-rates/alerts')
  await page.goto('/rates')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await (await alerts).finished()
}

test('[MR-02, ER-44, ER-45] a visitor who subscribes is led to sign-in and back to the page', async ({
  page,
  person,
  problem,
}) => {
  await page.context().clearCookies()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  problem.announce(401, '/mortgage-rates/subscribe')
  await page.goto('/rates')
  await page.getByLabel('Loan amount').fill('350000')
  await subscribeButton(page).click()
  await expect(page).toHaveURL('/signin?returnUrl=%2Frates')
  expect(calls.filter((path) => path.startsWith('/api/v1/accounts'))).toEqual([])
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/rates')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('[MR-10, MR-21..MR-24, SN-24, SN-25] a subscription is made, found again on reload, and ended', async ({
  page,
  person,
  notify,
}) => {
  await notify.verify(person.email)
  await openSignedIn(page, person.firstName)
  await page.getByLabel('Loan amount').fill('350000')
  await subscribeButton(page).click()
  await expect(snackbar(page, 'Successfully subscribed! You will receive daily rate updates via email.')).toBeVisible()
  await expect(unsubscribeButton(page)).toBeVisible()
  await page.reload()
  await unsubscribeButton(page).click()
  await expect(snackbar(page, 'Successfully unsubscribed from daily rate updates.')).toBeVisible()
  await expect(subscribeButton(page)).toBeVisible()
})

test('an alert is set for the loan above, listed, and deleted', async ({ page, person, notify }) => {
  await notify.verify(person.email)
  await openSignedIn(page, person.firstName)
  await page.getByLabel('Loan amount').fill('350000')
  await page.getByLabel('Rate type').last().selectOption('15 Yr Fixed')
  await page.getByLabel('At or below (percent)').fill('4.5')
  await page.getByRole('button', { name: 'Set alert' }).click()
  const alerts = page.getByRole('region', { name: 'Rate alerts' }).getByRole('listitem')
  await expect(alerts).toHaveCount(1)
  await expect(alerts).toContainText('15 Yr Fixed at or below 4.500%')
  await expect(alerts).toContainText('$350,000, refinance')
  await page.reload()
  await expect(alerts).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete the alert 15 Yr Fixed at or below 4.500%' }).click()
  await expect(alerts).toHaveCount(0)
})
