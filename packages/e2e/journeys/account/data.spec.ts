import { leaveSessionsOpen } from '../../harness/database.ts'
import { expect, test } from '../../harness/test.ts'

test('an account’s data is downloaded as one archive, and the account deleted after its address was typed', async ({
  page,
  person,
  problem,
}) => {
  await page.goto('/dashboard/account/data')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download archive' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^knockwire-\d{4}-\d\d-\d\d\.zip$/)
  expect(await download.failure()).toBeNull()

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email)
  problem.announce(403, '/api/v1/accounts/me')
  await confirm.click()
  // Also right after signing in: what cannot be undone is confirmed each time.
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()

  problem.announce(401, '/api/v1/auth/sign-in')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText(/password/i)
})

test('a browser that was left open is asked for the password before the archive is downloaded', async ({
  page,
  person,
  product,
  problem,
}) => {
  await leaveSessionsOpen(product, person.email)
  problem.announce(403, '/api/v1/accounts/me/confirm')
  await page.goto('/dashboard/account/data')
  await page.getByRole('link', { name: 'Download archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^knockwire-/)
})
