import { expect, type Locator, type Page } from '@playwright/test'
import { addDialog, type ChannelName, rows } from '../notification-screens.ts'
import { openTask, type Screen } from './opening.ts'
import type { World } from './world.ts'

const add = async (page: Page, taskId: string, channel: ChannelName): Promise<Locator> => {
  await openTask(page, taskId)
  const dialog = await addDialog(page, channel)
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  return dialog
}

const dialogOf = (name: string, channel: ChannelName): Screen => ({
  name,
  open: async (page, { active }) => void (await add(page, active, channel)),
})

const presetNames = ['It is down', 'It is slow', 'A value crosses a limit']

export const notifications: Screen[] = [
  dialogOf('notification-email', 'Email'),
  dialogOf('notification-sms', 'SMS'),
  dialogOf('notification-slack', 'Slack'),
  dialogOf('notification-http', 'HTTP'),
  ...presetNames.map((preset): Screen => ({
    name: `notification-preset-${preset.toLowerCase().replaceAll(' ', '-')}`,
    open: async (page, { active }) => {
      const dialog = await add(page, active, 'HTTP')
      const button = dialog.getByRole('button', { name: preset, exact: true })
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
    },
  })),
  {
    name: 'notification-addresses',
    open: async (page, { active }) => {
      const dialog = await add(page, active, 'Email')
      await dialog.getByRole('combobox', { name: 'Email address', exact: true }).click()
      await expect(dialog.getByRole('option', { name: 'New email address' })).toBeVisible()
    },
  },
  {
    name: 'notification-slack-channels',
    open: async (page, { active }) => {
      const dialog = await add(page, active, 'Slack')
      await dialog.getByRole('combobox', { name: 'Slack channel' }).click()
      await expect(dialog.getByRole('option', { name: 'New Slack channel' })).toBeVisible()
    },
  },
  {
    name: 'notification-variables',
    open: async (page, { active }) => {
      const dialog = await add(page, active, 'Slack')
      await dialog.getByRole('button', { name: 'Insert variable into Message' }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    name: 'notification-refused',
    open: async (page, { active }, problem) => {
      const dialog = await add(page, active, 'HTTP')
      problem.announce(422, '/api/v1/notifications')
      await dialog.getByLabel('URL', { exact: true }).fill('not a URL')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
]

const openNotifying = async (page: Page, { notifying }: World): Promise<Locator> => {
  await openTask(page, notifying)
  const row = rows(page, 'HTTP')
  await expect(row).toHaveCount(1)
  return row
}

const openMenu = async (page: Page, world: World): Promise<void> => {
  const row = await openNotifying(page, world)
  await row.getByRole('button', { name: /^More actions/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy to other tasks…' })).toBeVisible()
}

const openEdit = async (page: Page, world: World): Promise<Locator> => {
  const row = await openNotifying(page, world)
  await row.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit HTTP notification' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  return dialog
}

const openCopy = async (page: Page, world: World): Promise<Locator> => {
  await openMenu(page, world)
  await page.getByRole('menuitem', { name: 'Copy to other tasks…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy to other tasks' })
  await expect(dialog.getByRole('checkbox', { name: /Price of tea/ })).toBeVisible()
  return dialog
}

/** One after the other: at the end the notification is muted, and was saved from elsewhere. */
export const storedNotifications: Screen[] = [
  { name: 'notification-menu', open: openMenu },
  {
    name: 'notification-mute',
    open: async (page, world) => {
      await openMenu(page, world)
      await page.getByRole('menuitem', { name: 'Mute until…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mute notification until' })
      await dialog.getByLabel('Date and time').fill('2020-01-01T10:00')
      await dialog.getByRole('button', { name: 'Mute' }).click()
      await expect(dialog.getByText('Enter a time in the future.')).toBeVisible()
    },
  },
  {
    name: 'notification-copied',
    open: async (page, world) => {
      const dialog = await openCopy(page, world)
      await dialog.getByRole('checkbox', { name: /Price of tea/ }).check()
    },
  },
  {
    name: 'notification-copied-nowhere',
    open: async (page, world) => {
      const dialog = await openCopy(page, world)
      await dialog.getByLabel('Search tasks').fill('coffee')
      await expect(dialog.getByText('No other task matches.')).toBeVisible()
    },
  },
  {
    name: 'notification-deleted',
    open: async (page, world) => {
      const row = await openNotifying(page, world)
      await row.getByRole('button', { name: /^Delete/ }).click()
      await expect(page.getByRole('dialog', { name: 'Delete notification' })).toBeVisible()
    },
  },
  {
    name: 'notification-discarded',
    open: async (page, world) => {
      const dialog = await openEdit(page, world)
      await dialog.getByLabel('URL', { exact: true }).fill('https://hooks.tea.example/typed')
      await page.keyboard.press('Escape')
      await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeVisible()
    },
  },
  {
    name: 'notification-tested',
    open: async (page, { active, targetUrl }) => {
      const dialog = await add(page, active, 'HTTP')
      await dialog.getByLabel('URL', { exact: true }).fill(targetUrl)
      await dialog.getByRole('button', { name: 'Send a test' }).click()
      await expect(dialog.getByText(/^Test sent to/)).toBeVisible()
    },
  },
  {
    name: 'notification-conflict',
    open: async (page, world, problem) => {
      const dialog = await openEdit(page, world)
      await dialog.getByLabel('URL', { exact: true }).fill('https://hooks.tea.example/mine')
      const other = await page.context().newPage()
      const theirs = await openEdit(other, world)
      await theirs.getByLabel('URL', { exact: true }).fill('https://hooks.tea.example/theirs')
      await theirs.getByRole('button', { name: 'Save' }).click()
      await expect(theirs).toBeHidden()
      await other.close()
      problem.announce(409, '/api/v1/notifications/')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog', { name: 'This notification was changed elsewhere' })).toBeVisible()
    },
  },
  {
    name: 'notification-muted',
    open: async (page, world) => {
      await openMenu(page, world)
      await page.getByRole('menuitem', { name: 'Mute until I turn it back on' }).click()
      await expect(rows(page, 'HTTP').getByRole('button', { name: 'Unmute' })).toBeVisible()
    },
  },
]
