import type { Locator } from '@playwright/test'
import { addDialog, group, rows, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'

const phone = (dialog: Locator) => dialog.getByLabel('Phone number')

test('Escape in an open list closes the list alone', async ({ page, api }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Slack')
  await dialog.getByRole('combobox', { name: 'Slack channel' }).click()
  const option = dialog.getByRole('option', { name: 'New Slack channel' })
  await expect(option).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(option).toBeHidden()
  await dialog.getByRole('button', { name: 'Insert variable into Message' }).click()
  await expect(dialog.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('menu')).toBeHidden()
  await expect(dialog).toBeVisible()
})

test('with the keyboard alone a notification is added, edited and deleted', async ({ page, api, notify }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  await group(page, 'SMS').getByRole('button', { name: 'Add' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add SMS notification' })
  await expect(dialog.getByLabel('Source')).toBeFocused()
  const reach = async (field: Locator): Promise<void> => {
    for (let steps = 0; steps < 30; steps += 1) {
      if (await field.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(field).toBeFocused()
  }
  await reach(phone(dialog))
  await page.keyboard.type('6045550199')
  await reach(dialog.getByRole('button', { name: 'Insert variable into Message' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(template(dialog, 'Message')).toBeFocused()
  await expect(template(dialog, 'Message')).toHaveValue(/{{ task.name }}/)
  await page.keyboard.press('Control+Enter')
  await expect(rows(page, 'SMS')).toHaveCount(1)
  await reach(rows(page, 'SMS').getByRole('button', { name: /^Delete/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Delete notification' })).toBeVisible()
  await reach(page.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await expect(rows(page, 'SMS')).toHaveCount(0)
  expect(await notify.list(id)).toEqual([])
})
