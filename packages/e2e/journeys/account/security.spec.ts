import { snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('another browser’s session is seen and signed out', async ({ page, person, browser, product }) => {
  const phone = await browser.newContext({
    baseURL: product.dashboardUrl,
    userAgent: 'Mozilla/5.0 (Android) Firefox/140.0',
  })
  const signedIn = await phone.request.post('/api/v1/auth/sign-in', {
    headers: { origin: product.dashboardUrl },
    data: { email: person.email, password: person.password },
  })
  expect(signedIn.status()).toBe(200)
  await page.goto('/dashboard/account/security')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This browser')
  await sessions.getByRole('button', { name: 'Sign out Firefox on Android' }).click()
  await expect(snackbar(page, 'Session signed out')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await phone.request.get('/api/v1/accounts/me')).status()).toBe(401)
  await phone.close()
})

test('the password is changed with the current one, and the page stays signed in', async ({
  page,
  person,
  problem,
}) => {
  await page.goto('/dashboard/account/security')
  const section = page.getByRole('region', { name: 'Password' })
  const current = section.getByRole('textbox', { name: 'Current password' })
  const next = section.getByRole('textbox', { name: 'New password' })
  await current.fill('not this one')
  await next.fill('a brand new phrase')
  problem.announce(422, '/api/v1/accounts/me/password')
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(current).toHaveAccessibleDescription('Incorrect password.')
  await current.fill(person.password)
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(snackbar(page, 'Your password has been changed.')).toBeVisible()
  await expect(current).toHaveValue('')
  await page.reload()
  await expect(section).toBeVisible()
})
