import { expect, type Page } from '@playwright/test'
import { callReceiver, receiverSection, requestRows, responseBody } from '../receiver-screens.ts'
import { section, snackbar } from '../screens.ts'
import { openDraft, openTask, type Screen } from './opening.ts'
import { openReceiver } from './receivers.ts'

const leave = async (page: Page, list: 'Tasks' | 'Receivers', dialog: string): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(`Back to ${list}`) }).click()
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
}

const editTask = async (page: Page, id: string): Promise<void> => {
  const { request } = await openTask(page, id)
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Typed')
}

const editReceiver = async (page: Page, id: string, body: string): Promise<void> => {
  await openReceiver(page, id)
  await receiverSection(page, 'Response Settings').getByRole('button', { name: 'Edit' }).click()
  await responseBody(page).fill(body)
}

const openReceiverDraft = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await expect(page.getByRole('form', { name: 'Create receiver' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Mine')
}

/** In another window of the same person. */
const elsewhere = async (page: Page, change: (other: Page) => Promise<void>): Promise<void> => {
  const other = await page.context().newPage()
  await change(other)
  await other.close()
}

/** What stands between typed text and losing it. */
export const saving: Screen[] = [
  {
    name: 'account-left',
    open: async (page) => {
      await page.goto('/dashboard/account/profile')
      await page.getByLabel('First name').fill('Typed')
      await page.getByRole('link', { name: 'API tokens' }).click()
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    },
  },
  {
    name: 'replay-discarded',
    open: async (page, { api }) => {
      const { id, url } = await api.receivers.create()
      await callReceiver(url, { method: 'POST', body: 'tea' })
      await page.goto(`/dashboard/receivers/${id}/executions`)
      await requestRows(page).getByRole('button').click()
      await page.getByRole('button', { name: 'Replay' }).click()
      const dialog = page.getByRole('dialog', { name: 'Replay request' })
      await dialog.getByRole('textbox', { name: 'URL' }).fill('https://example.com/typed')
      await page.keyboard.press('Escape')
      await expect(dialog.getByText('Your changes are not saved.')).toBeVisible()
    },
  },
  {
    name: 'task-left',
    open: async (page, { active }) => {
      await editTask(page, active)
      await leave(page, 'Tasks', 'Leave without saving?')
    },
  },
  {
    name: 'task-deleted-elsewhere',
    open: async (page, { api, targetUrl }, problem) => {
      const { id } = await api.createTask({ name: 'Gone', url: targetUrl })
      await editTask(page, id)
      problem.announce(404, `/api/v1/tasks/${id}`)
      await api.deleteTask(id)
      await section(page, 'Request Settings').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('button', { name: 'Create as a new task' })).toBeVisible()
    },
  },
  {
    name: 'draft-left',
    open: async (page) => {
      const { request } = await openDraft(page)
      await request.getByLabel('Name', { exact: true }).fill('A price of tea')
      await leave(page, 'Tasks', 'Leave this draft?')
    },
  },
  {
    name: 'draft-conflict',
    open: async (page, _world, problem) => {
      const { request } = await openDraft(page)
      const path = new URL(page.url()).pathname
      await elsewhere(page, async (other) => {
        await other.goto(path)
        await other.getByLabel('Name', { exact: true }).fill('Black tea')
        await expect(other.getByText('Draft saved')).toBeVisible()
      })
      problem.announce(409, '/api/v1/tasks/')
      await request.getByLabel('Name', { exact: true }).fill('Green tea')
      await expect(page.getByRole('dialog', { name: 'This draft was changed elsewhere' })).toBeVisible()
    },
  },
  {
    name: 'receiver-left',
    open: async (page, { receivers }) => {
      await editReceiver(page, receivers.disabled, 'mine')
      await leave(page, 'Receivers', 'Leave without saving?')
    },
  },
  {
    name: 'receiver-conflict',
    open: async (page, { receivers }, problem) => {
      await editReceiver(page, receivers.disabled, 'mine')
      await elsewhere(page, async (other) => {
        await editReceiver(other, receivers.disabled, 'theirs')
        await other.getByRole('button', { name: 'Save' }).click()
        await expect(snackbar(other, 'Receiver settings updated')).toBeVisible()
      })
      problem.announce(409, `/api/v1/receivers/${receivers.disabled}`)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog', { name: 'This receiver was changed elsewhere' })).toBeVisible()
    },
  },
  {
    name: 'receiver-deleted-elsewhere',
    open: async (page, { api }, problem) => {
      const { id } = await api.receivers.create({ name: 'Gone', status: 'DISABLED' })
      await editReceiver(page, id, 'mine')
      await page.request.delete(`/api/v1/receivers/${id}`, { headers: { origin: new URL(page.url()).origin } })
      problem.announce(404, `/api/v1/receivers/${id}`)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('button', { name: 'Create a new receiver' })).toBeVisible()
    },
  },
  {
    name: 'receiver-draft-left',
    open: async (page) => {
      await openReceiverDraft(page)
      await leave(page, 'Receivers', 'Leave this receiver?')
    },
  },
  {
    name: 'receiver-draft-conflict',
    open: async (page, _world, problem) => {
      await openReceiverDraft(page)
      const path = new URL(page.url()).pathname
      await elsewhere(page, async (other) => {
        await other.goto(path)
        await other.getByLabel('Name', { exact: true }).fill('Theirs')
        await other.getByRole('link', { name: /Back to Receivers/ }).click()
        await other.getByRole('button', { name: 'Leave', exact: true }).click()
        await expect(other).toHaveURL('/dashboard/receivers')
      })
      problem.announce(409, '/api/v1/receivers/')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'This receiver was changed elsewhere' })).toBeVisible()
    },
  },
]
