import type { Locator } from '@playwright/test'
import { leaveSessionsOpen } from '../../harness/database.ts'
import { addDialog, rows, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { expectFieldError } from '../../harness/screens.ts'

const phone = (dialog: Locator) => dialog.getByLabel('Phone number')

test('[TN-48, TN-49, ER-09, ER-10] texts go to the US and Canada, behind a fixed +1', async ({
  page,
  api,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'SMS')
  await expect(dialog.getByLabel('Country code +1')).toHaveText('+1')
  await expect(dialog).toContainText('Text messages are not part of the Free plan.')
  await phone(dialog).fill('+49 30 901820')
  await template(dialog, 'Message').fill('{{ task.name')
  problem.announce(422, '/api/v1/notifications')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectFieldError(phone(dialog), /US or Canadian phone number/)
  await expectFieldError(template(dialog, 'Message'), /is not closed/)
  await expect(phone(dialog)).toBeFocused()
  await phone(dialog).fill('(604) 555-0199')
  await template(dialog, 'Message').fill('{{ task.name }}')
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'SMS')).toContainText('+16045550199')
})

test('[ER-05, ER-06] a subject and a message that cannot be sent say so at their fields', async ({
  page,
  api,
  notify,
  person,
  problem,
}) => {
  await notify.verify(person.email)
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Email')
  await expect(dialog.getByRole('combobox', { name: 'Email address' })).toHaveValue(person.email)
  await template(dialog, 'Subject').fill('')
  await template(dialog, 'Message').fill('{{ tea.price }}')
  problem.announce(422, '/api/v1/notifications')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectFieldError(template(dialog, 'Subject'), /Enter a subject/)
  await expectFieldError(template(dialog, 'Message'), /There is no variable tea.price/)
  await template(dialog, 'Subject').fill('Tea')
  await template(dialog, 'Message').fill('{{ task.name }}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Email')).toContainText(person.email)
})

test('[TN-19, TN-51, TN-52, ER-11..ER-14] the HTTP dialog edits a request, and shows what is wrong with it', async ({
  page,
  api,
  notify,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  await expect(dialog.getByLabel('Method')).toHaveValue('GET')
  await expect(dialog.getByLabel('URL')).toHaveValue('http://')
  await expect(dialog.getByLabel('Method').getByRole('option')).toHaveText([
    'GET',
    'POST',
    'OPTIONS',
    'HEAD',
    'PUT',
    'DELETE',
    'TRACE',
    'PATCH',
  ])
  const body = template(dialog, 'Body')
  await expect(body).toHaveCount(0)
  await dialog.getByLabel('Method').selectOption('POST')
  await expect(body).toHaveValue(/"task": {{ task.name \| json }}/)
  await dialog.getByRole('button', { name: 'Add header' }).click()
  await dialog.getByLabel('Header 1 name').fill('bad name')
  await dialog.getByRole('switch', { name: 'Basic authentication' }).click()
  problem.announce(422, '/api/v1/notifications')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectFieldError(dialog.getByLabel('URL'), /URL/)
  await expect(dialog.getByLabel('Header 1 name')).toHaveAttribute('aria-invalid', 'true')
  await expectFieldError(dialog.getByLabel('Username'), /./)
  await expectFieldError(dialog.getByRole('textbox', { name: 'Password' }), /./)

  await dialog.getByLabel('URL').fill('https://hooks.example.com/tea')
  await dialog.getByLabel('Header 1 name').fill('X-Kitchen')
  await dialog.getByLabel('Header 1 value').fill('north')
  await dialog.getByLabel('Username').fill('ada')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('s3cret')
  await body.fill('{{ condition.value }}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'HTTP')).toContainText('https://hooks.example.com/tea')
  expect((await notify.list(id))[0]?.request?.target).toMatchObject({
    uri: 'https://hooks.example.com/tea',
    method: 'POST',
    headers: [['X-Kitchen', 'north']],
    body: '{{ condition.value }}',
    basicAuth: { status: 'ENABLED', username: 'ada', passwordSet: true },
  })
})

test('a browser that was left open is asked for the password before it shows the signing secret, and the dialog stays', async ({
  page,
  api,
  person,
  product,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  await leaveSessionsOpen(product, person.email)
  problem.announce(403, '/api/v1/notifications/signing-secret')
  await dialog.getByRole('button', { name: 'Show signing secret' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await expect(confirmation).toBeHidden()
  // The request's form was not sent by the key that sent the password.
  await expect(dialog.getByRole('alert')).toHaveText('')
  await expect(rows(page, 'HTTP')).toHaveCount(0)
})
