import { randomUUID } from 'node:crypto'
import { expect, test } from '../../harness/test.ts'

test('a person signs in at their company’s provider, and comes back to the page that they opened', async ({
  page,
  product,
}) => {
  const login = `ada-${randomUUID()}`
  // The provider's pages ask for a font of another server, which tests do not reach.
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  await page.goto('/dashboard/receivers')
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${product.dashboardUrl}/dashboard/receivers`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receivers')
  await expect(page.getByRole('button', { name: 'Ada' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Confirm your email' })).toHaveCount(0)

  await page.goto('/dashboard/account/security')
  await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible()
})

test('what went wrong at the provider is said on the sign-in page', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/signin?problem=provider-unconfirmed')
  await expect(page.getByRole('alert')).toHaveText(/has not confirmed your email address/)
})
