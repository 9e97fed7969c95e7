import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { rejected, server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'

it('nobody is asked for a password before it is known whether they have one', async () => {
  server.get('/accounts/me/sessions', 'SessionList', () => ({ results: [] }))
  server.get('/accounts/me/passkeys', 'PasskeyList', () => ({ results: [] }))
  server.get('/accounts/me/sign-in-methods', 'SignInMethodsView', () => rejected(429, 'RATE_LIMITED'))
  await openPage('/dashboard/account/security')
  const password = page.getByRole('region', { name: 'Password' })
  await expect.element(password).toMatchTextContent('Your ways to sign in could not be loaded.')
  await expect.element(password.getByLabelText('Current password')).not.toBeInTheDocument()

  const methods = { hasPassword: false, isProviderLinked: true, passkeys: 0 }
  server.get('/accounts/me/sign-in-methods', 'SignInMethodsView', () => methods)
  await password.getByRole('button', { name: 'Try again' }).click()
  await expect.element(password).toMatchTextContent('You sign in without a password.')
  await expect.element(password.getByLabelText('New password')).toBeVisible()
  await expect.element(password.getByLabelText('Current password')).not.toBeInTheDocument()
})
