import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../harness/notified-test.ts'
import { addDialog, group } from '../../harness/notification-screens.ts'
import { receiverSection, responseBody } from '../../harness/receiver-screens.ts'
import { section, snackbar } from '../../harness/screens.ts'

const conflict = (page: Page, thing: string): Locator =>
  page.getByRole('dialog', { name: `This ${thing} was changed elsewhere` })

const field = (dialog: Locator, label: string): Locator =>
  dialog.getByRole('group', { name: new RegExp(`^${label} changed`) })

/** The same person's other browser. */
const otherBrowser = async (page: Page, path: string): Promise<Page> => {
  const other = await page.context().newPage()
  await other.goto(path)
  return other
}

test('two browsers that edit one task: the second to save sees what was changed, chooses, and overwrites nothing unseen', async ({
  page,
  api,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const path = `/dashboard/tasks/${task.id}`
  await page.goto(path)
  const mine = section(page, 'Request Settings')
  await mine.getByRole('button', { name: 'Edit' }).click()
  await mine.getByLabel('Name', { exact: true }).fill('Green tea')
  await mine.getByLabel('Method').selectOption('PUT')

  const other = await otherBrowser(page, path)
  const theirs = section(other, 'Request Settings')
  await theirs.getByRole('button', { name: 'Edit' }).click()
  await theirs.getByLabel('Name', { exact: true }).fill('Black tea')
  await theirs.getByLabel('URL').fill('https://example.com/black')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(other, 'Task settings updated')).toBeVisible()

  problem.announce(409, `/api/v1/tasks/${task.id}`)
  await mine.getByRole('button', { name: 'Save' }).click()
  const dialog = conflict(page, 'task')
  await expect(dialog).toBeVisible()
  await expect(field(dialog, 'Name')).toContainText('Green tea')
  await expect(field(dialog, 'Name')).toContainText('Black tea')
  await expect(field(dialog, 'Name').getByRole('radio', { name: 'Keep mine' })).toBeChecked()
  await expect(field(dialog, 'URL').getByRole('radio', { name: 'Take theirs' })).toBeChecked()
  await expect(field(dialog, 'Method')).toHaveCount(0)
  expect((await api.getTask(task.id)).name).toBe('Black tea')

  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(mine.getByLabel('Name', { exact: true })).toHaveValue('Green tea')
  await mine.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await api.getTask(task.id)).toMatchObject({
    name: 'Green tea',
    request: { target: { uri: 'https://example.com/black', method: 'PUT' } },
  })
})

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
  await expect(notice).toContainText('What you typed is still here')
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Green tea')
  await notice.getByRole('button', { name: 'Create it anew' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create task' })).toBeVisible()
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Green tea')
  await expect(request.getByLabel('URL')).toHaveValue('https://example.com/tea')
})

test('a section that is only read is not put back to what it was when another was opened', async ({
  page,
  api,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const path = `/dashboard/tasks/${task.id}`
  await page.goto(path)
  const schedule = section(page, 'Request Schedule')
  await schedule.getByRole('button', { name: 'Edit' }).click()
  await schedule.getByText('Interval', { exact: true }).click()

  const other = await otherBrowser(page, path)
  const theirs = section(other, 'Request Settings')
  await theirs.getByRole('button', { name: 'Edit' }).click()
  await theirs.getByLabel('URL').fill('https://example.com/black')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(other, 'Task settings updated')).toBeVisible()

  problem.announce(409, `/api/v1/tasks/${task.id}`)
  await schedule.getByRole('button', { name: 'Save' }).click()
  await expect(field(conflict(page, 'task'), 'URL')).toBeVisible()
  await conflict(page, 'task').getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  expect(await api.getTask(task.id)).toMatchObject({
    scheduler: { mode: 'INTERVAL' },
    request: { target: { uri: 'https://example.com/black' } },
  })
})

test('two browsers that edit one receiver: the second to save chooses', async ({ page, api, problem }) => {
  const receiver = await api.receivers.create({ name: 'Hooks', responseBody: 'one' })
  const path = `/dashboard/receivers/${receiver.id}`
  await page.goto(path)
  await receiverSection(page, 'Response Settings').getByRole('button', { name: 'Edit' }).click()
  await responseBody(page).fill('mine')

  const other = await otherBrowser(page, path)
  await receiverSection(other, 'Response Settings').getByRole('button', { name: 'Edit' }).click()
  await responseBody(other).fill('theirs')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(other, 'Receiver settings updated')).toBeVisible()

  problem.announce(409, `/api/v1/receivers/${receiver.id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = conflict(page, 'receiver')
  await field(dialog, 'Response body').getByRole('radio', { name: 'Take theirs' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Receiver settings updated')).toBeVisible()
  expect((await api.receivers.get(receiver.id)).responseBody).toBe('theirs')
})

test('two browsers that edit one notification: the second to save chooses', async ({ page, api, notify, problem }) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const target = (uri: string) => ({ type: 'HTTP' as const, taskId: task.id, request: { target: { uri } } })
  const { id } = await notify.add(target('https://example.com/one') as Parameters<typeof notify.add>[0])
  const path = `/dashboard/tasks/${task.id}`
  await page.goto(path)
  const open = async (where: Page) => {
    await group(where, 'HTTP').getByRole('button', { name: /^Edit/ }).click()
    return where.getByRole('dialog', { name: 'Edit HTTP notification' })
  }
  const mine = await open(page)
  await mine.getByLabel('URL').fill('https://example.com/mine')

  const other = await otherBrowser(page, path)
  const theirs = await open(other)
  await theirs.getByLabel('URL').fill('https://example.com/theirs')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(other, 'Notification updated')).toBeVisible()

  problem.announce(409, `/api/v1/notifications/${id}`)
  await mine.getByRole('button', { name: 'Save' }).click()
  const dialog = conflict(page, 'notification')
  await expect(field(dialog, 'URL')).toContainText('https://example.com/theirs')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Notification updated')).toBeVisible()
  const [saved] = await notify.list(task.id)
  expect(saved?.request?.target.uri).toBe('https://example.com/mine')
})

test('two browsers that edit one draft: what is typed in the second raises a conflict, and is not saved over the first', async ({
  page,
  api,
  problem,
}) => {
  const id = await api.createDraft()
  const path = `/dashboard/drafts/${id}`
  await page.goto(path)
  const form = page.getByRole('form', { name: 'Create task' })
  await expect(form).toBeVisible()
  const other = await otherBrowser(page, path)
  await other.getByLabel('Name', { exact: true }).fill('Black tea')
  await expect(other.getByText('Draft saved')).toBeVisible()

  problem.announce(409, `/api/v1/tasks/${id}`)
  await form.getByLabel('Name', { exact: true }).fill('Green tea')
  const dialog = conflict(page, 'draft')
  await expect(field(dialog, 'Name')).toContainText('Black tea')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  expect((await api.getTask(id)).name).toBe('Green tea')
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
  await page.getByLabel('URL').fill('https://example.com/typed')
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

test('an address that is pasted without its scheme gets it when the field is left', async ({ page, api }) => {
  await page.goto(`/dashboard/drafts/${await api.createDraft()}`)
  const url = page.getByLabel('URL')
  await url.fill('localhost:4600/x')
  await url.blur()
  await expect(url).toHaveValue('http://localhost:4600/x')
  await url.fill('example.com/x')
  await url.blur()
  await expect(url).toHaveValue('https://example.com/x')
})
