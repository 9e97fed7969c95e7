import { expect, test } from '../../harness/notified-test.ts'
import { addDialog } from '../../harness/notification-screens.ts'
import { failSaves, watchCalls } from '../../harness/pause.ts'
import { receiverSection, responseBody } from '../../harness/receiver-screens.ts'
import { expectFieldError, section, snackbar } from '../../harness/screens.ts'

test('a task that was deleted elsewhere says so when it is saved, and what was typed becomes a new one', async ({
  page,
  api,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Green tea')
  await expect(page.getByText('No Email notification configured')).toBeVisible()
  problem.announce(404, `/api/v1/tasks/${task.id}`)
  await api.deleteTask(task.id)
  await request.getByRole('button', { name: 'Save' }).click()

  const notice = page.getByRole('alert').filter({ hasText: 'This task was deleted elsewhere' })
  await expect(notice).toContainText('Your changes are still here')
  await expect(page.getByRole('group', { name: 'Health' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toHaveCount(0)
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Green tea')
  const drafts = watchCalls(page, 'POST', /\/tasks\/empty$/)
  const failing = await failSaves(page, /\/tasks\/[0-9a-f-]{36}$/)
  problem.announce(503, '/api/v1/tasks/')
  await notice.getByRole('button', { name: 'Create as a new task' }).click()
  await expect(notice.getByRole('alert')).toBeVisible()
  await failing.end()
  await notice.getByRole('button', { name: 'Create as a new task' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create task' })).toBeVisible()
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Green tea')
  await expect(request.getByLabel('URL', { exact: true })).toHaveValue('https://example.com/tea')
  expect(drafts).toHaveLength(1)
})

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

test('changes that were discarded with Escape or Cancel can be restored, in each section', async ({ page, api }) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  const name = request.getByLabel('Name', { exact: true })
  const undo = page.getByRole('button', { name: 'Undo' })
  await request.getByRole('button', { name: 'Edit' }).click()
  await page.keyboard.press('Escape')
  await expect(name).toHaveCount(0)
  await expect(undo).toHaveCount(0)

  await request.getByRole('button', { name: 'Edit' }).click()
  await name.fill('Green tea')
  await page.keyboard.press('Escape')
  await expect(name).toHaveCount(0)
  await expect(page.getByText('Changes discarded')).toBeVisible()
  await undo.click()
  await expect(name).toHaveValue('Green tea')
  await expect(undo).toHaveCount(0)

  await request.getByRole('button', { name: 'Cancel' }).click()
  await expect(undo).toBeVisible()
  await request.getByRole('button', { name: 'Edit' }).click()
  await expect(undo).toHaveCount(0)
  await expect(name).toHaveValue('Tea')

  // The sections are given up and restored one by one.
  const schedule = section(page, 'Request Schedule')
  await name.fill('Green tea')
  await schedule.getByRole('button', { name: 'Edit' }).click()
  await schedule.getByText('Interval', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(schedule.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(name).toHaveValue('Green tea')
  await undo.click()
  await expect(schedule.getByRole('radio', { name: 'Interval' })).toBeChecked()
  await request.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  expect(await api.getTask(task.id)).toMatchObject({ name: 'Green tea', scheduler: { mode: 'INTERVAL' } })

  const receiver = await api.receivers.create({ responseBody: 'one' })
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  await receiverSection(page, 'Response Settings').getByRole('button', { name: 'Edit' }).click()
  await responseBody(page).fill('two')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await undo.click()
  await expect(responseBody(page)).toHaveValue('two')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Receiver settings updated')).toBeVisible()
  expect((await api.receivers.get(receiver.id)).responseBody).toBe('two')
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

test('what the domain rejects is said as a field is left for another one, and is not sent', async ({ page, api }) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  const saves = watchCalls(page, 'POST', new RegExp(`/tasks/${task.id}$`))
  await request.getByRole('button', { name: 'Edit' }).click()
  const url = request.getByLabel('URL', { exact: true })
  await url.fill(`https://example.com/${'x'.repeat(2_048)}`)
  await request.getByLabel('Name', { exact: true }).focus()
  await expectFieldError(url, /Enter at most 2048 characters\./)
  await request.getByLabel('Name', { exact: true }).fill('Green tea')
  await page.keyboard.press('Control+Enter')
  await expect(url).toBeFocused()
  expect(saves).toHaveLength(0)

  await url.fill('https://example.com/green')
  await expect(url).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Control+Enter')
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  expect(saves).toHaveLength(1)
})

test('an address that is pasted without its scheme gets it when the field is left', async ({ page, api }) => {
  await page.goto(`/dashboard/drafts/${await api.createDraft()}`)
  const url = page.getByLabel('URL', { exact: true })
  await url.fill('localhost:4600/x')
  await url.blur()
  await expect(url).toHaveValue('http://localhost:4600/x')
  await url.fill('example.com/x')
  await url.blur()
  await expect(url).toHaveValue('https://example.com/x')
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
