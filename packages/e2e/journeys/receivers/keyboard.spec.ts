import type { Locator, Page } from '@playwright/test'
import { callReceiver, requestPart, requestRows, responseBody } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

/** Goes on by Tab until the element has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 40 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

test('a receiver is made, tried, looked at and switched off without a mouse', async ({ page, api, person }) => {
  await page.goto('/dashboard/support')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  const create = page.getByRole('button', { name: 'Create receiver' })
  await expect(create).toBeVisible()
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Create receiver' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Insert variable into Response body' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'request.body' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(responseBody(page)).toBeFocused()
  await expect(responseBody(page)).toHaveValue('{{ request.headers }}')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receiver 1')
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('link', { name: 'History' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for requests...')).toBeVisible()
  const [receiver] = await api.receivers.list()
  await callReceiver(receiver?.url ?? '')
  await expect(requestRows(page)).toHaveCount(1)
  await tabTo(page, requestRows(page).getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(requestPart(page, 'URL')).toContainText(receiver?.url ?? 'its URL')
  await expect(requestRows(page).getByRole('button')).toBeFocused()
  const replay = page.getByRole('button', { name: 'Replay' })
  await tabTo(page, replay)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'URL' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(replay).toBeFocused()

  const status = page.getByRole('button', { name: 'Active' })
  await status.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeFocused()
  await page.keyboard.press('Enter')
  // The focus stays at the menu's button while that is busy.
  const disabled = page.getByRole('button', { name: 'Disabled' })
  await expect(disabled).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Activate' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(disabled).toBeFocused()
})
