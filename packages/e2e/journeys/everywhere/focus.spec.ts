import type { Page } from '@playwright/test'
import { section, taskRows } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

const focused = (page: Page) => page.locator(':focus')

test('the focus stays in its place where the button that was pressed goes', async ({ page, api }) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const milk = await api.createTask({ name: 'Milk', url: 'https://example.com/milk' })
  await page.goto('/dashboard/tasks')
  const search = page.getByRole('searchbox')
  await search.fill('Tea')
  await expect(taskRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear search' }).press('Enter')
  await expect(search).toBeFocused()
  await expect(taskRows(page)).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Select Milk' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(bar).toBeHidden()
  await expect(focused(page)).toHaveCount(1)
  await expect(page.locator('main :focus')).toHaveCount(1)

  await page.goto(`/dashboard/tasks/${milk.id}/executions?status=FAILED`)
  const filters = page.getByRole('search', { name: 'History' })
  await filters.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(filters.getByRole('button', { name: 'Clear', exact: true })).toBeHidden()
  await expect(page.locator('main :focus')).toHaveCount(1)

  await page.goto(`/dashboard/tasks/${milk.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).press('Enter')
  await expect(request.getByLabel('Name', { exact: true })).toBeFocused()
})

test('a page that is opened is announced by its title', async ({ page, api }) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto('/dashboard/tasks')
  await page.getByRole('link', { name: 'Receivers', exact: true }).click()
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: /^Receivers · Knockwire$/ })).toHaveCount(1)
})

test('shortcuts of single keys can be turned off, and stay off in this browser', async ({ page, api }) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(1)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await page.reload()
  await expect(taskRows(page)).toHaveCount(1)
  await page.keyboard.press('c')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard/tasks')

  await page.getByRole('banner').getByRole('button', { name: 'Ada' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/dashboard\/drafts\//)
})
