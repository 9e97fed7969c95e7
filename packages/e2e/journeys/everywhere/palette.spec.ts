import { axeViolations } from '../../harness/axe.ts'
import { taskRows } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('the command palette finds tasks, receivers and actions, and axe finds nothing in it', async ({ page, api }) => {
  const task = await api.createTask({ name: 'Checkout', url: 'https://example.com/' })
  const receiver = await api.receivers.create({ name: 'Deployments' })
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(1)
  await page.keyboard.press('Control+k')
  const search = page
    .getByRole('searchbox', { name: 'Search tasks, receivers and actions' })
    .or(page.getByPlaceholder('Task, receiver or action'))
  await expect(search.first()).toBeFocused()
  await expect(page.getByRole('button', { name: 'Deployments' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await search.first().fill('deploy')
  await expect(page.getByRole('button', { name: 'Checkout' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/receivers/${receiver.id}`)
  await page.keyboard.press('Control+k')
  await search.first().fill('check')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(`/dashboard/tasks/${task.id}`)
})

test('c creates, j and k move in a list, Enter opens, and nothing of it happens while typing', async ({
  page,
  api,
}) => {
  for (const name of ['First', 'Second']) await api.createTask({ name, url: 'https://example.com/' })
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  const second = page.getByRole('link', { name: 'Second', exact: true })
  const first = page.getByRole('link', { name: 'First', exact: true })
  await page.keyboard.press('j')
  await expect(second).toBeFocused()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  await page.keyboard.press('k')
  await expect(second).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search tasks' }).pressSequentially('cjk')
  await expect(page).toHaveURL('/dashboard/tasks?search=cjk')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(second).toBeVisible()
  await page.locator('main').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second')
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/dashboard\/drafts\//)
})
