import { setPlan } from '../../harness/database.ts'
import { hold, stopClock, watchCalls } from '../../harness/pause.ts'
import { taskRows } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('[TL-01, TL-07..TL-13, TL-16] a row says what a task calls, and when it does so next', async ({ page, api }) => {
  const active = await api.createTask({ name: 'Tea', url: 'https://tea.example/price', request: { method: 'POST' } })
  const disabled = await api.createTask({ url: 'https://milk.example/stock' })
  await api.deactivate(disabled.id)

  const list = await hold(page, /\/api\/v1\/tasks\?/)
  await page.goto('/dashboard/tasks')
  await expect(page.getByText('Loading task list...')).toBeVisible()
  list.release()
  await expect(page.getByText('Loading task list...')).toBeHidden()

  const head = page.getByRole('table', { name: 'Tasks' }).getByRole('columnheader')
  await expect(head).toHaveText(['Name', 'URL', 'Last execution', 'Last 20 executions', 'Next Execution', 'Action'])
  await expect(page.getByRole('button', { name: 'Create task' })).toBeEnabled()

  const tea = taskRows(page).filter({ hasText: 'Tea' }).getByRole('cell')
  await expect(tea.nth(0).getByRole('link', { name: 'Tea' })).toHaveAttribute('href', `/dashboard/tasks/${active.id}`)
  await expect(tea.nth(1)).toHaveText('POSThttps://tea.example/price')
  await expect(tea.nth(4).locator('time').first()).toHaveAttribute(
    'datetime',
    active.scheduler.nextExecutionDate ?? 'none',
  )

  const milk = taskRows(page).filter({ hasText: 'milk.example' }).getByRole('cell')
  await expect(milk.nth(0).getByRole('link', { name: 'milk.example/stock' })).toBeVisible()
  // Its URL stands in the place of a name, and not twice.
  await expect(milk.nth(1)).toHaveText('GET')
  await expect(milk.nth(4)).toHaveText('DISABLED')

  await milk.nth(5).getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(`/dashboard/tasks/${disabled.id}/executions`)
})

test('[TL-02..TL-04] the order is chosen once, and kept on the account', async ({ page, api }) => {
  const names = ['Banana', 'apple', 'Cherry']
  const made = []
  for (const name of names) made.push(await api.createTask({ name, url: 'https://example.com/' }))
  const shown = taskRows(page).getByRole('link', { name: /^(Banana|apple|Cherry)$/ })
  const sort = page.getByLabel('Sort by')

  await page.goto('/dashboard/tasks')
  await expect(shown).toHaveText(['Cherry', 'apple', 'Banana'])
  await expect(sort.getByRole('option')).toHaveCount(3)
  const values = await sort.getByRole('option').evaluateAll((options) => options.map((o) => o.getAttribute('value')))
  expect(values).toEqual(['createdAt', 'lastOpenedAt', 'name'])

  const saved = page.waitForRequest((request) => request.url().endsWith('/api/v1/accounts/me/settings'))
  await sort.selectOption('name')
  expect((await saved).postDataJSON()).toEqual({ taskListSortKey: 'name' })
  await expect(shown).toHaveText(['apple', 'Banana', 'Cherry'])

  // Another browser of the same account knows it from the account alone.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(sort).toHaveValue('name')
  await expect(shown).toHaveText(['apple', 'Banana', 'Cherry'])

  const noted = page.waitForResponse(/update-last-open-time$/)
  await page.goto(`/dashboard/tasks/${made[1]?.id}`)
  await noted
  await page.goto('/dashboard/tasks')
  await sort.selectOption('lastOpenedAt')
  await expect(shown.first()).toHaveText('apple')
})

test('[TL-05, TL-06, TL-18] the search waits for half a second of silence, and is an address', async ({
  page,
  api,
}) => {
  await api.createTask({ name: 'Green tea', url: 'https://example.com/' })
  await api.createTask({ name: 'Milk', url: 'https://example.com/oolong' })
  await page.clock.install()
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  await stopClock(page)
  const searches = watchCalls(page, 'GET', /\/api\/v1\/tasks\?.*search=[^&]/)
  const box = page.getByRole('searchbox', { name: 'Search tasks' })

  await box.fill('te')
  await page.clock.runFor(400)
  await box.fill('tea')
  await page.clock.runFor(499)
  expect(searches).toHaveLength(0)
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/dashboard/tasks?search=tea')
  await page.clock.resume()
  await expect(taskRows(page)).toHaveText([/Green tea/])
  expect(searches).toHaveLength(1)

  await box.fill('OOLONG')
  await box.press('Enter')
  await expect(taskRows(page)).toHaveText([/Milk/])

  await box.fill('coffee')
  await box.press('Enter')
  await expect(page.getByText('No such task found.', { exact: true })).toBeVisible()
  await expect(page.getByText('There are no scheduled HTTP tasks', { exact: false })).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(taskRows(page)).toHaveCount(2)
})

test('[TL-14, TL-15, TL-19..TL-22] ten tasks a page; where the plan is full, an upgrade is offered', async ({
  page,
  api,
  person,
  product,
}) => {
  for (let made = 0; made < 25; made += 5)
    await Promise.all(Array.from({ length: 5 }, () => api.createTask({ url: 'https://example.com/' })))

  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(10)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–10 of 25')
  await pages.getByRole('button', { name: 'Page 3' }).click()
  await expect(page).toHaveURL('/dashboard/tasks?page=3')
  await expect(taskRows(page)).toHaveCount(5)
  await page.goBack()
  await expect(taskRows(page)).toHaveCount(10)

  const full = page.getByRole('button', { name: 'Create task (upgrade needed)' })
  await expect(full).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/dashboard/account')

  await page.goto('/dashboard/drafts/new')
  await expect(page.getByText('Your plan includes 25 tasks, and you have them all')).toBeVisible()
  await expect(page.getByRole('link', { name: 'upgrade your plan' })).toHaveAttribute('href', '/dashboard/account')
  // The link that names a search knows of the limit, too.
  await page.goto('/dashboard/tasks?search=nothing')
  await expect(full).toBeDisabled()
  await page.goto('/dashboard/tasks')

  await setPlan(product, person.email, 'BUSINESS')
  const account = await hold(page, /\/api\/v1\/accounts\/me$/)
  await page.reload()
  await expect(full).toBeDisabled()
  account.release()
  await expect(page.getByRole('button', { name: 'Create task', exact: true })).toBeEnabled()
  await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveCount(0)
})

test('[TL-17] an account without tasks is shown what they are, with one that works', async ({ page, person, api }) => {
  await page.goto('/dashboard/tasks')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await expect(page.getByText('There are no scheduled HTTP tasks. Click the button above to create one.')).toBeVisible()
  await page.getByRole('button', { name: 'Start from this example' }).click()
  await expect(page.getByRole('form', { name: 'Create task' })).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/tasks\/[0-9a-f-]{36}\/executions$/)
  const id = page.url().split('/').at(-2) ?? ''
  expect((await api.run(id)).response?.statusCode).toBe(200)

  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await expect(taskRows(page)).toHaveCount(1)
  await expect(taskRows(page).getByText('200', { exact: true })).toBeVisible()
})
