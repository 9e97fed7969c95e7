import { expect, test } from '../../harness/test.ts'

const failing = {
  status: 500,
  contentType: 'application/json',
  body: '{"code":"INTERNAL","message":"Something went wrong."}',
}

test('an account that cannot be loaded says so, is loaded again on request, and can be signed out of meanwhile', async ({
  page,
  person,
  problem,
}) => {
  problem.announce(500, '/api/v1/accounts/me')
  await page.route('**/api/v1/accounts/me', (route) => route.fulfill(failing))
  await page.goto('/dashboard/account/profile')
  const alert = page.getByRole('alert').filter({ hasText: 'Your profile could not be loaded.' })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
  await page.unroute('**/api/v1/accounts/me')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('First name')).toHaveValue(person.firstName)
})

test('a confirmation whose ways cannot be loaded says so, and goes on once they can', async ({
  page,
  person,
  problem,
}) => {
  problem.announce(500, '/api/v1/accounts/me/sign-in-methods')
  problem.announce(403, '/api/v1/accounts/me')
  await page.goto('/dashboard/account/data')
  await page.route('**/api/v1/accounts/me/sign-in-methods', (route) => route.fulfill(failing))
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/v1/accounts/me/sign-in-methods')
  await proof.getByRole('button', { name: 'Try again' }).click()
  await expect(proof.getByRole('textbox', { name: 'Password' })).toBeVisible()
})
