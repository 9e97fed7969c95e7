import type { Page } from '@playwright/test'
import { apiOf, type Person } from '../../harness/api.ts'
import { section } from '../../harness/screens.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

/** Signs another account in with the same browser, in another window; the window of the first one stays as it is. */
const signInElsewhere = async (page: Page, origin: string): Promise<Person> => {
  const other = newPerson('Bob')
  await apiOf(page.context().request, origin).signUp(other)
  return other
}

const hasLeft = async (page: Page, other: Person) => {
  await expect(page).toHaveURL(/\/dashboard(\/tasks)?$/)
  await expect(page.getByRole('button', { name: /Bob/ })).toBeVisible()
  await expect(page.getByText(other.email)).toHaveCount(0)
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
  await hasLeft(page, other)

  // Both can still sign in.
  for (const { email, password } of [person, other]) {
    const answer = await page.request.post('/api/v1/auth/sign-in', { data: { email, password } })
    expect(answer.status()).toBe(200)
  }
})

test('saving, deactivating and deleting in a window of the first account changes nothing of either account', async ({
  page,
  api,
  person,
  product,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const act: Record<string, () => Promise<void>> = {
    save: async () => {
      const request = section(page, 'Request Settings')
      await request.getByRole('button', { name: 'Edit' }).click()
      await request.getByLabel('Name', { exact: true }).fill('Green tea')
      await signInElsewhere(page, product.dashboardUrl)
      await request.getByRole('button', { name: 'Save' }).click()
    },
    deactivate: async () => {
      await signInElsewhere(page, product.dashboardUrl)
      await page.getByRole('button', { name: /Active/ }).click()
      await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    },
  }
  for (const [what, run] of Object.entries(act)) {
    await page.request.post('/api/v1/auth/sign-in', { data: { email: person.email, password: person.password } })
    await page.goto(`/dashboard/tasks/${task.id}`)
    problem.announce(409, '/api/v1/')
    page.on('dialog', (dialog) => void dialog.accept())
    await run()
    await expect(page, what).toHaveURL(/\/dashboard(\/tasks)?$/)
    await expect(page.getByRole('button', { name: /Bob/ })).toBeVisible()
  }
  await page.request.post('/api/v1/auth/sign-in', { data: { email: person.email, password: person.password } })
  expect(await api.getTask(task.id)).toMatchObject({ name: 'Tea', status: 'ACTIVE' })
})
