import type { Locator, Page } from '@playwright/test'
import { callReceiver, requestRows } from '../../harness/receiver-screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

/** Neither Esc nor a click outside loses what is typed: the one asks, the other does nothing. */
async function expectToBeKept(page: Page, dialog: Locator, field: Locator, typed: string): Promise<void> {
  await field.fill(typed)
  await page.mouse.click(5, 5)
  await expect(dialog.getByText('Your changes are not saved.')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Your changes are not saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByText('Your changes are not saved.')).toHaveCount(0)
  await expect(field).toHaveValue(typed)
}

/** The browser's own way back does not lose it either. */
async function expectToAskBeforeLeaving(page: Page, field: Locator, typed: string): Promise<void> {
  await page.evaluate(() => window.history.back())
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(field).toHaveValue(typed)
}

test('what is typed for a replay is not lost by Esc or a click outside until it is sent', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.json({ stored: true }))
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url, { method: 'POST', body: 'tea' })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay request' })
  await dialog.getByRole('textbox', { name: 'URL' }).fill(target.url)
  await dialog.getByRole('button', { name: 'Edit request' }).click()
  const body = dialog.getByLabel('Body', { exact: true })
  await expectToBeKept(page, dialog, body, 'green tea')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('Response 200')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Replay' }).click()
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${target.url}/other`)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('a bookmark that is being named is not lost by Esc or a click outside', async ({ page, api, targets }) => {
  const task = await api.createTask({ url: targets.target(answers.json({ price: 7 })).url })
  await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await page.getByRole('button', { name: 'Add bookmark' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' })
  await expectToBeKept(page, dialog, dialog.getByLabel('Name'), 'Price of tea')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Price of tea', exact: true })).toBeVisible()
})

test('a name and an email address that are typed in the profile are not lost by leaving it', async ({
  page,
  person: _signedIn,
}) => {
  await page.goto('/dashboard/account/tokens')
  await page.getByRole('link', { name: 'Profile' }).click()
  const name = page.getByLabel('First name')
  await name.fill('Grace')
  await expectToAskBeforeLeaving(page, name, 'Grace')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Your name has been changed.')).toBeVisible()

  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await expectToBeKept(page, dialog, dialog.getByLabel('New email'), 'grace@example.com')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'API tokens' }).click()
  await expect(page.getByRole('button', { name: 'Create token' })).toBeVisible()
})

test('an address to which an invitation is being written is not lost by Esc', async ({ page, person: _signedIn }) => {
  await page.goto('/dashboard/account/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await expectToBeKept(page, dialog, dialog.getByLabel('Email'), 'grace@example.com')
})
