import type { Locator, Page } from '@playwright/test'
import { insertExecutions } from '../../harness/database.ts'
import { runs, section, snackbar, taskRows } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

/** Goes on with Tab until the focus is there; the way may be no longer than a person would walk it. */
const tabTo = async (page: Page, goal: Locator, steps = 30): Promise<void> => {
  await expect(goal).toBeAttached()
  for (let step = 0; step < steps; step++) {
    if (await goal.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(goal).toBeFocused()
  // A border takes its color over a moment.
  await expect.poll(() => goal.evaluate(isMarked), 'the focus can be seen').toBe(true)
}

/** Whether a ring or a border of its own marks the element, its frame, or the label that stands for it. */
const isMarked = (element: Element): boolean => {
  const frames = [element, element.parentElement, element.nextElementSibling]
  return frames.some((frame) => {
    if (!frame) return false
    const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(frame)
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled')
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = accent
    const accentColor = getComputedStyle(probe).color
    probe.remove()
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || borderColor === accentColor
  })
}

test('a task is created, read, edited and deleted by keyboard alone', async ({ page, person, targets }) => {
  const target = targets.target(answers.json({ price: 7 }))
  const keys = page.keyboard
  await page.context().clearCookies()
  await page.goto('/signin')
  await expect(page.getByLabel('Email')).toBeFocused()
  await keys.type(person.email)
  await keys.press('Tab')
  await keys.type(person.password)
  await keys.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks')

  await keys.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Create task' }))
  await keys.press('Enter')

  // Where one begins, with what it starts with selected.
  await expect(page.getByLabel('URL')).toBeFocused()
  await keys.type(target.url)
  for (const field of [page.getByLabel('Method'), page.getByLabel('Name', { exact: true })]) {
    await keys.press('Shift+Tab')
    await expect(field).toBeFocused()
  }
  await keys.type('Price of tea')
  const schedule = section(page, 'Request Schedule')
  await tabTo(page, schedule.getByRole('radio', { name: 'Interval' }))
  await keys.press('ArrowRight')
  await expect(schedule.getByRole('radio', { name: 'Cron' })).toBeChecked()
  await tabTo(page, schedule.getByLabel('Cron expression'))
  await keys.type('0 0 1 1 *')
  await keys.press('Control+Enter')
  await expect(snackbar(page, 'Task created')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Test' }))
  await keys.press('Enter')
  await expect(runs(page)).toHaveCount(1)
  await tabTo(page, runs(page).getByRole('button'))
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Response Body' })).toBeVisible()
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Response Body' })).toHaveCount(0)

  await tabTo(page, page.getByRole('button', { name: 'Add bookmark' }), 60)
  await keys.press('Enter')
  const bookmark = page.getByRole('dialog', { name: 'Add bookmark' })
  await expect(bookmark.getByLabel('Name')).toBeFocused()
  await keys.press('Shift+Tab')
  await keys.press('Shift+Tab')
  expect(await bookmark.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await keys.press('Escape')
  await expect(bookmark).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add bookmark' })).toBeFocused()

  await tabTo(page, page.getByRole('link', { name: 'Settings' }), 60)
  await keys.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Active' }), 60)
  await keys.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeFocused()
  await keys.press('Enter')
  const disabled = page.getByRole('button', { name: 'Disabled' })
  await expect(disabled).toBeVisible()
  await tabTo(page, disabled, 60)
  await keys.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Activate' })).toBeFocused()
  await keys.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await keys.press('Enter')
  const confirmDialog = page.getByRole('dialog', { name: 'Delete task' })
  await expect(confirmDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keys.press('Tab')
  await keys.press('Enter')
  await expect(snackbar(page, 'Task deleted')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/tasks')
})

test('the shortcut "/" searches, "?" lists them, "g t" and "g r" go places, and none disturbs typing', async ({
  page,
  api,
}) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(1)
  const search = page.getByRole('searchbox', { name: 'Search tasks' })
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('g r/?')
  await expect(search).toHaveValue('g r/?')
  await expect(page).toHaveURL(/\/dashboard\/tasks/)
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await search.blur()

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  await page.keyboard.type('gr')
  await expect(page).toHaveURL('/dashboard/receivers')
  await page.keyboard.type('gt')
  await expect(page).toHaveURL('/dashboard/tasks')
})

test('Escape closes a menu and the filters wherever the focus is, so that the next press opens them again', async ({
  page,
  api,
  product,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await insertExecutions(product, task.id, 1)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  const openers = [
    { button: page.getByRole('button', { name: /^(Active|Disabled)$/ }), opened: page.getByRole('menu') },
    { button: page.getByRole('button', { name: 'Color scheme' }), opened: page.getByRole('menu') },
    { button: page.getByRole('button', { name: 'Filters' }), opened: page.getByRole('dialog', { name: 'Filters' }) },
  ]
  for (const { button, opened } of openers) {
    await button.click()
    await expect(opened.locator(':focus')).toBeAttached()
    // As it is for a moment after each opening.
    await button.focus()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await button.click()
    await expect(opened).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
  }
})
