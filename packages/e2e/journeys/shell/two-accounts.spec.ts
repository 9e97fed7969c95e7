import type { Page } from '@playwright/test'
import { apiOf, type Person } from '../../harness/api.ts'
import { hold } from '../../harness/pause.ts'
import { section } from '../../harness/screens.ts'
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

interface Act {
  /** Where the first account's window is. */
  path: (ids: { taskId: string; receiverId: string }) => string
  prepare?: (page: Page) => Promise<void>
  act: (page: Page) => Promise<void>
}

const destructive: Record<string, Act> = {
  'saving a task': {
    path: ({ taskId }) => `/dashboard/tasks/${taskId}`,
    prepare: async (page) => {
      const request = section(page, 'Request Settings')
      await request.getByRole('button', { name: 'Edit' }).click()
      await request.getByLabel('Name', { exact: true }).fill('Green tea')
    },
    act: (page) => section(page, 'Request Settings').getByRole('button', { name: 'Save' }).click(),
  },
  'deactivating a task': {
    path: ({ taskId }) => `/dashboard/tasks/${taskId}`,
    prepare: (page) => page.getByRole('button', { name: 'Active' }).click(),
    act: (page) => page.getByRole('menuitem', { name: 'Deactivate' }).click(),
  },
  'activating a receiver': {
    path: ({ receiverId }) => `/dashboard/receivers/${receiverId}`,
    prepare: (page) => page.getByRole('button', { name: 'Disabled' }).click(),
    act: (page) => page.getByRole('menuitem', { name: 'Activate' }).click(),
  },
  'deleting a receiver': {
    path: ({ receiverId }) => `/dashboard/receivers/${receiverId}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Disabled' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(),
  },
}

for (const [what, { path, prepare, act }] of Object.entries(destructive)) {
  test(`${what} in a window of the first account changes nothing, and the window shows the second one`, async ({
    page,
    api,
    person,
    product,
    problem,
  }) => {
    const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
    const receiver = await api.receivers.create({ name: 'Hooks', status: 'DISABLED' })
    await page.goto(path({ taskId: task.id, receiverId: receiver.id }))
    await expect(page.getByText('No Email notification configured')).toBeVisible()
    await prepare?.(page)
    // A poll would notice the other account before the button is pressed.
    await hold(page, /\/(health|executions)(\?|$)/)
    await signInElsewhere(page, product.dashboardUrl)
    problem.announce(409, '/api/v1/')
    page.on('dialog', (warning) => void warning.accept())
    await act(page)
    await hasLeft(page, person)
    await signInAgain(page, person)
    expect(await api.getTask(task.id)).toMatchObject({ name: 'Tea', status: 'ACTIVE' })
    expect(await api.receivers.get(receiver.id)).toMatchObject({ status: 'DISABLED' })
  })
}
