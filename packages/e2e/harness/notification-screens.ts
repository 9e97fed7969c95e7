import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import { expect, type Locator, type Page } from '@playwright/test'

export const channelNames = {
  EMAIL: 'Email',
  SMS: 'SMS',
  SLACK: 'Slack',
  HTTP: 'HTTP',
} as const satisfies Record<NotificationType, string>

export type ChannelName = (typeof channelNames)[NotificationType]

/** One of the groups of the notifications' section. */
export const group = (page: Page, name: ChannelName): Locator => page.getByRole('region', { name, exact: true })

/** The rows of a group's table, without its head. */
export const rows = (page: Page, name: ChannelName): Locator =>
  group(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** Opens "Add" of a group. */
export const addDialog = async (page: Page, name: ChannelName): Promise<Locator> => {
  await group(page, name).getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: `Add ${name} notification` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** The field that holds a template, not the menu that writes into it. */
export const template = (dialog: Locator, label: string): Locator =>
  dialog.getByRole('textbox', { name: label, exact: true })

/** Chooses from a list that opens. */
export const choose = async (dialog: Locator, label: string, option: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: label }).click()
  await dialog.getByRole('option', { name: option, exact: true }).click()
}
