import { apiOf } from '../../harness/api.ts'
import { callReceiver, chooseStatus, receiverRows, receiverSection } from '../../harness/receiver-screens.ts'
import { snackbar } from '../../harness/screens.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

/** Anyone who answers hears of a change a moment after the dashboard says so. */
const expectCode = async (url: string, code: number): Promise<void> =>
  await expect.poll(async () => (await callReceiver(url)).code).toBe(code)

test('[RD-09..RD-13, SN-10, SN-11] the menu says whether it answers, and changes that at once', async ({
  page,
  api,
}) => {
  const receiver = await api.receivers.create()
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  await page.getByRole('button', { name: 'Active' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Deactivate',
    'Description and labels',
    'Copy as YAML',
    'Audit log',
  ])
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toHaveAccessibleDescription(
    'Deactivate the receiver before deleting it.',
  )
  await page.keyboard.press('Escape')

  await chooseStatus(page, 'Deactivate')
  await expect(snackbar(page, 'Receiver deactivated')).toBeVisible()
  await expect(receiverSection(page, 'URL')).toContainText('callers get 404')
  await expectCode(receiver.url, 404)
  await page.getByRole('button', { name: 'Disabled' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Activate',
    'Delete',
    'Description and labels',
    'Copy as YAML',
    'Audit log',
  ])
  await page.keyboard.press('Escape')

  await chooseStatus(page, 'Activate')
  await expect(snackbar(page, 'Receiver activated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Active' })).toBeVisible()
  await expect(receiverSection(page, 'URL')).not.toContainText('404')
  await expectCode(receiver.url, 200)
})

test('[RD-14, RD-15, SN-12] Delete asks first and warns, then all of it is gone', async ({ page, api, problem }) => {
  const receiver = await api.receivers.create({ name: 'Deployments' })
  await callReceiver(receiver.url)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await page.getByRole('button', { name: 'Active' }).click()
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await chooseStatus(page, 'Deactivate')
  await expect(page.getByRole('button', { name: 'Disabled' })).toBeVisible()

  await chooseStatus(page, 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete receiver' })
  await expect(dialog).toContainText('Deployments')
  await expect(dialog).toContainText('This cannot be undone.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await api.receivers.list()).toHaveLength(1)

  await chooseStatus(page, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(snackbar(page, 'Receiver deleted')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/receivers')
  await expect(page.getByText('You have no HTTP receivers.')).toBeVisible()

  problem.announce(404, `/api/v1/receivers/${receiver.id}`)
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  await expect(page.getByText('There is no such receiver')).toBeVisible()
})

test("another account's receiver is nowhere to be found, and stays as it is", async ({
  page,
  api,
  problem,
  playwright,
  product,
}) => {
  const request = await playwright.request.newContext()
  const other = apiOf(request, product.dashboardUrl)
  await other.signUp(newPerson('Bob'))
  const receiver = await other.receivers.create({ name: 'Not yours', status: 'DISABLED' })
  await api.receivers.create({ name: 'Yours' })
  problem.announce(404, `/api/v1/receivers/${receiver.id}`)
  for (const path of ['', '/executions']) {
    await page.goto(`/dashboard/receivers/${receiver.id}${path}`)
    await expect(page.getByText('There is no such receiver')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to Receivers' }).click()
  await expect(receiverRows(page)).toHaveText([/Yours/])
  expect(await other.receivers.get(receiver.id)).toEqual(receiver)
  await request.dispose()
})

test('two windows: what one changes or deletes, the other shows', async ({ page, context, api, problem }) => {
  const receiver = await api.receivers.create({ name: 'Deployments' })
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  await expect(page.getByRole('button', { name: 'Active' })).toBeVisible()
  const second = await context.newPage()
  await second.goto(`/dashboard/receivers/${receiver.id}`)
  await chooseStatus(second, 'Deactivate')
  await expect(second.getByRole('button', { name: 'Disabled' })).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('button', { name: 'Disabled' })).toBeVisible({ timeout: 500 })
  }).toPass()

  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('This receiver is disabled.')).toBeVisible()
  problem.announce(404, `/api/v1/receivers/${receiver.id}`)
  await chooseStatus(second, 'Delete')
  await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(snackbar(second, 'Receiver deleted')).toBeVisible()
  await expect(page.getByText('There is no such receiver')).toBeVisible()
})
