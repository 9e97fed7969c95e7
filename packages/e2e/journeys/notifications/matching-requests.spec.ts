import { addDialog, rows, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { callReceiver } from '../../harness/receiver-screens.ts'
import { snackbar } from '../../harness/screens.ts'

const json = (status: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ status }),
})

test('a receiver alerts by mail of a request that matches, of none that does not, and of the recovery', async ({
  page,
  api,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  const receiver = await api.receivers.create({ name: 'Orders' })
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  const dialog = await addDialog(page, 'Email')
  await expect(dialog.getByRole('radio', { name: 'Each request' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Requests that match' }).check()
  await dialog.getByRole('button', { name: 'A value in the body matches' }).click()
  const path = dialog.getByRole('textbox', { name: 'JSON path' })
  await expect(path).toBeFocused()
  await path.fill('$.status')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('failed')
  await dialog.getByRole('radio', { name: 'When the condition becomes true' }).check()
  await dialog.getByRole('checkbox', { name: 'Also notify me on recovery' }).check()
  await expect(template(dialog, 'Subject')).toHaveValue('[{{ alert.state }}] {{ receiver.name }}: {{ alert.summary }}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Notification created')).toBeVisible()
  await expect(rows(page, 'Email')).toContainText('JSON body at $.status is "failed"')
  await expect(rows(page, 'Email')).toContainText('When it becomes true, and on recovery')

  for (const status of ['ok', 'failed', 'failed', 'ok']) await callReceiver(receiver.url, json(status))
  const subjects = async () => (await notify.outbox(person.email)).map(({ subject }) => subject)
  await expect
    .poll(async () => (await subjects()).slice(0, 2))
    .toEqual([expect.stringMatching(/^\[Recovered\] Orders: /), '[Alert] Orders: JSON body at $.status is "failed"'])
  expect((await subjects()).filter((subject) => subject?.includes('Orders'))).toHaveLength(2)

  await rows(page, 'Email')
    .getByRole('button', { name: `Edit notification to ${person.email}` })
    .click()
  const editing = page.getByRole('dialog', { name: 'Edit Email notification' })
  await expect(editing.getByText('Not met by the latest request')).toBeVisible()
  await editing.getByRole('radio', { name: 'Each request' }).check()
  await expect(editing.getByRole('region', { name: 'Condition' })).toHaveCount(0)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Notification updated')).toBeVisible()
  expect((await notify.listOfReceiver(receiver.id))[0]?.when).toEqual({ kind: 'EACH_REQUEST' })
})
