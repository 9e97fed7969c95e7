import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { section, textsOf } from './screens.ts'

type Channel = 'Email' | 'SMS' | 'Slack' | 'HTTP'

/** What stands below the head of a channel's table. */
const notificationRows = (channel: Channel): Locator =>
  section(channel)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** Opens "Add" of a channel. */
export async function addDialog(channel: Channel): Promise<Locator> {
  await section(channel).getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: `Add ${channel} notification` })
  await expect.element(dialog).toBeVisible()
  return dialog
}

export async function editDialog(channel: Channel): Promise<Locator> {
  await notificationRows(channel).getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${channel} notification` })
  await expect.element(dialog).toBeVisible()
  return dialog
}

export const saveDialog = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}

/** The rows of a channel say all of this among other things. */
export const expectRow = async (channel: Channel, ...texts: string[]): Promise<void> => {
  for (const text of texts) await expect.poll(() => textsOf(notificationRows(channel)).join(' ')).toContain(text)
}
