import { expect, test } from '../../harness/test.ts'

for (const path of ['/signin', '/signup', '/forgot'])
  test(`${path} says who is signed in already, with a link back to the requested page`, async ({ page, person }) => {
    await page.goto('/dashboard/tasks')
    await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
    await page.goto(`${path}?returnUrl=%2Fdashboard%2Fsupport`)
    await expect(page.getByText(`You are signed in as ${person.firstName}. Continue`)).toBeVisible()
    // Another account can be used all the same.
    await expect(page.getByLabel('Email')).toBeEditable()
    await page.getByRole('link', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/support')
  })

test('the link of a user who is signed in already leads to the dashboard, never to another site', async ({
  page,
  person,
}) => {
  await page.goto('/dashboard/tasks')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  for (const query of ['', '?returnUrl=https%3A%2F%2Fevil.example%2F', '?returnUrl=%2Fsignup']) {
    await page.goto(`/signin${query}`)
    await expect(page.getByRole('link', { name: 'Continue', exact: true })).toHaveAttribute('href', '/dashboard')
  }
})

test('after a session has ended, sign-in names nobody', async ({ page, person, problem }) => {
  await page.goto('/dashboard/tasks')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await page.context().clearCookies()
  problem.announce(401, '/api/v1/')
  const answered = page.waitForResponse('**/api/v1/accounts/me')
  await page.goto('/signin')
  expect((await answered).status()).toBe(401)
  await expect(page.getByText('Your tasks, executions and notifications.')).toBeVisible()
  await expect(page.getByText(person.firstName)).toHaveCount(0)
})
