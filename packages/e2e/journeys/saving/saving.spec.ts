import { expect, test } from '../../harness/notified-test.ts'
import { addDialog } from '../../harness/notification-screens.ts'
import { failSaves, watchCalls } from '../../harness/pause.ts'

test('drafts stand above the tasks and can be continued, deleted and restored; empty ones are not listed', async ({
  page,
  api,
}) => {
  await api.createDraft()
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  await page.getByLabel('Name', { exact: true }).fill('Green tea')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.getByRole('link', { name: /Back to Tasks/ }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()

  const drafts = page.getByRole('list', { name: 'Drafts' })
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.getByRole('button', { name: '1 draft' }).click()
  await expect(drafts.getByRole('listitem')).toContainText('Green tea')
  await drafts.getByRole('link', { name: 'Continue Green tea' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Black tea')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard/tasks')
  await expect(page.getByText('Draft deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 draft' })).toHaveCount(0)
  await undo.click()
  await expect(page).toHaveURL(`/dashboard/drafts/${id}`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Black tea')

  await page.goto('/dashboard/tasks')
  await page.getByRole('button', { name: '1 draft' }).click()
  await drafts.getByRole('button', { name: 'Delete Black tea' }).click()
  await expect(drafts).toHaveCount(0)
  await undo.click()
  await page.getByRole('button', { name: '1 draft' }).waitFor()
  await drafts.getByRole('button', { name: 'Delete Black tea' }).click()
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.locator('.kw-snackbar').getByRole('button', { name: 'Dismiss' }).click()
  expect((await deleted).status()).toBe(204)
  await page.reload()
  await expect(page.getByText('There are no scheduled HTTP tasks', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: /draft/ })).toHaveCount(0)
})

test('the preview of a notification in a draft shows what is typed, saved or not', async ({ page, api }) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  await page.getByLabel('URL', { exact: true }).fill('https://example.com/typed')
  await page.getByLabel('Name', { exact: true }).fill('Green tea')
  const dialog = await addDialog(page, 'Email')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Green tea')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('https://example.com/typed')
})

test('a receiver whose creation was cancelled can be restored, with what was typed last', async ({
  page,
  person: _signedIn,
}) => {
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await page.getByLabel('Name').fill('Kettle')
  const address = page.url()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard/receivers')
  await expect(page.getByText('Draft deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 draft' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Name')).toHaveValue('Kettle')
})

test('what is typed of a receiver outlives its deletion in another window, and becomes a new one', async ({
  page,
  api,
  problem,
  product,
}) => {
  const { id } = await api.receivers.create({ name: 'Hooks', status: 'DISABLED' })
  await page.clock.install()
  await page.goto(`/dashboard/receivers/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Orders')
  problem.announce(404, id)
  const headers = { origin: product.dashboardUrl }
  expect((await page.request.delete(`/api/v1/receivers/${id}`, { headers })).status()).toBe(204)
  // The window comes back to the front after a while.
  await page.clock.fastForward('02:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const notice = page.getByRole('alert').filter({ hasText: 'This receiver was deleted elsewhere' })
  await expect(notice).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Orders')
  const drafts = watchCalls(page, 'POST', /\/receivers\?draft=true$/)
  const failing = await failSaves(page, /\/receivers\/[0-9a-f-]{36}$/)
  problem.announce(503, '/api/v1/receivers/')
  await notice.getByRole('button', { name: 'Create a new receiver' }).click()
  await expect(notice.getByRole('alert')).toBeVisible()
  await failing.end()
  await notice.getByRole('button', { name: 'Create a new receiver' }).click()
  await expect(page.getByRole('form', { name: 'Create receiver' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Orders')
  expect(drafts).toHaveLength(1)
})
