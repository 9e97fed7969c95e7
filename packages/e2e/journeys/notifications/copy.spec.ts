import { rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { snackbar } from '../../harness/screens.ts'

const smsSetting = { countryCode: '+1', phoneNumber: '6045550199', template: 'Down' } as const

test('a notification is copied to tasks that are searched for, all that match, and the result of each is shown', async ({
  page,
  api,
  notify,
}) => {
  const url = 'https://example.com/'
  const source = await api.createTask({ name: 'Shop front', url })
  const [api1, api2, other, full] = [
    await api.createTask({ name: 'Billing API', url }),
    await api.createTask({ name: 'Orders API', url }),
    await api.createTask({ name: 'Blog', url }),
    await api.createTask({ name: 'Full', url }),
  ]
  await notify.add({ type: 'SMS', taskId: source.id, smsSetting })
  for (let made = 0; made < 20; made += 1)
    await notify.add({ type: 'SMS', taskId: full.id, smsSetting: { ...smsSetting, template: String(made) } })

  await page.goto(`/dashboard/tasks/${source.id}`)
  const menu = rows(page, 'SMS').getByRole('button', { name: /^More actions/ })
  const dialog = page.getByRole('dialog', { name: 'Copy to other tasks' })
  const open = async () => {
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Copy to other tasks…' }).press('Enter')
    await expect(dialog.getByLabel('Search tasks')).toBeFocused()
  }
  await open()
  const tasks = dialog.getByRole('list', { name: 'Tasks' }).getByRole('checkbox')
  await expect(tasks).toHaveCount(4)
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeDisabled()
  await dialog.getByLabel('Search tasks').fill('api')
  await expect(tasks).toHaveCount(2)
  await dialog.getByRole('checkbox', { name: 'All 2 that match' }).press('Space')
  await expect(dialog.getByText('2 selected')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy' }).press('Enter')
  await expect(snackbar(page, 'Copied to 2 tasks.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(menu).toBeFocused()
  for (const { id } of [api1, api2]) expect(await notify.list(id)).toMatchObject([{ recipient: '+16045550199' }])
  expect(await notify.list(other.id)).toEqual([])

  await open()
  await dialog.getByRole('checkbox', { name: 'All 4 other tasks' }).check()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    'Copied to 1 task; 2 already have it; 1 already has 20 notifications.',
  )
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  expect(await notify.list(full.id)).toHaveLength(20)
})
