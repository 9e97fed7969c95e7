import type { Page } from '@playwright/test'
import { apiOf, type Person } from '../../harness/api.ts'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { insertRequests } from '../../harness/database.ts'
import { notifyApiOf } from '../../harness/notify-api.ts'
import { hold } from '../../harness/pause.ts'
import { section } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

/** Signs another account in with the same browser, in another window; the window of the first one stays as it is. */
const signInElsewhere = async (page: Page, origin: string): Promise<Person> => {
  const other = newPerson('Bob')
  await apiOf(page.context().request, origin).signUp(other)
  return other
}

/** The page is the second account's from then on. */
const hasLeft = async (page: Page, first: Person) => {
  await expect(page).toHaveURL(/\/dashboard(\/tasks)?$/)
  await expect(page.getByRole('button', { name: 'Bob' })).toBeVisible()
  await expect(page.getByText(first.email)).toHaveCount(0)
}

const signInAgain = async (page: Page, { email, password }: Person) => {
  await page.context().clearCookies()
  const answer = await page.request.post('/api/v1/auth/sign-in', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

test('deleting the account in a window of the first account deletes neither, and the window shows the second one', async ({
  page,
  person,
  product,
  problem,
}) => {
  await page.goto('/dashboard/account/data')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email)
  const other = await signInElsewhere(page, product.dashboardUrl)
  problem.announce(409, '/api/v1/accounts/me')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await hasLeft(page, person)
  await signInAgain(page, person)
  await signInAgain(page, other)
})

interface Things {
  taskId: string
  disabledTaskId: string
  receiverId: string
  activeReceiverId: string
}

interface Act {
  /** Where the first account's window is. */
  path: (things: Things) => string
  prepare?: (page: Page) => Promise<void>
  act: (page: Page) => Promise<void>
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const confirmIn = (page: Page, title: string, label: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: label, exact: true }).click()
const chooseRow = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()
const dismissMessage = (page: Page) => page.getByRole('button', { name: 'Dismiss' }).last().click()
const menu = async (page: Page, state: string, item: string) => {
  await press(page, state)
  await page.getByRole('menuitem', { name: item }).hover()
}
const pressItem = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click()
const openRequest = async (page: Page) => {
  const table = page.getByRole('table', { name: 'Requests', exact: true })
  await table.getByRole('row').nth(1).getByRole('button').first().click()
  await press(page, 'Delete')
}

const task = ({ taskId }: Things) => `/dashboard/tasks/${taskId}`
const disabledTask = ({ disabledTaskId }: Things) => `/dashboard/tasks/${disabledTaskId}`
const receiver = ({ receiverId }: Things) => `/dashboard/receivers/${receiverId}`
const requests = ({ receiverId }: Things) => `/dashboard/receivers/${receiverId}/executions`
const tasks = () => '/dashboard/tasks'
const receivers = () => '/dashboard/receivers'

/** Whatever of an account can be deleted, stopped or replaced from a page, without a provider that only some servers have. */
const destructive: Record<string, Act> = {
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
  'deleting a bookmark': {
    path: (things) => `${task(things)}/executions`,
    prepare: (page) => press(page, 'Edit bookmark Time'),
    act: (page) => confirmIn(page, 'Edit bookmark', 'Delete'),
  },
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
    prepare: openRequest,
    act: (page) => confirmIn(page, 'Delete request?', 'Delete'),
  },
  'clearing the history of a receiver': {
    path: requests,
    prepare: (page) => press(page, 'Delete all requests'),
    act: (page) => confirmIn(page, 'Delete all requests?', 'Delete all'),
  },
  'revoking a token': {
    path: () => '/dashboard/account/tokens',
    prepare: (page) => press(page, 'Revoke Deploy'),
    act: (page) => confirmIn(page, 'Revoke this token?', 'Revoke'),
  },
  'signing out all other sessions': {
    path: () => '/dashboard/account/security',
    act: (page) => press(page, 'Sign out all others'),
  },
  'changing the password': {
    path: () => '/dashboard/account/security',
    prepare: async (page) => {
      const password = page.getByRole('region', { name: 'Password' })
      await password.getByRole('textbox', { name: 'Current password' }).fill('wrong for both of them')
      await password.getByRole('textbox', { name: 'New password' }).fill('a moth in the relay')
    },
    act: (page) => press(page, 'Change password'),
  },
}

const dumped = [
  '/tasks',
  '/tasks/drafts',
  '/receivers',
  '/accounts/me',
  '/accounts/me/tokens',
  '/accounts/me/sign-in-methods',
]

/** What an account has, as the API tells it. */
const stateOf = async (page: Page, { taskId, receiverId }: Things): Promise<unknown[]> => {
  const owned = [`/notifications?taskId=${taskId}`, `/tasks/${taskId}/charts`, `/receivers/${receiverId}/executions`]
  const state: unknown[] = []
  for (const path of [...dumped, ...owned]) {
    const answer = await page.request.get(`/api/v1${path}`)
    state.push(path, answer.status(), await answer.json())
  }
  return state
}

for (const [what, { path, prepare, act }] of Object.entries(destructive)) {
  test(`${what} in a window of the first account changes nothing, and the window shows the second one`, async ({
    page,
    api,
    person,
    product,
    problem,
    targets,
    playwright,
  }) => {
    const origin = product.dashboardUrl
    const send = async (address: string, data: object) => {
      const answer = await page.request.post(`/api/v1${address}`, { headers: { origin }, data })
      expect(answer.ok(), `${address} answered ${answer.status()}: ${await answer.text()}`).toBe(true)
    }
    const { id: taskId } = await api.createTask({ name: 'Tea', url: targets.target(answers.plain('hot')).url })
    await api.run(taskId)
    const { id: disabledTaskId } = await api.createTask({ name: 'Milk', url: 'https://example.com/milk' })
    await api.deactivate(disabledTaskId)
    const { id: receiverId } = await api.receivers.create({ name: 'Hooks', status: 'DISABLED' })
    const { id: activeReceiverId } = await api.receivers.create({ name: 'Live hooks' })
    const things = { taskId, disabledTaskId, receiverId, activeReceiverId }
    await insertRequests(product, receiverId, 2)
    await send(`/tasks/${await api.createDraft()}`, {
      name: 'Draft tea',
      scheduler: defaultScheduler,
      request: { target: defaultRequestTarget },
    })
    await api.addBookmark(taskId, { name: 'Time', source: 'response_time', property: '' })
    await notifyApiOf(page.request, origin).add({
      type: 'HTTP',
      taskId,
      request: { target: { ...defaultRequestTarget, uri: 'https://hook.example/', method: 'POST' } },
    })
    await send('/accounts/me/tokens', { name: 'Deploy', scope: 'READ', expiresAt: null })
    const otherDevice = await playwright.request.newContext({ baseURL: origin })
    const { email, password } = person
    await otherDevice.post('/api/v1/auth/sign-in', { headers: { origin }, data: { email, password } })

    await page.goto(path(things))
    await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
    await prepare?.(page)
    const before = await stateOf(page, things)
    // A poll would notice the other account before the button is pressed.
    await hold(page, /\/(health|executions|series)(\?|$)|\/(tasks|receivers)\?/)
    await signInElsewhere(page, origin)
    problem.announce(409, '/api/v1/')
    page.on('dialog', (warning) => void warning.accept())
    await act(page)
    await hasLeft(page, person)
    await signInAgain(page, person)
    expect(await stateOf(page, things)).toEqual(before)
    expect((await otherDevice.get('/api/v1/accounts/me')).status()).toBe(200)
    await otherDevice.dispose()
  })
}
