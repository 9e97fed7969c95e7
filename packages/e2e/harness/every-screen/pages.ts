import { expect } from '@playwright/test'
import { at, go, type Screen } from './opening.ts'

export const visitors: Screen[] = [
  at('sign-in', '/signin', 'Sign in'),
  at('sign-up', '/signup', 'Create an account'),
  at('forgot', '/forgot', 'Forgot password'),
  at('rates-empty', '/rates', 'Mortgage Rates'),
  {
    name: 'rates',
    open: async (page) => {
      await go(page, '/rates', 'Mortgage Rates')
      await page.getByLabel('Loan amount').fill('350000')
      await page.getByRole('button', { name: 'Get Rates' }).click()
      await expect(page.getByRole('table')).toBeVisible()
      await expect(page.getByRole('img', { name: /^30 Yr Fixed/ })).toBeVisible()
    },
  },
  at('front', '/', /Check your endpoints/),
  at('docs', '/docs', 'Quick start'),
  at('docs-conditions', '/docs/conditions', 'Conditions'),
  at('docs-api', '/docs/api/tasks', 'API: Tasks'),
  at('blog', '/blog', 'Blog'),
  at('blog-post', '/blog/firing-lag', 'How late is a check?'),
  at('sign-out', '/logout?ask', 'Sign out?'),
  {
    name: 'invite',
    open: async (page) => {
      const account = { account: 'Acme', role: 'EDITOR', email: 'grace@example.com', invitedBy: 'Ada Lovelace' }
      const json = { ...account, expiresAt: '2030-01-01T00:00:00.000Z', signedIn: null }
      await page.route('**/api/v1/invitations/preview', (route) => route.fulfill({ json }))
      await go(page, '/invite#token', 'Join Acme')
      await page.unroute('**/api/v1/invitations/preview')
    },
  },
  {
    name: 'invite-used',
    open: async (page, _world, problem) => {
      problem.announce(404, '/api/v1/invitations/preview')
      await go(page, '/invite#used', 'Invitation')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  at('outbox-empty', '/dev/outbox?to=nobody@example.com', /./),
  {
    name: 'site-nowhere',
    open: async (page, _world, problem) => {
      problem.announce(404, '/nowhere')
      await go(page, '/nowhere', /./)
    },
  },
  {
    name: 'unsubscribe-unknown',
    open: async (page, _world, problem) => {
      problem.announce(404, '/unsubscribe/nobody')
      await go(page, '/unsubscribe/nobody', /./)
    },
  },
  {
    name: 'forgot-code',
    open: async (page, { person }) => {
      await go(page, '/forgot', 'Forgot password')
      await page.getByLabel('Email').fill(person.email)
      await page.getByRole('button', { name: 'Email me a code' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
    },
  },
  {
    name: 'sign-in-refused',
    open: async (page, { person }, problem) => {
      await go(page, '/signin', 'Sign in')
      await page.getByLabel('Email').fill(person.email)
      await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
      problem.announce(401, '/api/v1/auth/sign-in')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'sign-up-refused',
    open: async (page) => {
      await go(page, '/signup', 'Create an account')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2)
    },
  },
]

export const lists: Screen[] = [
  {
    name: 'tasks',
    open: async (page) => {
      await go(page, '/dashboard/tasks', 'Tasks')
      await expect(page.getByRole('link', { name: 'Price of tea', exact: true })).toBeVisible()
    },
  },
  {
    name: 'tasks-not-found',
    open: async (page) => {
      await go(page, '/dashboard/tasks?search=coffee', 'Tasks')
      await expect(page.getByText('No such task found.')).toBeVisible()
    },
  },
  at('account-audit-log', '/dashboard/account/audit-log', 'Account'),
  at('account-members', '/dashboard/account/members', 'Account'),
  at('account-profile', '/dashboard/account/profile', 'Account'),
  at('account-security', '/dashboard/account/security', 'Account'),
  at('account-tokens', '/dashboard/account/tokens', 'Account'),
  at('account-code', '/dashboard/account/code', 'Account'),
  at('account-data', '/dashboard/account/data', 'Account'),
  at('support', '/dashboard/support', 'Support'),
  at('nowhere', '/dashboard/nowhere', 'Not found'),
  {
    name: 'shortcuts',
    open: async (page) => {
      await go(page, '/dashboard/support', 'Support')
      // Else there is nothing to give the focus back to.
      await page.getByRole('main').focus()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
  {
    name: 'profile-menu',
    open: async (page) => {
      await go(page, '/dashboard/support', 'Support')
      await page.getByRole('button', { name: 'Ada' }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  },
  {
    name: 'color-scheme-menu',
    open: async (page) => {
      await go(page, '/dashboard/support', 'Support')
      await page.getByRole('button', { name: 'Color scheme: System' }).click()
      await expect(page.getByRole('menuitem', { name: 'Dark' })).toBeVisible()
    },
  },
]
