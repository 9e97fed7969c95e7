import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../harness/notified-test.ts'
import { group } from '../../harness/notification-screens.ts'
import { responseBody } from '../../harness/receiver-screens.ts'
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
  await theirs.getByLabel('URL', { exact: true }).fill('https://example.com/black')
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
  await expect(dialog).toContainText('Fields that only you changed keep your version.')
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
  await mine.getByLabel('URL', { exact: true }).fill('https://example.com/mine')

  const other = await otherBrowser(page, path)
  const theirs = await open(other)
  await theirs.getByLabel('URL', { exact: true }).fill('https://example.com/theirs')
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

test('a draft that was created as a task in another browser says so, and what is typed can be saved to the task', async ({
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
  await other.getByLabel('URL', { exact: true }).fill('https://example.com/')
  await other.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Black tea')

  problem.announce(409, `/api/v1/tasks/${id}`)
  await form.getByLabel('Name', { exact: true }).fill('Green tea')
  const dialog = page.getByRole('dialog', { name: 'This draft was created as a task elsewhere' })
  await expect(field(dialog, 'Name')).toContainText('Black tea')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await api.getTask(id)).name).toBe('Green tea')
})

test('two browsers that create one receiver: the second to create sees what the first has saved, and chooses', async ({
  page,
  api,
  problem,
}) => {
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  const form = page.getByRole('form', { name: 'Create receiver' })
  await expect(form).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  await page.getByLabel('Name').fill('Mine')
  await responseBody(page).fill('mine')

  const other = await otherBrowser(page, `/dashboard/receivers/${id}`)
  await other.getByLabel('Name').fill('Theirs')
  await other.getByRole('link', { name: '< Back to Receivers' }).click()
  await other.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(other).toHaveURL('/dashboard/receivers')

  problem.announce(409, `/api/v1/receivers/${id}`)
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = conflict(page, 'receiver')
  await expect(field(dialog, 'Name')).toContainText('Theirs')
  await expect(field(dialog, 'Response body')).toHaveCount(0)
  await field(dialog, 'Name').getByRole('radio', { name: 'Take theirs' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Receiver created')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await api.receivers.get(id)).toMatchObject({ name: 'Theirs', responseBody: 'mine', status: 'ACTIVE' })
})
