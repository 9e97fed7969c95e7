import { ageSessions } from '../../harness/database.ts'
import { snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('a token is made after confirming the password, shown once, used by a program, and revoked', async ({
  page,
  person,
  product,
  request,
  problem,
}) => {
  await ageSessions(product, person.email)
  await page.goto('/dashboard/account/tokens')
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/)
  await dialog.getByLabel('Name').fill('Deploy script')
  problem.announce(403, '/api/v1/accounts/me/tokens')
  await dialog.getByRole('button', { name: 'Create token' }).click()

  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  problem.announce(422, '/api/v1/accounts/me/confirm')
  await confirm.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription('Incorrect password.')
  await confirm.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()

  const token = await dialog.getByLabel('Your new token').innerText()
  expect(token).toMatch(/^kw_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const item = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem').filter({ hasText: 'Deploy script' })
  await expect(item).toContainText('Never used')
  await expect(page.getByText(token)).toHaveCount(0)

  const read = async () =>
    (
      await request.get(`${product.dashboardUrl}/api/v1/tasks`, { headers: { authorization: `Bearer ${token}` } })
    ).status()
  expect(await read()).toBe(200)
  await page.reload()
  await expect(item).toContainText('Last used')

  await item.getByRole('button', { name: 'Revoke Deploy script' }).click()
  await page.getByRole('dialog', { name: 'Revoke this token?' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(snackbar(page, 'Token revoked')).toBeVisible()
  await expect(page.getByText('No tokens yet')).toBeVisible()
  expect(await read()).toBe(401)
})

test('a token is narrowed down to scopes, and rotated: its old value works on for an hour', async ({
  page,
  person: _person,
  product,
  request,
}) => {
  await page.goto('/dashboard/account/tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await dialog.getByLabel('Name').fill('Deployments')
  await dialog.getByRole('radio', { name: 'Selected scopes' }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Choose at least one scope.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'See tasks' }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const first = await dialog.getByLabel('Your new token').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const item = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem').filter({ hasText: 'Deployments' })
  await expect(item).toContainText('tasks:read')

  const statusOf = async (token: string, path: string) =>
    (
      await request.get(`${product.dashboardUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
    ).status()
  expect([await statusOf(first, '/tasks'), await statusOf(first, '/receivers')]).toEqual([200, 403])

  await item.getByRole('button', { name: 'Rotate Deployments' }).click()
  const rotation = page.getByRole('dialog', { name: 'Rotate this token?' })
  await rotation.getByRole('button', { name: 'Rotate' }).click()
  const second = await rotation.getByLabel('Your new token').innerText()
  expect(second).not.toBe(first)
  await rotation.getByRole('button', { name: 'Done' }).click()
  await expect(item).toContainText('The old value works until')
  expect([await statusOf(first, '/tasks'), await statusOf(second, '/tasks')]).toEqual([200, 200])
})
