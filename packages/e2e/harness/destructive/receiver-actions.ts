import type { Page } from '@playwright/test'
import { receiverSection, requestRows } from '../receiver-screens.ts'
import { type Act, press, confirmIn, chooseRow, dismissMessage, menu, pressItem, type Things } from './act.ts'

const receiver = ({ receiverId }: Things) => `/dashboard/receivers/${receiverId}`
const activeReceiver = ({ activeReceiverId }: Things) => `/dashboard/receivers/${activeReceiverId}`
const requests = ({ receiverId }: Things) => `/dashboard/receivers/${receiverId}/executions`
const receivers = () => '/dashboard/receivers'
const openRequest = async (page: Page, action: string) => {
  await requestRows(page).first().getByRole('button').first().click()
  await press(page, action)
}

/** Whatever of a receiver can be deleted, stopped or replaced from a page. */
export const receiverActions: Record<string, Act> = {
  'activating a receiver': {
    path: receiver,
    prepare: (page) => menu(page, 'Disabled', 'Activate'),
    act: (page) => pressItem(page, 'Activate'),
  },
  'deleting a receiver': {
    path: receiver,
    prepare: async (page) => {
      await menu(page, 'Disabled', 'Delete')
      await pressItem(page, 'Delete')
    },
    act: (page) => confirmIn(page, 'Delete receiver', 'Delete'),
  },
  'deactivating a receiver': {
    path: activeReceiver,
    prepare: (page) => menu(page, 'Active', 'Deactivate'),
    act: (page) => pressItem(page, 'Deactivate'),
  },
  'saving a receiver': {
    path: receiver,
    prepare: async (page) => {
      const settings = receiverSection(page, 'Response Settings')
      await settings.getByRole('button', { name: 'Edit' }).click()
      await settings.getByLabel('Name', { exact: true }).fill('Green hooks')
    },
    act: (page) => receiverSection(page, 'Response Settings').getByRole('button', { name: 'Save' }).click(),
  },
  'deleting chosen receivers': {
    path: receivers,
    prepare: async (page) => {
      await chooseRow(page, 'Live hooks')
      await press(page, 'Delete')
      await confirmIn(page, 'Delete receiver', 'Delete')
    },
    act: dismissMessage,
  },
  'deactivating chosen receivers': {
    path: receivers,
    prepare: (page) => chooseRow(page, 'Live hooks'),
    act: (page) => press(page, 'Deactivate'),
  },
  'deleting a received request': {
    path: requests,
    prepare: (page) => openRequest(page, 'Delete'),
    act: (page) => confirmIn(page, 'Delete request?', 'Delete'),
  },
  'replaying a received request': {
    path: requests,
    prepare: async (page) => {
      await openRequest(page, 'Replay')
      await page.getByRole('dialog', { name: 'Replay request' }).getByLabel('URL').fill('https://hook.example/')
    },
    act: (page) => confirmIn(page, 'Replay request', 'Send'),
  },
  'clearing the history of a receiver': {
    path: requests,
    prepare: (page) => press(page, 'Delete all requests'),
    act: (page) => confirmIn(page, 'Delete all requests?', 'Delete all'),
  },
}
