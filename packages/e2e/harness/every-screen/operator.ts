import { expect, type Page } from '@playwright/test'
import type { OperatorAccountPage } from '@knockwire/domain/operator/operator'
import { go, type Screen } from './opening.ts'
import { accounts, activity, at, errors, longReason, overview, users } from './operator-answers.ts'

/** No address of the product's is an operator's: these pages get the answers that one gets. */
const beOperator = async (page: Page): Promise<void> => {
  await page.unrouteAll()
  await page.route('**/api/v1/accounts/me', async (route) => {
    const response = await route.fetch()
    const account = await response.json()
    const server = { ...account.server, banner: overview.state.banner, callsPausedAt: at }
    await route.fulfill({ response, json: { ...account, server, isOperator: true, suspendedReason: longReason } })
  })
  const answers = { overview, 'accounts?*': accounts, 'users?*': users, errors, 'audit-events': activity }
  for (const [path, json] of Object.entries(answers))
    await page.route(`**/api/v1/operator/${path}`, (route) => route.fulfill({ json }))
}

const openTab = async (page: Page, tab: '' | '/accounts' | '/users' | '/errors' | '/activity'): Promise<void> => {
  await beOperator(page)
  await go(page, `/dashboard/operator${tab}`, 'Operator')
}

const openDialog = async (page: Page, button: string, dialog: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
}

export const operator: Screen[] = [
  {
    name: 'operator',
    open: async (page) => {
      await openTab(page, '')
      await expect(page.getByText('0: no task runs')).toBeVisible()
      await expect(page.getByText('This account is suspended', { exact: false })).toBeVisible()
    },
  },
  {
    name: 'operator-calls-paused',
    open: async (page) => {
      await openTab(page, '')
      await page.getByRole('switch', { name: 'Pause all calls' }).click()
      await expect(page.getByRole('dialog', { name: 'Pause all calls?' })).toBeVisible()
    },
  },
  {
    name: 'operator-left',
    open: async (page) => {
      await openTab(page, '')
      await page.getByRole('textbox', { name: 'Banner' }).fill('Typed')
      await page.getByRole('link', { name: 'Users', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    },
  },
  {
    name: 'operator-unconfirmed',
    open: async (page, _world, problem) => {
      await beOperator(page)
      const json = { code: 'CONFIRMATION_NEEDED', message: 'Confirm that it is you.' }
      await page.route('**/api/v1/operator/overview', (route) => route.fulfill({ status: 403, json }))
      problem.announce(403, '/api/v1/operator/overview')
      await go(page, '/dashboard/operator', 'Operator')
      await expect(page.getByText('Confirm it’s you to see this page.')).toBeVisible()
    },
  },
  {
    name: 'operator-accounts',
    open: async (page) => {
      await openTab(page, '/accounts')
      await expect(page.getByRole('button', { name: 'Resume Globex' })).toBeVisible()
    },
  },
  {
    name: 'operator-accounts-none',
    open: async (page) => {
      await beOperator(page)
      const json: OperatorAccountPage = { results: [], total: 0, page: 0 }
      await page.route('**/api/v1/operator/accounts?*', (route) => route.fulfill({ json }))
      await go(page, '/dashboard/operator/accounts?search=coffee', 'Operator')
      await expect(page.getByText('No accounts match.')).toBeVisible()
    },
  },
  {
    name: 'operator-account-suspended',
    open: async (page) => {
      await openTab(page, '/accounts')
      await openDialog(page, 'Suspend Acme', 'Suspend this account?')
      await page.getByRole('button', { name: 'Suspend', exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
    },
  },
  {
    name: 'operator-account-plan',
    open: async (page) => {
      await openTab(page, '/accounts')
      const plan = page.getByRole('combobox', { name: 'Plan of Acme' })
      // Else there is nothing to give the focus back to.
      await plan.focus()
      await plan.selectOption('Enterprise')
      await expect(page.getByRole('dialog', { name: 'Change the plan?' })).toBeVisible()
    },
  },
  {
    name: 'operator-account-deleted',
    open: async (page) => {
      await openTab(page, '/accounts')
      await openDialog(page, 'Delete Acme', 'Delete this account?')
    },
  },
  {
    name: 'operator-users',
    open: async (page) => {
      await openTab(page, '/users')
      await expect(page.getByRole('button', { name: 'Send confirmation code to hal@example.com' })).toBeVisible()
    },
  },
  {
    name: 'operator-sessions-ended',
    open: async (page) => {
      await openTab(page, '/users')
      await openDialog(page, 'End sessions of grace@example.com', 'End all sessions?')
    },
  },
  {
    name: 'operator-errors',
    open: async (page) => {
      await openTab(page, '/errors')
      await page.getByText('Where in the code').click()
      await expect(page.getByText('at render (assets/history.js:1:2041)')).toBeVisible()
    },
  },
  {
    name: 'operator-errors-cleared',
    open: async (page) => {
      await openTab(page, '/errors')
      await openDialog(page, 'Clear', 'Clear the list of errors?')
    },
  },
  {
    name: 'operator-activity',
    open: async (page) => {
      await openTab(page, '/activity')
      await page.locator('summary').click()
      await expect(page.getByRole('row', { name: /^Reason/ })).toBeVisible()
    },
  },
]
