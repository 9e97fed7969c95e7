import { expect, type Page } from '@playwright/test'
import { section, taskRows } from '../screens.ts'
import { go, openTask, type Screen } from './opening.ts'

const openPalette = async (page: Page) => {
  await go(page, '/dashboard/support', 'Support')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
}

const accountCall = '**/api/v1/accounts/me'

/** One after the other, in one account: at the end its session has ended. */
export const shell: Screen[] = [
  {
    name: 'palette',
    open: async (page) => {
      await openPalette(page)
      await expect(page.getByRole('button', { name: 'Deployments' })).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('button', { name: /^Price of tea/ })).toBeVisible()
    },
  },
  {
    name: 'palette-nothing-found',
    open: async (page) => {
      await openPalette(page)
      await page.getByPlaceholder('Task, receiver or action').fill('coffee')
      await expect(page.getByText('Nothing found.')).toBeVisible()
    },
  },
  {
    name: 'navigation-drawer',
    open: async (page) => {
      // On a wide screen there is no button for it.
      await page.setViewportSize({ width: 360, height: 740 })
      await go(page, '/dashboard/support', 'Support')
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Receivers' })).toBeVisible()
    },
  },
  {
    name: 'email-code',
    open: async (page) => {
      await go(page, '/dashboard/support', 'Support')
      await page.getByRole('button', { name: 'Enter code' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm your email' }).getByLabel('Code')).toBeVisible()
    },
  },
  {
    name: 'tasks-selected',
    open: async (page) => {
      await go(page, '/dashboard/tasks', 'Tasks')
      await page.getByRole('checkbox', { name: 'Select Price of tea' }).check()
      await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible()
    },
  },
  {
    name: 'tasks-selected-delete',
    open: async (page) => {
      await go(page, '/dashboard/tasks', 'Tasks')
      await page.getByRole('checkbox', { name: 'Select Price of tea' }).check()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Delete task' })).toBeVisible()
    },
  },
  {
    name: 'receivers-selected-delete',
    open: async (page) => {
      await page.goto('/dashboard/receivers')
      await page.getByRole('checkbox', { name: 'Select Deployments' }).check()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Delete receiver' })).toBeVisible()
    },
  },
  {
    name: 'tasks-deleted',
    open: async (page, { api }) => {
      const { id } = await api.createTask({ name: 'Milk', url: 'https://example.com/milk' })
      await api.deactivate(id)
      await go(page, '/dashboard/tasks', 'Tasks')
      await page.getByRole('checkbox', { name: 'Select Milk' }).check()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
  },
  {
    name: 'tasks-none',
    open: async (page) => {
      await page.route('**/api/v1/tasks?*', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), results: [], total: 0 } })
      })
      await go(page, '/dashboard/tasks', 'Tasks')
      await expect(taskRows(page)).toHaveCount(0)
      await expect(page.getByText('There are no scheduled HTTP tasks', { exact: false })).toBeVisible()
    },
  },
  {
    name: 'bars-above-the-page',
    open: async (page) => {
      await page.unrouteAll()
      await page.route(accountCall, async (route) => {
        const response = await route.fetch()
        const account = await response.json()
        const networkOutageSince = new Date().toISOString()
        const server = { ...account.server, makesCalls: false, networkOutageSince }
        const usage = { ...account.usage, emailCount: 20 }
        await route.fulfill({ response, json: { ...account, server, usage } })
      })
      await go(page, '/dashboard/support', 'Support')
      await expect(page.getByText('20 of 20 emails used today.', { exact: false })).toBeVisible()
      await expect(page.getByText('Knockwire’s own network has been down since', { exact: false })).toBeVisible()
      await expect(page.getByText('This server makes no calls', { exact: false })).toBeVisible()
    },
  },
  {
    name: 'session-ended',
    open: async (page, { active }, problem) => {
      await page.unrouteAll()
      const { request } = await openTask(page, active)
      await request.getByRole('button', { name: 'Edit' }).click()
      await section(page, 'Request Settings').getByLabel('Name', { exact: true }).fill('Green tea')
      problem.announce(401, '/api/v1/')
      await page.context().clearCookies()
      await request.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    },
  },
]
