import { section } from '../screens.ts'
import { type Act, press, confirmIn, chooseRow, dismissMessage, menu, pressItem, type Things } from './act.ts'

const task = ({ taskId }: Things) => `/dashboard/tasks/${taskId}`
const disabledTask = ({ disabledTaskId }: Things) => `/dashboard/tasks/${disabledTaskId}`
const tasks = () => '/dashboard/tasks'

/** Whatever of a task can be deleted, stopped or replaced from a page. */
export const taskActions: Record<string, Act> = {
  'saving a task': {
    path: task,
    prepare: async (page) => {
      const request = section(page, 'Request Settings')
      await request.getByRole('button', { name: 'Edit' }).click()
      await request.getByLabel('Name', { exact: true }).fill('Green tea')
    },
    act: (page) => section(page, 'Request Settings').getByRole('button', { name: 'Save' }).click(),
  },
  'deactivating a task': {
    path: task,
    prepare: (page) => menu(page, 'Active', 'Deactivate'),
    act: (page) => pressItem(page, 'Deactivate'),
  },
  'activating a task': {
    path: disabledTask,
    prepare: (page) => menu(page, 'Disabled', 'Activate'),
    act: (page) => pressItem(page, 'Activate'),
  },
  'testing a task': { path: task, act: (page) => press(page, 'Test') },
  'deleting a task': {
    path: disabledTask,
    prepare: async (page) => {
      await menu(page, 'Disabled', 'Delete')
      await pressItem(page, 'Delete')
    },
    act: (page) => confirmIn(page, 'Delete task', 'Delete'),
  },
  'deleting chosen tasks': {
    path: tasks,
    prepare: async (page) => {
      await chooseRow(page, 'Tea')
      await press(page, 'Delete')
      await confirmIn(page, 'Delete task', 'Delete')
    },
    act: dismissMessage,
  },
  'deactivating chosen tasks': {
    path: tasks,
    prepare: (page) => chooseRow(page, 'Tea'),
    act: (page) => press(page, 'Deactivate'),
  },
  'deleting a draft': {
    path: tasks,
    prepare: async (page) => {
      await press(page, '1 draft')
      await press(page, 'Delete Draft tea')
    },
    act: dismissMessage,
  },
  'deleting a notification of a task': {
    path: task,
    prepare: (page) =>
      page
        .getByRole('region', { name: 'HTTP', exact: true })
        .getByRole('button', { name: /^Delete/ })
        .click(),
    act: (page) => confirmIn(page, 'Delete notification', 'Delete'),
  },
  'muting a notification of a task': {
    path: task,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^More actions for notification/ }).click()
      await page.getByRole('menuitem', { name: 'Mute for 8 hours' }).hover()
    },
    act: (page) => pressItem(page, 'Mute for 8 hours'),
  },
  'saving a bookmark': {
    path: (things) => `${task(things)}/executions`,
    prepare: async (page) => {
      await press(page, 'Edit bookmark Time')
      await page.getByRole('dialog', { name: 'Edit bookmark' }).getByLabel('Name').fill('Temperature')
    },
    act: (page) => confirmIn(page, 'Edit bookmark', 'Save'),
  },
  'deleting a bookmark': {
    path: (things) => `${task(things)}/executions`,
    prepare: (page) => press(page, 'Edit bookmark Time'),
    act: (page) => confirmIn(page, 'Edit bookmark', 'Delete'),
  },
}
