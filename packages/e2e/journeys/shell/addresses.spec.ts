import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'
import { runs, section } from '../../harness/screens.ts'

test('[SH-19, SH-20] the base path and /tasks both show the task list', async ({ page, api }) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/tasks']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Tea', exact: true })).toBeVisible()
  }
  // The front page is everyone's, and leads a signed-in user to the list.
  await page.goto('/')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('link', { name: 'Tea', exact: true })).toBeVisible()
})

test('[SH-23..SH-25, TD-01, TD-04] tabs and runs are addresses: Back, Forward and a reload keep to them', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ name: 'Tea', url: targets.target(answers.plain('ready')).url })
  const run = await api.run(task.id)
  const path = `/dashboard/tasks/${task.id}`
  const tabs = page.getByRole('navigation', { name: 'Task' })
  const current = tabs.locator('[aria-current="page"]')

  await page.goto('/dashboard/tasks')
  await page.getByRole('link', { name: 'Tea', exact: true }).click()
  await expect(page).toHaveURL(path)
  await expect(tabs.getByRole('link')).toHaveText(['Settings', 'History'])
  await expect(current).toHaveText('Settings')
  await expect(section(page, 'Request Settings')).toBeVisible()

  await tabs.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(`${path}/executions`)
  await expect(current).toHaveText('History')
  await expect(runs(page)).toHaveCount(1)
  await expect(section(page, 'Request Settings')).toHaveCount(0)

  await page.goBack()
  await expect(section(page, 'Request Settings')).toBeVisible()
  await page.goForward()
  await expect(runs(page)).toHaveCount(1)
  await page.reload()
  await expect(page).toHaveURL(`${path}/executions`)
  await expect(runs(page)).toHaveCount(1)

  await page.goto(`${path}/executions/${run.id}`)
  await expect(current).toHaveText('History')
  await expect(page.getByRole('heading', { name: 'Response Body' })).toBeVisible()

  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await expect(page).toHaveURL('/dashboard/tasks')
})

test('[SH-21, SH-22] /drafts/new creates one empty task and goes on at its address', async ({ page, api }) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/tasks/empty')) calls.push(request.url())
  })
  await page.goto('/dashboard/tasks')
  await page.goto('/dashboard/drafts/new')
  await expect(page).toHaveURL(/\/dashboard\/drafts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('form', { name: 'Create task' })).toBeVisible()
  const draft = page.url()
  expect(calls).toHaveLength(1)

  await page.goto('/dashboard/tasks')
  await page.goto(draft)
  await expect(page.getByRole('form', { name: 'Create task' })).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('an address with nothing behind it says so, in the shell', async ({ page, api, problem }) => {
  const draft = await api.createDraft()
  await page.goto('/dashboard/nowhere')
  await expect(page.getByText('There is no page at this address')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  problem.announce(404, '/api/v1/tasks/')
  for (const path of ['/dashboard/tasks/01900000-0000-7000-8000-000000000000', '/dashboard/tasks/no-id']) {
    await page.goto(path)
    await expect(page.getByText('There is no such task')).toBeVisible()
  }

  await page.goto(`/dashboard/tasks/${draft}`)
  await expect(page).toHaveURL(`/dashboard/drafts/${draft}`)
})
