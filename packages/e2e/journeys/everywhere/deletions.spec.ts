import type { Page } from '@playwright/test'
import { stopClock, watchCalls } from '../../harness/pause.ts'
import { receiverRows } from '../../harness/receiver-screens.ts'
import { snackbar, taskRows } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete', exact: true })
/** Waits for what can be done with the selection: it would not come once the page's clock is stopped. */
const select = async (page: Page, name: string) => {
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expect(deleteButton(page)).toBeVisible()
}
const pressDelete = (page: Page) => deleteButton(page).click()
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const urlOf = (id: string) => `/api/v1/tasks/${id}`
const statusOf = async (page: Page, id: string) => (await page.request.get(urlOf(id))).status()

test('[TD-24, TD-25] deleting an active task from the list asks first, then deactivates and deletes it by one call', async ({
  page,
  api,
}) => {
  const { id } = await api.createTask({ name: 'Shop', url: 'https://example.com/' })
  const calls = watchCalls(page, 'POST', /^\/api\/v1\/tasks\//)
  await page.goto('/dashboard/tasks')
  await select(page, 'Shop')
  await pressDelete(page)
  const dialog = page.getByRole('dialog', { name: 'Delete task' })
  await expect(dialog).toContainText('“Shop” is active.')
  await expect(dialog).toContainText('This cannot be undone.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(taskRows(page)).toHaveCount(1)
  await pressDelete(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(snackbar(page, '1 task deletedUndo')).toBeVisible()
  await expect(taskRows(page)).toHaveCount(0)
  expect(await statusOf(page, id)).toBe(200)
  await undo(page).click()
  await expect(taskRows(page)).toHaveCount(1)
  expect((await api.getTask(id)).status).toBe('ACTIVE')

  await select(page, 'Shop')
  await pressDelete(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const deleted = page.waitForResponse('**/api/v1/tasks/delete')
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  expect(await (await deleted).json()).toEqual({ deleted: 1, problems: [] })
  expect(await statusOf(page, id)).toBe(404)
  expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(['/api/v1/tasks/delete'])
})

test('[RD-14, RD-15] deleting several receivers asks where one of them is active, and not where all are disabled', async ({
  page,
  api,
}) => {
  for (const name of ['One', 'Two']) await api.receivers.create({ name, status: 'DISABLED' })
  await api.receivers.create({ name: 'Three' })
  await page.goto('/dashboard/receivers')
  await select(page, 'One')
  await pressDelete(page)
  await expect(snackbar(page, '1 receiver deletedUndo')).toBeVisible()
  await undo(page).click()
  await expect(receiverRows(page)).toHaveCount(3)

  for (const name of ['One', 'Two', 'Three']) await select(page, name)
  await pressDelete(page)
  const dialog = page.getByRole('dialog', { name: 'Delete 3 receivers' })
  await expect(dialog).toContainText('One of them is active. All 3 receivers will be deactivated and deleted')
  await expect(dialog).toContainText('This cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(snackbar(page, '3 receivers deletedUndo')).toBeVisible()
  await expect(receiverRows(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await expect.poll(() => api.receivers.list()).toEqual([])
})

test('a task that was activated elsewhere after it was chosen is not deleted without asking, and comes back', async ({
  page,
  api,
  product,
}) => {
  const { id } = await api.createTask({ name: 'Shop', url: 'https://example.com/' })
  await api.deactivate(id)
  await page.goto('/dashboard/tasks')
  await select(page, 'Shop')
  const headers = { origin: product.dashboardUrl }
  expect((await page.request.post(`${urlOf(id)}/lifecycle/activate`, { headers })).status()).toBe(200)
  await pressDelete(page)
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await expect(snackbar(page, '1 task not deleted. This task is active. Deactivate it first.')).toBeVisible()
  await expect(taskRows(page)).toHaveText([/Shop/])
})

const disabledTasks = async (api: Parameters<Parameters<typeof test>[2]>[0]['api'], names: readonly string[]) => {
  const ids: string[] = []
  for (const name of names) {
    const { id } = await api.createTask({ name, url: 'https://example.com/' })
    await api.deactivate(id)
    ids.push(id)
  }
  return ids
}

test('a second deletion replaces the message of the first, which is then final', async ({ page, api }) => {
  await disabledTasks(api, ['One', 'Two', 'Three'])
  await page.goto('/dashboard/tasks')
  // By the keyboard, so that the pointer stays on the first message: that does not go by itself then.
  const remove = async (name: string) => {
    await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space')
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expect(taskRows(page).filter({ hasText: name })).toHaveCount(0)
  }
  await remove('One')
  await undo(page).hover()
  const deleted = page.waitForResponse('**/api/v1/tasks/delete')
  await remove('Two')
  expect((await deleted).status()).toBe(200)
  await expect(undo(page)).toHaveCount(1)
  await undo(page).click()
  await expect(taskRows(page)).toHaveText([/Three/, /Two/])
})

test('a deletion is carried out after ten seconds, and its message goes', async ({ page, api }) => {
  const [id = ''] = await disabledTasks(api, ['Drop'])
  await page.clock.install()
  await page.goto('/dashboard/tasks')
  await select(page, 'Drop')
  await stopClock(page)
  await pressDelete(page)
  await page.clock.runFor(1_000)
  await expect(undo(page)).toBeVisible()
  // While the pointer rests on it there is more time.
  await undo(page).hover()
  await page.clock.runFor(15_000)
  expect(await statusOf(page, id)).toBe(200)
  await page.mouse.move(0, 0)
  await page.clock.runFor(9_000)
  expect(await statusOf(page, id)).toBe(200)
  await page.clock.runFor(1_500)
  await expect.poll(() => statusOf(page, id)).toBe(404)
  await page.clock.resume()
  await expect(undo(page)).toBeHidden()
})

test.describe('without the code of the messages', () => {
  test.use({ isFirstVisit: true })

  test('a deletion is carried out after ten seconds all the same', async ({ page, api, problem }) => {
    const [id = ''] = await disabledTasks(api, ['Drop'])
    await page.route(/\/assets\/mantine-snackbars-/, (route) => route.fulfill({ status: 404 }))
    problem.announce(404, '/mantine-snackbars-')
    await page.clock.install()
    await page.goto('/dashboard/tasks')
    await select(page, 'Drop')
    await stopClock(page)
    await pressDelete(page)
    await expect(taskRows(page)).toHaveCount(0)
    await page.clock.runFor(11_000)
    await expect.poll(() => statusOf(page, id)).toBe(404)
  })
})

test('a deletion, and Undo of discarded changes, work on a page that came by plain HTTP', async ({ page, api }) => {
  const [id = ''] = await disabledTasks(api, ['Drop', 'Keep'])
  await page.addInitScript(() => {
    // What browsers leave out there.
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    Reflect.deleteProperty(Crypto.prototype, 'subtle')
    Reflect.deleteProperty(Navigator.prototype, 'clipboard')
    Object.defineProperty(window, 'isSecureContext', { value: false })
  })
  await page.goto(`/dashboard/tasks/${id}`)
  const request = page.getByRole('region', { name: 'Request Settings' })
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Changed')
  await request.getByRole('button', { name: 'Cancel' }).click()
  await undo(page).click()
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Changed')
  await request.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/dashboard/tasks')
  await select(page, 'Drop')
  await pressDelete(page)
  await expect(taskRows(page)).toHaveText([/Keep/])
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await expect.poll(() => statusOf(page, id)).toBe(404)
})

test('a deletion is carried out where the page is left before its message is gone', async ({ page, api }) => {
  const [id = ''] = await disabledTasks(api, ['Drop'])
  await page.goto('/dashboard/tasks')
  await select(page, 'Drop')
  await pressDelete(page)
  await page.goto('/docs')
  await expect.poll(() => statusOf(page, id)).toBe(404)
  await page.goto('/dashboard/tasks')
  await expect(page.getByText('There are no scheduled HTTP tasks.')).toBeVisible()
})

test('active receivers are deleted where the page is left before the message of their deletion is gone', async ({
  page,
  api,
}) => {
  const names = ['One', 'Two']
  const receivers = await Promise.all(names.map((name) => api.receivers.create({ name })))
  await page.goto('/dashboard/receivers')
  for (const name of names) await select(page, name)
  await pressDelete(page)
  await page.getByRole('dialog', { name: 'Delete 2 receivers' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 receivers deleted')).toBeVisible()
  await page.goto('/docs')
  for (const { id } of receivers) {
    await expect.poll(async () => (await page.request.get(`/api/v1/receivers/${id}`)).status()).toBe(404)
  }
})

test('a page that the browser shows again after it was left offers no Undo of what was deleted then', async ({
  page,
  api,
}) => {
  const [id = ''] = await disabledTasks(api, ['Drop', 'Keep'])
  await page.goto('/dashboard/tasks')
  await select(page, 'Drop')
  await pressDelete(page)
  await expect(undo(page)).toBeVisible()
  // As the browser does where it keeps a page that is left, and shows it again.
  const pass = (type: string) =>
    page.evaluate((name) => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
  await pass('pagehide')
  await expect.poll(() => statusOf(page, id)).toBe(404)
  await pass('pageshow')
  await expect(undo(page)).toHaveCount(0)
  await expect(taskRows(page)).toHaveText([/Keep/])
})

test('while a whole page of tasks is about to be deleted, the next one moves up, and the counts are those of its rows', async ({
  page,
  api,
}) => {
  await disabledTasks(
    api,
    Array.from({ length: 12 }, (_, n) => `Task ${n + 1}`),
  )
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(10)
  const counts = page.getByRole('group', { name: 'Show tasks' }).getByRole('button')
  await expect(counts).toHaveText(['All 12', 'Failing 0', 'Active 0', 'Disabled 12'])
  await page.getByRole('checkbox', { name: 'Select all tasks on this page' }).check()
  await pressDelete(page)
  await expect(taskRows(page)).toHaveText([/Task 2/, /Task 1/])
  await expect(counts).toHaveText(['All 2', 'Failing 0', 'Active 0', 'Disabled 2'])
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await undo(page).click()
  await expect(taskRows(page)).toHaveCount(10)
  await expect(counts.first()).toHaveText('All 12')

  // Of the last page the one before is shown.
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 2' }).click()
  await expect(taskRows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all tasks on this page' }).check()
  await pressDelete(page)
  await expect(page).toHaveURL('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(10)
  await expect(counts.first()).toHaveText('All 10')
})
