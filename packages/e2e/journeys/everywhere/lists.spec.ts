import type { Page } from '@playwright/test'
import { receiverRows } from '../../harness/receiver-screens.ts'
import { stopClock } from '../../harness/pause.ts'
import { snackbar, taskRows } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

test('[TL-03, TL-13] tasks are filtered by state with their counts, in the address, and those that fail are sorted among the others', async ({
  page,
  api,
  targets,
}) => {
  const failing = await api.createTask({ name: 'Broken', url: targets.target(answers.plain('no', 500)).url })
  await api.run(failing.id)
  const stopped = await api.createTask({ name: 'Stopped', url: 'https://example.com/' })
  await api.deactivate(stopped.id)
  await api.createTask({ name: 'Fine', url: 'https://example.com/' })
  await page.goto('/dashboard/tasks')
  const links = taskRows(page).getByRole('link', { name: /^(Broken|Stopped|Fine)$/ })
  await expect(links).toHaveText(['Fine', 'Stopped', 'Broken'])
  const filter = page.getByRole('group', { name: 'Show tasks' })
  await expect(filter.getByRole('button')).toHaveText(['All 3', 'Failing 1', 'Active 2', 'Disabled 1'])
  await filter.getByRole('button', { name: 'Failing' }).click()
  await expect(page).toHaveURL('/dashboard/tasks?status=failing')
  await expect(links).toHaveText(['Broken'])
  await page.reload()
  await expect(links).toHaveText(['Broken'])
  await page.goBack()
  await expect(links).toHaveCount(3)
  await expect(pages(page)).toHaveCount(0)
  await page.getByLabel('Sort by').selectOption('name')
  await expect(links).toHaveText(['Broken', 'Fine', 'Stopped'])
  await page.goto('/dashboard/tasks?search=fine')
  await expect(links).toHaveText(['Fine'])
  await expect(filter.getByRole('button')).toHaveText(['All 1', 'Failing 0', 'Active 1', 'Disabled 0'])
})

test('the whole row opens its task, as a link, and its URL is copied in one line', async ({ page, api, context }) => {
  const url = 'https://shop.example/a/long/path/to/the/health/of/the/checkout?region=eu-central-1&zone=a'
  const { id } = await api.createTask({ name: 'Shop', url })
  await page.goto('/dashboard/tasks')
  const row = taskRows(page).first()
  const cell = row.getByRole('cell').nth(1)
  const copied = await cell.locator(`[title="${url}"]`).evaluate((element) => {
    window.getSelection()?.selectAllChildren(element)
    return window.getSelection()?.toString()
  })
  expect(copied).toBe(url)
  await page.evaluate(() => window.getSelection()?.removeAllRanges())
  const opened = context.waitForEvent('page')
  const box = await row.getByRole('cell').nth(3).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4, { button: 'middle' })
  const tab = await opened
  await expect(tab).toHaveURL(`/dashboard/tasks/${id}`)
  await tab.close()
  await cell.click()
  await expect(page).toHaveURL(`/dashboard/tasks/${id}`)
})

test('several tasks are deactivated and activated at once, and the change is undone', async ({ page, api }) => {
  for (const name of ['One', 'Two', 'Three']) await api.createTask({ name, url: 'https://example.com/' })
  await page.goto('/dashboard/tasks')
  await page.getByRole('checkbox', { name: 'Select One' }).check()
  await page.getByRole('checkbox', { name: 'Select Two' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('2 tasks deactivated')).toBeVisible()
  const filter = page.getByRole('group', { name: 'Show tasks' })
  await expect(filter.getByRole('button', { name: 'Disabled' })).toHaveText('Disabled 2')
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(filter.getByRole('button', { name: 'Disabled' })).toHaveText('Disabled 0')
  await page.getByRole('checkbox', { name: 'Select all tasks on this page' }).check()
  await expect(bar).toContainText('3 selected')
})

test('a receiver that was deactivated elsewhere meanwhile is activated, and the others stay as they are', async ({
  page,
  api,
}) => {
  const receivers = await Promise.all(['One', 'Two'].map((name) => api.receivers.create({ name })))
  await page.goto('/dashboard/receivers')
  await page.getByRole('checkbox', { name: 'Select all receivers on this page' }).check()
  for (const { id } of receivers.slice(1)) await api.receivers.deactivate(id)
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(snackbar(page, '1 receiver activatedUndo')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  const counts = page.getByRole('group', { name: 'Show receivers' }).getByRole('button')
  await expect(counts).toHaveText(['All 2', 'Active 1', 'Disabled 1'])
})

test('all disabled tasks that match a filter are activated at once, over all pages', async ({ page, api }) => {
  for (let n = 1; n <= 12; n += 1) {
    const { id } = await api.createTask({ name: `Shop ${n}`, url: 'https://example.com/' })
    await api.deactivate(id)
  }
  await api.deactivate((await api.createTask({ name: 'Blog', url: 'https://example.com/' })).id)
  await page.goto('/dashboard/tasks?search=shop')
  await expect(taskRows(page)).toHaveCount(10)
  await page.getByRole('checkbox', { name: 'Select all tasks on this page' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Select all 12 that match' }).click()
  await expect(bar).toContainText('All 12 tasks that match')
  await bar.getByRole('button', { name: 'Activate the disabled ones' }).click()
  await expect(page.getByText('12 tasks activated')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.goto('/dashboard/tasks')
  const filter = page.getByRole('group', { name: 'Show tasks' })
  await expect(filter.getByRole('button', { name: 'Disabled' })).toHaveText('Disabled 1')
})

test('a copy of a task is a draft, a copy of a receiver has its own URL', async ({ page, api }) => {
  await api.createTask({ name: 'Shop', url: 'https://example.com/' })
  await page.goto('/dashboard/tasks')
  await page.getByRole('checkbox', { name: 'Select Shop' }).check()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page).toHaveURL(/\/dashboard\/drafts\//)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Shop (copy)')

  await api.receivers.create({ name: 'Hooks' })
  await page.goto('/dashboard/receivers')
  await page.getByRole('checkbox', { name: 'Select Hooks' }).check()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hooks (copy)')
  await page.goto('/dashboard/receivers')
  await expect(receiverRows(page)).toHaveCount(2)
  await expect(page.getByRole('group', { name: 'Show receivers' })).toContainText('Disabled 1')
})

test('Back takes back a search that was typed a moment ago', async ({ page, api }) => {
  await Promise.all(Array.from({ length: 11 }, () => api.createTask({ url: 'https://example.com/' })))
  await page.clock.install()
  await page.goto('/dashboard/tasks')
  await pages(page).getByRole('button', { name: 'Page 2' }).click()
  await expect(taskRows(page)).toHaveCount(1)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await stopClock(page)
  await search.fill('nothing like it')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/tasks')
  await expect(search).toHaveValue('')
  await page.clock.runFor(2_000)
  await expect(page).toHaveURL('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(10)
})
