import type { Page } from '@playwright/test'
import { addDialog } from '../../harness/notification-screens.ts'
import { section, snackbar } from '../../harness/screens.ts'
import { apiOf } from '../../harness/api.ts'
import { hold, watchCalls } from '../../harness/pause.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

const signInAgain = async (page: Page, password: string) => {
  await signInDialog(page).getByRole('textbox', { name: 'Password' }).fill(password)
  await signInDialog(page).getByRole('button', { name: 'Sign in' }).click()
}

test('a session that ends while a task is edited is signed in to again over the page, and the save goes on', async ({
  page,
  api,
  person,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Green tea')
  await request.getByLabel('URL').fill('https://example.com/green')
  problem.announce(401, '/api/v1/')
  // A poll that comes before the save would open the dialog over its button.
  await hold(page, /\/news\?/)
  await page.context().clearCookies()
  await request.getByRole('button', { name: 'Save' }).click()

  await expect(signInDialog(page)).toBeVisible()
  await expect(signInDialog(page).getByLabel('Email')).toHaveValue(person.email)
  await page.keyboard.press('Escape')
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Green tea')
  await signInAgain(page, 'not this one')
  await expect(signInDialog(page)).toContainText(/Incorrect email or password/)
  await signInAgain(page, person.password)
  await expect(signInDialog(page)).toHaveCount(0)

  // The call that was rejected is repeated automatically.
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  expect(await api.getTask(task.id)).toMatchObject({
    name: 'Green tea',
    request: { target: { uri: 'https://example.com/green' } },
  })
})

test('what is typed in a notification’s dialog outlives a session that ends, also when another tab signs in', async ({
  page,
  api,
  person,
  problem,
}) => {
  const task = await api.createTask({ url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('URL').fill('https://example.com/hook')
  problem.announce(401, '/api/v1/')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(signInDialog(page)).toBeVisible()

  const other = await page.context().newPage()
  await other.goto('/signin')
  await other.getByLabel('Email').fill(person.email)
  await other.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other).toHaveURL(/\/dashboard/)
  await other.close()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))

  await expect(signInDialog(page)).toHaveCount(0)
  await expect(snackbar(page, 'Notification created')).toBeVisible()
})

test('where another account signs in over a page whose session has ended, nothing of the page is sent or shown there', async ({
  page,
  api,
  problem,
  product,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Green tea')
  problem.announce(401, '/api/v1/')
  // A poll that comes before the save would open the dialog over its button.
  await hold(page, /\/news\?/)
  await page.context().clearCookies()
  await request.getByRole('button', { name: 'Save' }).click()
  await expect(signInDialog(page)).toBeVisible()

  const stranger = newPerson('Bob')
  const saves = watchCalls(page, 'POST', new RegExp(`/tasks/${task.id}$`))
  await apiOf(page.context().request, product.dashboardUrl).signUp(stranger)
  problem.announce(409, '/api/v1/accounts/me')
  page.on('dialog', (warning) => void warning.accept())
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))

  await expect(page.getByText('There are no scheduled HTTP tasks', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: stranger.firstName })).toBeVisible()
  expect(saves).toEqual([])
})
