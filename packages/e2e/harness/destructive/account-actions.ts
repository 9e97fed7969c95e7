import type { Page } from '@playwright/test'
import { enterCard, select } from '../billing-screens.ts'
import { cards, serveStripeJs } from '../stripe-js.ts'
import { type Act, press, confirmIn, notifyOf } from './act.ts'

/** The sessions name it: "Firefox on Android". */
export const deviceOfAnother = 'Mozilla/5.0 (Android) Firefox/140.0'
const addPasskey = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  await press(page, 'Add passkey')
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill('My laptop')
  await confirmIn(page, 'Add a passkey', 'Continue')
}
const openCardDialog = async (page: Page) => {
  await serveStripeJs(page)
  await press(page, 'Add Card')
  await enterCard(page, cards.visa)
}

/** Whatever of an account can be deleted, stopped or replaced from a page. */
export const accountActions: Record<string, Act> = {
  'revoking a token': {
    path: () => '/dashboard/account/tokens',
    prepare: (page) => press(page, 'Revoke Deploy'),
    act: (page) => confirmIn(page, 'Revoke this token?', 'Revoke'),
  },
  'signing out all other sessions': {
    path: () => '/dashboard/account/security',
    act: (page) => press(page, 'Sign out all others'),
  },
  'signing out one session': {
    path: () => '/dashboard/account/security',
    act: (page) => press(page, 'Sign out Firefox on Android'),
  },
  'removing a passkey': {
    path: () => '/dashboard/account/security',
    prepare: async (page) => {
      await addPasskey(page)
      await press(page, 'Remove My laptop')
    },
    act: (page) => confirmIn(page, 'Remove this passkey?', 'Remove'),
  },
  'changing the email address': {
    path: () => '/dashboard/account/profile',
    prepare: async (page, { email }) => {
      const next = `next-${email}`
      await press(page, 'Change email')
      const dialog = page.getByRole('dialog', { name: 'Change email' })
      await dialog.getByLabel('New email').fill(next)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByLabel('Code').fill(await notifyOf(page).codeFor(next))
    },
    act: (page) => confirmIn(page, 'Change email', 'Change email'),
  },
  'choosing another plan': {
    path: () => '/dashboard/account',
    prepare: async (page) => {
      await serveStripeJs(page)
      await select(page, 'Hobby').click()
      await enterCard(page, cards.visa)
    },
    act: (page) => confirmIn(page, 'Change to the Hobby plan', 'Confirm'),
  },
  'removing the card': {
    path: () => '/dashboard/account',
    prepare: async (page) => {
      await openCardDialog(page)
      await confirmIn(page, 'Add payment method', 'Add')
      await press(page, 'Remove Card')
    },
    act: (page) => confirmIn(page, 'Remove payment method', 'Remove'),
  },
  'changing the password': {
    path: () => '/dashboard/account/security',
    prepare: async (page) => {
      const password = page.getByRole('region', { name: 'Password' })
      await password.getByRole('textbox', { name: 'Current password' }).fill('wrong for both of them')
      await password.getByRole('textbox', { name: 'New password' }).fill('a moth in the relay')
    },
    act: (page) => press(page, 'Change password'),
  },
}
