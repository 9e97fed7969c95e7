import { addDialog, channelNames, group, rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { snackbar } from '../../harness/screens.ts'

const names = Object.values(channelNames)

test('[TD-15, TN-01, TN-02, TN-07, TN-08] the box has four groups, each with Add and a text while it is empty', async ({
  page,
  api,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(names)
  for (const name of names) {
    await expect(group(page, name).getByText(`No ${name} notification configured`, { exact: true })).toBeVisible()
    await expect(group(page, name).getByRole('button', { name: 'Add' })).toBeEnabled()
    await expect(group(page, name).getByRole('table')).toHaveCount(0)
  }
})

test('[TN-03..TN-06] each table says the condition in words and whom it notifies, and lets edit and delete', async ({
  page,
  api,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  const { id } = await api.createTask({ url: 'https://example.com/' })
  const template = 'x'
  const slow = { source: 'response_time', property: '', comparison: 'number_greater_than', rightValue: 500 } as const
  const setOn = {
    source: 'response_body_json',
    property: '$.on',
    comparison: 'boolean_is_true',
    rightValue: null,
  } as const
  await notify.add({
    type: 'EMAIL',
    taskId: id,
    condition: { ...slow, advancedCondition: { orOperands: [{ andOperands: [slow, setOn] }] } },
    firing: { mode: 'ON_START', notifyOnRecovery: true, recoverAfterInARow: 1, afterInARow: 3 },
    emailSetting: { address: person.email, subject: 'x', template },
  })
  await notify.add({ type: 'SMS', taskId: id, smsSetting: { countryCode: '+1', phoneNumber: '6045550199', template } })
  const target = {
    uri: 'https://hooks.example.com/tea',
    method: 'GET',
    headers: [] as [string, string][],
    body: null,
    basicAuth: { status: 'DISABLED', username: '' },
    followRedirect: true,
    allowInsecureCerts: false,
  } as const
  await notify.add({ type: 'HTTP', taskId: id, request: { target } })

  await page.goto(`/dashboard/tasks/${id}`)
  for (const [name, condition, recipient] of [
    ['Email', 'Response time is greater than 500 ms and JSON body at $.on is true', person.email],
    ['SMS', 'Status code equals 200', '+16045550199'],
    ['HTTP', 'Status code equals 200', target.uri],
  ] as const) {
    await expect(group(page, name).getByRole('columnheader').first()).toHaveText('Condition')
    await expect(rows(page, name)).toHaveCount(1)
    await expect(rows(page, name).getByRole('cell').nth(0)).toContainText(condition)
    await expect(rows(page, name).getByRole('cell').nth(1)).toHaveText(recipient)
    await expect(rows(page, name).getByRole('button', { name: `Edit notification to ${recipient}` })).toBeVisible()
    await expect(rows(page, name).getByRole('button', { name: `Delete notification to ${recipient}` })).toBeVisible()
    await expect(group(page, name).getByText('configured')).toHaveCount(0)
  }
  await expect(rows(page, 'Email')).toContainText('Once after 3 in a row, and on recovery')
})

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

test('a list that cannot be loaded says so, and is there with the next try', async ({ page, api, problem }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  let isDown = true
  await page.route('**/api/v1/notifications?*', (route) =>
    isDown
      ? route.fulfill({ status: 403, json: { code: 'FOREIGN_ORIGIN', message: 'Not from here.' } })
      : route.continue(),
  )
  problem.announce(403, '/api/v1/notifications')
  await page.goto(`/dashboard/tasks/${id}`)
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByRole('alert')).toContainText('The notifications could not be loaded.')
  isDown = false
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(group(page, 'Email')).toBeVisible()
})

test('on the Free plan the SMS group and its "Add" button say that no text message is sent, and lead to the plans', async ({
  page,
  api,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const said = 'Text messages are not part of the Free plan. They are sent once you upgrade. See the plans'
  await expect(group(page, 'SMS')).toContainText(said)
  await expect(group(page, 'SMS').getByRole('button', { name: 'Add' })).toHaveAccessibleDescription(`SMS ${said}`)
  await expect(group(page, 'Email').getByRole('button', { name: 'Add' })).toHaveAccessibleDescription('Email')
  await expect(group(page, 'SMS').getByRole('link', { name: 'See the plans' })).toHaveAttribute(
    'href',
    '/dashboard/account',
  )
})

test('a notification that was deleted elsewhere while it was edited is added again when it is saved again', async ({
  page,
  api,
  notify,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  const hook = 'https://hooks.example.com/'
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('URL').fill(hook)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rows(page, 'HTTP').getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit HTTP notification' })
  await editing.getByLabel('Executions in a row').fill('4')
  const [stored] = await notify.list(id)
  const { origin } = new URL(page.url())
  const address = `${origin}/api/v1/notifications/${stored?.id}`
  expect((await page.request.delete(address, { headers: { origin } })).ok()).toBe(true)

  problem.announce(404, `/notifications/${stored?.id}`)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByRole('alert').filter({ hasText: 'deleted elsewhere' })).toHaveText(
    'This notification was deleted elsewhere. Save again to add it as a new one.',
  )
  expect(await notify.list(id)).toEqual([])
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toBeHidden()
  await expect(rows(page, 'HTTP')).toContainText('after 4 in a row')
  const [added] = await notify.list(id)
  expect(added).toMatchObject({ firing: { afterInARow: 4 } })
  expect(added?.id).not.toBe(stored?.id)
})
