import type { Page } from '@playwright/test'
import { callReceiver, receiverSection, requestRows } from '../../harness/receiver-screens.ts'
import { snackbar } from '../../harness/screens.ts'
import type { Product } from '../../harness/product.ts'
import { expect, test } from '../../harness/test.ts'

const plainOrigin = 'http://knockwire.test'

/** Serves the dashboard at a plain HTTP address that is not localhost, where browsers offer pages no clipboard. */
const serveAtPlainAddress = (page: Page, { dashboardUrl }: Product) =>
  page.route(`${plainOrigin}/**`, async (route) => {
    const request = route.request()
    const headers = { ...(await request.allHeaders()), origin: dashboardUrl }
    const response = await route.fetch({ url: request.url().replace(plainOrigin, dashboardUrl), headers })
    await route.fulfill({ response })
  })

/** What Ctrl+V brings. */
const pasted = async (page: Page): Promise<string> => {
  const other = await page.context().newPage()
  await other.setContent('<textarea aria-label="Pasted"></textarea>')
  const field = other.getByLabel('Pasted')
  await field.press('ControlOrMeta+v')
  const text = await field.inputValue()
  await other.close()
  return text
}

test.beforeEach(async ({ page, product, problem }) => {
  // Headers that count only with HTTPS.
  problem.announceLine('Cross-Origin-Opener-Policy')
  problem.announceLine('Origin-Agent-Cluster')
  await serveAtPlainAddress(page, product)
})

test('URLs and commands are copied on a page that came by plain HTTP', async ({ page, api }) => {
  const receiver = await api.receivers.create({ name: 'Hooks' })
  await callReceiver(`${receiver.url}/push`, { method: 'POST', body: '{"a":1}' })
  await page.goto(`${plainOrigin}/dashboard/receivers/${receiver.id}`)
  const url = receiverSection(page, 'URL')
  await url.getByRole('button', { name: 'Copy URL' }).click()
  expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false)
  await expect.poll(() => pasted(page)).toBe(receiver.url)

  await page.getByRole('link', { name: 'History' }).click()
  await requestRows(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  await expect(snackbar(page, 'Copied as cURL')).toBeVisible()
  expect(await pasted(page)).toContain(`curl --request POST '${receiver.url}/push'`)
})

test('a token is copied from its dialog on a page that came by plain HTTP', async ({ page, person: _signedIn }) => {
  await page.goto(`${plainOrigin}/dashboard/account/tokens`)
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await dialog.getByLabel('Name').fill('Deploy')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await dialog.getByLabel('Your new token').textContent()
  const copy = dialog.getByRole('button', { name: /^(Copy token|Copied)$/ })
  await copy.click()
  await expect(copy).toBeFocused()
  await expect.poll(() => pasted(page)).toBe(token)
})

test('where the browser copies nothing, the page says what to do instead', async ({ page, api }) => {
  const receiver = await api.receivers.create({ name: 'Hooks' })
  await callReceiver(receiver.url)
  await page.goto(`${plainOrigin}/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await page.evaluate(() => {
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: 'Copy link to this request' }).click()
  await expect(snackbar(page, 'This browser doesn’t allow copying here. Select the text instead.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  await expect(
    snackbar(page, 'This browser didn’t allow copying. Allow this site to use the clipboard, or try again.'),
  ).toBeVisible()
})
