import { snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('a passkey is added, signs in without address and password, and is removed', async ({ page, person, problem }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/dashboard/account/security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(snackbar(page, 'Passkey added')).toBeVisible()
  const item = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').filter({ hasText: 'My laptop' })
  await expect(item).toContainText('Never used')

  await page.goto('/logout')
  await expect(page).toHaveURL('/signin')
  await page.goto('/signin?returnUrl=%2Fdashboard%2Faccount%2Fsecurity')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/dashboard/account/security')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await expect(item).toContainText('Last used')

  await item.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('dialog', { name: 'Remove this passkey?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(snackbar(page, 'Passkey removed')).toBeVisible()
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible()

  await page.goto('/logout')
  await expect(page).toHaveURL('/signin')
  problem.announce(401, '/api/v1/auth/passkey')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText(/did not work/)
  await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
})
