import type { Page } from '@playwright/test'
import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

/** Without a place to break, and without a space. */
const long = 'a'.repeat(1500)

const tableBeyondPage = (page: Page): Promise<number> =>
  page
    .locator('main table')
    .first()
    .evaluate((table) => table.scrollWidth - document.documentElement.clientWidth)

test('a request to a long address, opened, is no wider than the page', async ({ page, api }) => {
  const receiver = await api.receivers.create({ responseBody: '{{ request.query.id }}' })
  await callReceiver(`${receiver.url}?id=${long}`)
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  await page.getByRole('link', { name: 'History' }).click()
  await requestRows(page).first().getByRole('button').click()
  await expect(requestPart(page, 'URL').getByText(long)).toBeVisible()
  expect(await tableBeyondPage(page)).toBeLessThanOrEqual(0)
})

test('a run of a long address, opened, is no wider than the page', async ({ page, api, targets }) => {
  const task = await api.createTask({ url: `${targets.target().url}?id=${long}` })
  await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}`)
  await page.getByRole('link', { name: 'History' }).click()
  await page.locator('main tbody tr').first().getByRole('button').click()
  await expect(page.locator('main tbody').getByText(long)).toBeVisible()
  expect(await tableBeyondPage(page)).toBeLessThanOrEqual(0)
})
