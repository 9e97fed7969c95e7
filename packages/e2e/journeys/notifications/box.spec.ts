import { group, rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { snackbar } from '../../harness/screens.ts'

test('[TN-09, TN-10, SN-22] a deletion asks first, warns, and says when it is done', async ({ page, api, notify }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  const smsSetting = { countryCode: '+1', phoneNumber: '6045550199', template: 'x' } as const
  await notify.add({ type: 'SMS', taskId: id, smsSetting })
  await page.goto(`/dashboard/tasks/${id}`)
  const remove = rows(page, 'SMS').getByRole('button', { name: /^Delete/ })
  const dialog = page.getByRole('dialog', { name: 'Delete notification' })

  await remove.click()
  await expect(dialog).toContainText('This cannot be undone.')
  await expect(dialog).toContainText('+16045550199')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  expect(await notify.list(id)).toHaveLength(1)

  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(snackbar(page, 'Notification deleted')).toBeVisible()
  await expect(group(page, 'SMS').getByText('No SMS notification configured')).toBeVisible()
  await expect(group(page, 'SMS').getByRole('button', { name: 'Add' })).toBeFocused()
  expect(await notify.list(id)).toHaveLength(0)
})
