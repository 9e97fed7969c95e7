import { expect } from '@playwright/test'
import { addDialog, type ChannelName } from '../notification-screens.ts'
import { openTask, type Screen } from './opening.ts'

const channels: ChannelName[] = ['Email', 'SMS', 'Slack', 'HTTP']

export const notifications: Screen[] = channels.map((channel) => ({
  name: `notification-${channel.toLowerCase()}`,
  open: async (page, { active }) => {
    await openTask(page, active)
    const dialog = await addDialog(page, channel)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  },
}))
