import type { Page } from '@playwright/test'
import { apiOf, type Person } from '../../harness/api.ts'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { accountActions, deviceOfAnother } from '../../harness/destructive/account-actions.ts'
import type { Things } from '../../harness/destructive/act.ts'
import { receiverActions } from '../../harness/destructive/receiver-actions.ts'
import { taskActions } from '../../harness/destructive/task-actions.ts'
import { insertRequests } from '../../harness/database.ts'
import { notifyApiOf } from '../../harness/notify-api.ts'
import { holdReads } from '../../harness/pause.ts'
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
  // A page that is still loading would ask without a session.
  await page.goto('about:blank')
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

const dumped = [
  '/tasks',
  '/tasks/drafts',
  '/receivers',
  '/accounts/me',
  '/accounts/me/tokens',
  '/accounts/me/sign-in-methods',
  '/accounts/me/passkeys',
]

/** What an account has, as the API tells it, but for when a task was last opened, which its page reports while it is read. */
const stateOf = async (page: Page, { taskId, receiverId }: Things): Promise<unknown[]> => {
  const owned = [
    `/notifications?taskId=${taskId}`,
    `/tasks/${taskId}/charts`,
    `/receivers/${receiverId}/executions`,
    `/receiver-notifications?receiverId=${receiverId}`,
  ]
  const state: unknown[] = []
  for (const path of [...dumped, ...owned]) {
    const answer = await page.request.get(`/api/v1${path}`)
    const things: unknown = JSON.parse(await answer.text(), (key, value) =>
      key === 'lastOpenedAt' ? undefined : value,
    )
    state.push(path, answer.status(), things)
  }
  return state
}

for (const [what, { path, prepare, act }] of Object.entries({
  ...taskActions,
  ...receiverActions,
  ...accountActions,
})) {
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
    const things = { taskId, disabledTaskId, receiverId, activeReceiverId, email: person.email }
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
    const otherDevice = await playwright.request.newContext({ baseURL: origin, userAgent: deviceOfAnother })
    const { email, password } = person
    await otherDevice.post('/api/v1/auth/sign-in', { headers: { origin }, data: { email, password } })

    await page.goto(path(things))
    await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
    await prepare?.(page, things)
    const before = await stateOf(page, things)
    // A poll would notice the other account before the button is pressed.
    await holdReads(page, /\/(news|executions|series)(\?|$)|\/(tasks|receivers)\?/)
    await holdReads(page, new RegExp(`/api/v1${path(things).replace('/dashboard', '').replace('/executions', '')}$`))
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

test('somebody who stays on a page with unsaved work, while another account is signed in, is told why the save did not happen', async ({
  page,
  api,
  person: _first,
  product,
  problem,
}) => {
  const { id } = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${id}`)
  const settings = page.getByRole('region', { name: 'Request Settings' })
  await settings.getByRole('button', { name: 'Edit' }).click()
  await settings.getByLabel('Name').fill('Oolong')
  await signInElsewhere(page, product.dashboardUrl)
  problem.announce(409, `/api/v1/tasks/${id}`)
  page.on('dialog', (warning) => void warning.dismiss())
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Another account is signed in.').first()).toBeVisible()
  await expect(settings.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(settings.getByLabel('Name')).toHaveValue('Oolong')
})
