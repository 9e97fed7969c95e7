import type { Page } from '@playwright/test'
import { expect, test } from '../../harness/test.ts'
import { runs, section, taskRows } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'

const loadedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))

test('offline, a bar says that what is shown may be old; back online it goes, and the page is fresh', async ({
  page,
  context,
  api,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await api.deactivate(task.id)
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(1)
  const bar = page.getByText('You’re offline.', { exact: false })
  await expect(bar).toBeHidden()
  // What is shown over the page comes after it.
  await page.waitForLoadState('networkidle')
  await page.getByRole('checkbox', { name: 'Select Tea' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const deleted = page.locator('.kw-snackbar')
  await expect(deleted).toContainText('1 task deleted')

  problem.announceNoNetwork()
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  // It stands below the bar, which it would hide otherwise.
  const [barBox, snackbarBox] = [await bar.boundingBox(), await deleted.boundingBox()]
  expect(snackbarBox?.y).toBeGreaterThanOrEqual((barBox?.y ?? 0) + (barBox?.height ?? 0))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(taskRows(page)).toHaveCount(1)
  await context.setOffline(false)
  await expect(bar).toBeHidden()
  problem.announceNetworkBack()

  // What cannot be done now says so at once, and nothing is lost.
  await page.getByRole('link', { name: 'Tea', exact: true }).click()
  const request = section(page, 'Request Settings')
  await expect(request).toBeVisible()
  // The editor's code comes after the page.
  await expect.poll(() => loadedFiles(page)).toContainEqual(expect.stringContaining('/form-parts-'))
  problem.announceNoNetwork()
  await context.setOffline(true)
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Milk')
  await request.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The server cannot be reached.', { exact: false })).toBeVisible()
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Milk')

  await context.setOffline(false)
  await expect(bar).toBeHidden()
  problem.announceNetworkBack()
  await request.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Milk')
  expect((await api.getTask(task.id)).name).toBe('Milk')
})

test('a server that does not answer is polled until it does', async ({ page, context, api, problem }) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.clock.install()
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(1)
  const bar = page.getByText('Can’t reach the server.', { exact: false })
  problem.announceNoNetwork()
  await context.route(/\/(api\/v1|healthz)/, (route) => route.abort('connectionrefused'))
  await page.clock.runFor(11_000)
  await expect(bar).toBeVisible()
  await expect(taskRows(page)).toHaveCount(1)

  await api.createTask({ name: 'Milk', url: 'https://example.com/' })
  await context.unroute(/\/(api\/v1|healthz)/)
  await page.clock.runFor(5_000)
  await expect(bar).toBeHidden()
  problem.announceNetworkBack()
  await expect(taskRows(page)).toHaveCount(2)
})

test('two tabs of one account keep to the truth: what one changes, the other shows', async ({
  page,
  context,
  api,
  targets,
  problem,
}) => {
  const target = targets.target(answers.plain('ready'))
  const task = await api.createTask({ name: 'Tea', url: target.url })
  const path = `/dashboard/tasks/${task.id}`
  const other = await context.newPage()
  await page.goto(`${path}/executions`)
  await other.goto(path)
  await expect(page.getByText('No executions yet.')).toBeVisible()

  await other.getByRole('button', { name: 'Test' }).click()
  await expect(runs(page)).toHaveCount(1)

  await other.getByRole('link', { name: 'Settings' }).click()
  await other.getByRole('button', { name: 'Active' }).click()
  await other.getByRole('menuitem', { name: 'Deactivate' }).click()
  await expect(other.getByRole('button', { name: 'Disabled' })).toBeVisible()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: 'Disabled' })).toBeVisible()

  // Deleted here, and then there as well: the second one finds it done.
  problem.announce(404, `/api/v1/tasks/${task.id}`)
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Disabled' }).click()
    await tab.getByRole('menuitem', { name: 'Delete' }).click()
  }
  for (const tab of [page, other]) {
    await tab.getByRole('dialog', { name: 'Delete task' }).getByRole('button', { name: 'Delete' }).click()
    await expect(tab).toHaveURL('/dashboard/tasks')
    await expect(tab.getByText('There are no scheduled HTTP tasks', { exact: false })).toBeVisible()
  }
})

test('signing out in one tab ends the other', async ({ page, context, api, problem }) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  const other = await context.newPage()
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(1)
  await other.goto('/logout')
  await expect(other).toHaveURL('/signin')
  problem.announce(401, '/api/v1/')
  await page.getByRole('link', { name: 'Tea', exact: true }).click()
  await expect(page).toHaveURL(/\/signin\?returnUrl=/)
})
