import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { snackbar } from '../screens.ts'
import { go, type Screen } from './opening.ts'

type Tab = 'code' | 'members' | 'profile' | 'security' | 'tokens' | 'data'

interface Opened {
  tab: Tab
  button: string
  dialog: string
}

const openDialog = async (page: Page, { tab, button, dialog: name }: Opened): Promise<Locator> => {
  await go(page, `/dashboard/account/${tab}`, 'Account')
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  return dialog
}

const email = { tab: 'profile', button: 'Change email', dialog: 'Change email' } as const
const passkey = { tab: 'security', button: 'Add passkey', dialog: 'Add a passkey' } as const
const token = { tab: 'tokens', button: 'Create token', dialog: 'Create token' } as const
const secret = { tab: 'code', button: 'Add secret', dialog: 'Add secret' } as const
const invitation = { tab: 'members', button: 'Invite member', dialog: 'Invite member' } as const
const leaving = { tab: 'members', button: 'Leave', dialog: 'Leave this account?' } as const
const deletion = { tab: 'data', button: 'Delete account', dialog: 'Delete your account?' } as const

/** The page gets a device that makes passkeys without asking. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** A file of one receiver with a secret, which is then edited by hand. */
const applyProject = async (page: Page): Promise<void> => {
  const statuses = await page.evaluate(async () => {
    const call = async (method: string, path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
      return response.status
    }
    const orders = { kind: 'receiver', key: 'orders', name: 'Orders', notifications: [] }
    const secrets = { SHOP_TOKEN: 'tea' }
    const file = { project: 'shop', mode: 'apply', source: 'knockwire.yaml', secrets, resources: [orders] }
    const applied = await call('POST', '/apply', file)
    const { id } = await (await fetch('/api/v1/receivers/by-key/orders')).json()
    return [applied, await call('PATCH', `/receivers/${id}`, { name: 'Orders of the shop' })]
  })
  expect(statuses).toEqual([200, 200])
}

/** One after the other, in one account: a token and a passkey are made, and then removed. */
export const accountDialogs: Screen[] = [
  { name: 'account-secret', open: async (page) => void (await openDialog(page, secret)) },
  {
    name: 'account-code-projects',
    open: async (page) => {
      await applyProject(page)
      await go(page, '/dashboard/account/code', 'Account')
      await expect(page.getByRole('list', { name: 'Manual edits' })).toBeVisible()
    },
  },
  {
    name: 'account-secret-deleted',
    open: async (page) => {
      await applyProject(page)
      await openDialog(page, { tab: 'code', button: 'Delete SHOP_TOKEN', dialog: 'Delete this secret?' })
    },
  },
  {
    name: 'account-project-released',
    open: async (page) => {
      await applyProject(page)
      const dialog = 'Stop managing this project?'
      await openDialog(page, { tab: 'code', button: 'Stop managing shop', dialog })
    },
  },
  { name: 'account-email', open: async (page) => void (await openDialog(page, email)) },
  {
    name: 'account-email-code',
    open: async (page) => {
      const dialog = await openDialog(page, email)
      await dialog.getByLabel('New email').fill(`ada-${randomUUID()}@example.com`)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog.getByLabel('Code')).toBeVisible()
    },
  },
  {
    name: 'account-passkey',
    open: async (page) => {
      await addAuthenticator(page)
      const dialog = await openDialog(page, passkey)
      await dialog.getByLabel('Name').fill('')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
    },
  },
  {
    name: 'account-passkey-removed',
    open: async (page) => {
      const dialog = await openDialog(page, passkey)
      await dialog.getByLabel('Name').fill('My laptop')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(snackbar(page, 'Passkey added')).toBeVisible()
      await page.getByRole('button', { name: 'Remove My laptop' }).click()
      await expect(page.getByRole('dialog', { name: 'Remove this passkey?' })).toBeVisible()
    },
  },
  {
    name: 'account-token',
    open: async (page) => {
      const dialog = await openDialog(page, token)
      await dialog.getByRole('button', { name: 'Create token' }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
    },
  },
  {
    name: 'account-token-lifetimes',
    open: async (page) => {
      const dialog = await openDialog(page, token)
      await dialog.getByRole('combobox', { name: 'Expires after' }).click()
      await expect(page.getByRole('option', { name: 'No expiry' })).toBeVisible()
    },
  },
  {
    name: 'account-token-scopes',
    open: async (page) => {
      const dialog = await openDialog(page, token)
      await dialog.getByRole('radio', { name: 'Selected scopes' }).check()
      await dialog.getByRole('checkbox', { name: 'Apply files' }).check()
      await expect(dialog.getByLabel('Project')).toBeVisible()
    },
  },
  {
    name: 'account-token-created',
    open: async (page) => {
      const dialog = await openDialog(page, token)
      await dialog.getByLabel('Name').fill('Deploy script')
      await dialog.getByRole('button', { name: 'Create token' }).click()
      await expect(dialog.getByLabel('Your new token')).toBeVisible()
    },
  },
  {
    name: 'account-token-rotated',
    open: async (page) => {
      await go(page, '/dashboard/account/tokens', 'Account')
      await page.getByRole('button', { name: 'Rotate Deploy script' }).click()
      await expect(page.getByRole('dialog', { name: 'Rotate this token?' })).toBeVisible()
    },
  },
  {
    name: 'account-token-revoked',
    open: async (page) => {
      await go(page, '/dashboard/account/tokens', 'Account')
      await page.getByRole('button', { name: 'Revoke Deploy script' }).click()
      await expect(page.getByRole('dialog', { name: 'Revoke this token?' })).toBeVisible()
    },
  },
  {
    name: 'account-invite',
    open: async (page) => {
      const dialog = await openDialog(page, invitation)
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
    },
  },
  {
    name: 'account-role',
    open: async (page) => {
      await go(page, '/dashboard/account/members', 'Account')
      const role = page.getByRole('combobox', { name: /^Role of/ })
      // As it is for a person who chooses; Playwright chooses without focusing.
      await role.focus()
      await role.selectOption('Editor')
      await expect(page.getByRole('dialog', { name: 'Change this role?' })).toBeVisible()
    },
  },
  { name: 'account-leave', open: async (page) => void (await openDialog(page, leaving)) },
  { name: 'account-deleted', open: async (page) => void (await openDialog(page, deletion)) },
  {
    name: 'account-confirmed',
    open: async (page, { person }, problem) => {
      const dialog = await openDialog(page, deletion)
      await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email)
      problem.announce(403, '/api/v1/accounts/me')
      await dialog.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    },
  },
]
