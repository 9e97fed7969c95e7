import type { Page } from '@playwright/test'
import { insertExecutions, insertRequests } from '../../harness/database.ts'
import { requestRows } from '../../harness/receiver-screens.ts'
import { part, runs } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

/** As a field for a time takes it, by the reader's clock; half a minute later than so many minutes ago. */
const readersTime = (page: Page, minutesAgo: number): Promise<string> =>
  page.evaluate((ago) => {
    const at = Date.now() - ago * 60_000 + 30_000
    return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  }, minutesAgo)

/** Jumps to what stands there a minute apart for each, so many minutes ago; half a minute later, so that it is the newest before. */
const jumpTo = async (page: Page, minutesAgo: number) => {
  await page.getByRole('button', { name: 'Filters' }).click()
  const jump = page.getByLabel('Jump to')
  await jump.press('Enter')
  await expect(page.getByText('Choose a date and time.')).toBeVisible()
  await jump.fill(await readersTime(page, minutesAgo))
  await page.getByRole('button', { name: 'Go', exact: true }).click()
}

test('[TH-31] among 2,000 executions, search and filters find what is looked for, by their address too', async ({
  page,
  api,
  product,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target().url })
  await insertExecutions(product, task.id, 2000)
  const path = `/dashboard/tasks/${task.id}/executions`
  await page.goto(path)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–10 of 2,000')

  await page.getByRole('searchbox', { name: 'Search URL and body' }).fill('"ORDER":1234}')
  await expect(runs(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\?text=%22ORDER%22%3A1234%7D$/)
  await runs(page).getByRole('button').click()
  await expect(part(page, 'Response Body')).toContainText('1234')
  // The body is opened at what was searched for, and the focus stays where it was.
  const within = part(page, 'Response Body').getByRole('textbox', { name: 'Search in response body' })
  await expect(within).toHaveValue('"ORDER":1234}')
  await expect(part(page, 'Response Body')).toContainText('1 of 1')
  await expect(within).not.toBeFocused()
  await page.reload()
  await expect(runs(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(pages).toContainText('1–10 of 2,000')

  await page.getByLabel('Status', { exact: true }).selectOption('Failed')
  await expect(pages).toContainText('1–10 of 20')
  await expect(runs(page).first()).toContainText('Timeout')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\?status=FAILED&page=2$/)
  await expect(pages).toContainText('11–20 of 20')
  await page.goBack()
  await expect(pages).toContainText('1–10 of 20')

  await page.getByLabel('Status', { exact: true }).selectOption('All statuses')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Status code').fill('5')
  await page.getByLabel('Status code').press('Enter')
  await expect(page).toHaveURL(/code=5xx/)
  await expect(pages).toContainText('1–10 of 283')
  await page.getByLabel('Started by').selectOption('Test')
  await expect(runs(page)).toHaveCount(3)

  await page.goto(path)
  await expect(pages).toContainText('1–10 of 2,000')
  await jumpTo(page, 1005)
  await expect(pages).toContainText('1,001–1,010 of 2,000')
  await expect(runs(page).and(page.locator('[aria-current]'))).toHaveCount(1)
  await expect(runs(page).and(page.locator('[aria-current]'))).toBeInViewport()

  await page.goto(`${path}?text=nowhere-to-be-found`)
  await expect(page.getByText('No executions match.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(pages).toContainText('of 2,000')
})

test('among 2,000 requests, search and filters find what is looked for', async ({ page, api, product }) => {
  const receiver = await api.receivers.create()
  await insertRequests(product, receiver.id, 2000)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions?text=orders/1777`)
  await expect(requestRows(page)).toHaveCount(1)
  await expect(requestRows(page)).toContainText('/orders/1777')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(requestRows(page)).toHaveCount(20)
  await jumpTo(page, 1777)
  await expect(requestRows(page).and(page.locator('[aria-current]'))).toContainText('/orders/1777')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1,761–1,780 of 2,000')
  await page.getByLabel('Status', { exact: true }).selectOption('Failed or HTTP error')
  await expect(requestRows(page).getByRole('img', { name: 'with errors' })).toHaveCount(20)
  // All fit on one page: there is none to choose.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)

  await page.getByLabel('Status', { exact: true }).selectOption('All statuses')
  await page.getByRole('button', { name: 'Filters' }).click()
  for (const [label, minutesAgo] of [
    ['From', 106],
    ['To', 101],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(await readersTime(page, minutesAgo))
    await page.getByLabel(label, { exact: true }).press('Enter')
  }
  await expect(page).toHaveURL(/from=.+&to=/)
  await expect(requestRows(page)).toHaveText([101, 102, 103, 104, 105].map((n) => new RegExp(`/orders/${n}\\D`)))
  await page.getByLabel('Notifications', { exact: true }).selectOption('Notification triggered')
  await expect(page.getByText('No requests match.')).toBeVisible()
  await page.getByLabel('Notifications', { exact: true }).selectOption('None triggered')
  await expect(requestRows(page)).toHaveCount(5)
})
