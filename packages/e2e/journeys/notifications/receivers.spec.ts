import { setPlan } from '../../harness/database.ts'
import { addDialog, choose, group, rows, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { responseBody } from '../../harness/receiver-screens.ts'
import { expectFieldError, snackbar } from '../../harness/screens.ts'

test('[RN-02..RN-12, RN-16, SN-20..SN-22] a receiver’s two lists, their dialogs, and what they say', async ({
  page,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  const id = await notify.createReceiver()
  await page.goto(`/dashboard/receivers/${id}`)
  const box = page.getByRole('region', { name: 'Notifications' })
  await expect(box.getByRole('heading', { level: 3 })).toHaveText(['Email', 'SMS', 'Slack', 'HTTP'])
  await expect(box.getByText('No Email notification configured', { exact: true })).toBeVisible()
  await expect(box.getByText('No Slack notification configured', { exact: true })).toBeVisible()

  const slack = await addDialog(page, 'Slack')
  await expect(slack.getByRole('combobox', { name: 'Slack channel' })).toBeFocused()
  await expect(template(slack, 'Message')).toHaveValue(/{{ receiver.name }}/)
  await page.mouse.click(20, 400)
  await expect(slack).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(slack).toBeHidden()

  const dialog = await addDialog(page, 'Email')
  await expect(dialog.getByRole('region', { name: 'Condition' })).toHaveCount(0)
  await expect(dialog.getByRole('combobox', { name: 'Email address' })).toBeFocused()
  await expect(template(dialog, 'Message')).toHaveValue(/{{ request.body \| truncate: 5000 }}/)
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('received a POST request')
  await page.mouse.click(20, 400)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(snackbar(page, 'Notification created')).toBeVisible()
  await expect(rows(page, 'Email')).toContainText(person.email)
  await expect(group(page, 'Email').getByRole('columnheader').first()).toHaveText('Email address')

  await rows(page, 'Email')
    .getByRole('button', { name: `Edit notification to ${person.email}` })
    .click()
  const editing = page.getByRole('dialog', { name: 'Edit Email notification' })
  await template(editing, 'Subject').fill('{{ request.method }}')
  await page.keyboard.press('Meta+Enter')
  await expect(snackbar(page, 'Notification updated')).toBeVisible()
  expect((await notify.listOfReceiver(id))[0]?.emailSetting?.subject).toBe('{{ request.method }}')

  await rows(page, 'Email')
    .getByRole('button', { name: `Delete notification to ${person.email}` })
    .click()
  const confirmDialog = page.getByRole('dialog', { name: 'Delete notification' })
  await expect(confirmDialog).toContainText('This cannot be undone.')
  await confirmDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(snackbar(page, 'Notification deleted')).toBeVisible()
  await expect(box.getByText('No Email notification configured', { exact: true })).toBeVisible()
})

test('a receiver’s notification can be a text message or an HTTP callback, with its own message', async ({
  page,
  notify,
  person,
  product,
}) => {
  await setPlan(product, person.email, 'HOBBY')
  const id = await notify.createReceiver()
  await page.goto(`/dashboard/receivers/${id}`)
  const text = await addDialog(page, 'SMS')
  await text.getByLabel('Phone number').fill('604 555 0177')
  await expect(text.getByRole('region', { name: 'Preview' })).toContainText('received a POST request (200)')
  await text.getByRole('button', { name: 'Send a test' }).click()
  await expect(text.getByText('Test sent to +16045550177')).toBeVisible()
  await text.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'SMS')).toContainText('+16045550177')

  const call = await addDialog(page, 'HTTP')
  await call.getByLabel('URL').fill('https://hooks.example/kettle')
  await call.getByLabel('Method').selectOption('POST')
  await expect(call.getByRole('region', { name: 'Preview' })).toContainText('"method": "POST"')
  await call.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'HTTP')).toContainText('https://hooks.example/kettle')
  expect((await notify.listOfReceiver(id)).map(({ type }) => type)).toEqual(['SMS', 'HTTP'])
})

test('the preview of a receiver describes it as the page shows it, saved or not', async ({
  page,
  person: _signedIn,
}) => {
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await page.getByLabel('Name').fill('Kettle')
  await page.getByLabel('Status code').fill('202')
  await responseBody(page).fill('You sent {{ request.method }}')
  const dialog = await addDialog(page, 'Slack')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Kettle received a POST request (response 202)')
  await expect(preview).toContainText('You sent POST')
  await page.keyboard.press('Escape')
  await page.getByLabel('Name').fill('Samovar')
  await expect((await addDialog(page, 'Slack')).getByRole('region', { name: 'Preview' })).toContainText('Samovar')
})

test('a test of a receiver’s notification describes it as the page shows it, saved or not', async ({
  page,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  const id = await notify.createReceiver()
  await page.goto(`/dashboard/receivers/${id}`)
  await page.getByRole('region', { name: 'Response Settings' }).getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Samovar')
  await page.getByLabel('Status code').fill('202')
  const dialog = await addDialog(page, 'Email')
  await template(dialog, 'Subject').fill('{{ receiver.name }} answered {{ response.code }}')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.getByText(`Test sent to ${person.email}`)).toBeVisible()
  const [mail] = await notify.outbox(person.email)
  expect(mail?.subject).toBe('[Test] Samovar answered 202')
})

test('[EV-02] the code of signing up verifies in a task’s dialog, and the address is offered in a receiver’s', async ({
  page,
  api,
  notify,
  person,
  problem,
}) => {
  const task = await api.createTask({ url: 'https://example.com/' })
  const id = await notify.createReceiver()
  await page.goto(`/dashboard/tasks/${task.id}`)
  const dialog = await addDialog(page, 'Email')
  // Two codes within a minute are refused; the first of them counts.
  problem.announce(429, 'send_email_validation_code')
  await dialog.getByRole('button', { name: 'Verify email' }).click()
  await expectFieldError(dialog.getByLabel('Code', { exact: true }), /less than a minute ago/)
  await dialog.getByLabel('Code', { exact: true }).fill(await notify.codeFor(person.email))
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Email address' })).toHaveValue(person.email)
  await page.goto(`/dashboard/receivers/${id}`)
  const other = await addDialog(page, 'Email')
  await choose(other, 'Email address', person.email)
  await expect(other.getByRole('combobox', { name: 'Email address' })).toHaveValue(person.email)
})
