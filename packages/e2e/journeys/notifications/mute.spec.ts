import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { runBySchedule } from '../../harness/scheduled-run.ts'
import { minuteTime, snackbar } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'

test('a notification is muted and unmuted from its row by the keyboard, and the history says what was not sent, and sends it', async ({
  page,
  api,
  notify,
  product,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ok')).url })
  const hook = targets.target(answers.plain('Thanks'))
  const target = { ...defaultRequestTarget, uri: hook.url, method: 'POST' } as const
  await notify.add({ type: 'HTTP', taskId: task.id, request: { target } })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const row = rows(page, 'HTTP')
  const menu = row.getByRole('button', { name: `More actions for notification to ${hook.url}` })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Unmute' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Mute for 8 hours' }).press('Enter')
  await expect(snackbar(page, 'Notification muted')).toBeVisible()
  await expect(row).toContainText(new RegExp(`Muted until ${minuteTime}`))
  await expect(menu).toBeFocused()

  const run = await runBySchedule(page, product, task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions/${run.id}`)
  await expect(page.getByText('Not sent (muted)', { exact: true })).toBeVisible()
  expect(hook.calls).toHaveLength(0)

  await page.goto(`/dashboard/tasks/${task.id}`)
  await row.getByRole('button', { name: 'Unmute' }).press('Enter')
  await expect(snackbar(page, 'Notification unmuted')).toBeVisible()
  await expect(row).not.toContainText('Muted')
  await expect(menu).toBeFocused()
  await api.run(task.id)
  await expect.poll(() => hook.calls.length).toBe(1)

  await page.goto(`/dashboard/tasks/${task.id}/executions/${run.id}`)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
  expect(hook.calls).toHaveLength(2)
})

test('a notification is muted until a moment that is chosen, or without an end', async ({ page, notify, person }) => {
  await notify.verify(person.email)
  const id = await notify.createReceiver()
  const emailSetting = { address: person.email, subject: 'Received', template: 'x' }
  await notify.addToReceiver({ type: 'EMAIL', receiverId: id, emailSetting })
  await page.goto(`/dashboard/receivers/${id}`)
  const row = rows(page, 'Email')
  const menu = row.getByRole('button', { name: /^More actions/ })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Copy to other tasks' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Mute until…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mute notification until' })
  const field = dialog.getByLabel('Date and time')
  await field.fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Mute' }).click()
  await expect(dialog.getByText('Enter a time in the future.')).toBeVisible()
  await field.fill('2099-03-04T17:00')
  await dialog.getByRole('button', { name: 'Mute' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Muted until Mar 4, 2099, 5:00 PM')
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Mute until I turn it back on' }).click()
  await expect(row).not.toContainText('until')
  await page.reload()
  await expect(row).toContainText('Muted')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Unmute' }).click()
  await expect(row).not.toContainText('Muted')
})
