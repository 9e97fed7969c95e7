import { expectFieldError, runs, section } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('[TD-18] a draft is tested as it is typed, and the result stands where Test was pressed', async ({
  page,
  api,
  targets,
  problem,
}) => {
  const target = targets.target(answers.json({ tea: 'Oolong' }))
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  const request = section(page, 'Request Settings')
  const result = request.getByRole('status', { name: 'Test result' })
  const press = () => request.getByRole('button', { name: 'Test', exact: true }).click()

  problem.announce(422, '/lifecycle/test')
  await press()
  await expectFieldError(request.getByLabel('URL', { exact: true }), /./)
  await expect(request.getByLabel('URL', { exact: true })).toBeFocused()
  expect(target.calls).toHaveLength(0)

  // Nothing is saved between typing and testing.
  await page.route(
    (url) => url.pathname === `/api/v1/tasks/${id}`,
    (route) => (route.request().method() === 'POST' ? undefined : route.continue()),
  )
  await request.getByLabel('URL', { exact: true }).fill(target.url)
  await request.getByLabel('Method').selectOption('PUT')
  await press()
  await expect(result).toContainText('200 in ')
  await expect(result).toContainText('Tested with your unsaved changes')
  await expect(result.getByRole('region', { name: 'Response body' })).toContainText('Oolong')
  // Above the bar that creates the task.
  await expect(result).toBeInViewport({ ratio: 1 })
  const [shown, bar] = await Promise.all([
    result.boundingBox(),
    page.getByRole('button', { name: 'Create', exact: true }).boundingBox(),
  ])
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  expect(target.calls.map(({ method }) => method)).toEqual(['PUT'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page).toHaveURL(`/dashboard/drafts/${id}`)
  expect((await api.getTask(id)).status).toBe('DRAFT')
})

test('a draft that is saved as it is typed is tested as saved', async ({ page, api, targets }) => {
  const target = targets.target(answers.plain('ready'))
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  const request = section(page, 'Request Settings')
  await request.getByLabel('URL', { exact: true }).fill(target.url)
  await expect(page.getByText('Draft saved')).toBeVisible()
  await request.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(request.getByRole('status', { name: 'Test result' })).toContainText('Tested as saved')
})

test('[TD-18, TD-19] unsaved changes of a task are tested, said so, and stay in the form unsaved', async ({
  page,
  api,
  targets,
}) => {
  const saved = targets.target(answers.plain('saved'))
  const typed = targets.target({ status: 404, body: 'typed' })
  const task = await api.createTask({ url: saved.url })
  await api.deactivate(task.id)
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  const result = page.getByRole('status', { name: 'Test result' })

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(result).toContainText('Tested as saved')
  await expect(result).toContainText('200 in ')
  const calls = saved.calls.length

  await page.getByRole('link', { name: 'Settings' }).click()
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('URL', { exact: true }).fill(typed.url)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page).toHaveURL(`/dashboard/tasks/${task.id}/executions`)
  await expect(result).toContainText('Tested with your unsaved changes')
  await expect(result).toContainText('404 in ')
  expect([saved.calls.length, typed.calls.length]).toEqual([calls, 1])
  await result.getByRole('link', { name: 'Show this execution' }).click()
  await expect(runs(page).and(page.locator('[aria-current]'))).toContainText('404')

  await page.getByRole('button', { name: 'Hide this execution' }).click()
  await expect(result).toBeEmpty()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(request.getByLabel('URL', { exact: true })).toHaveValue(typed.url)
  expect((await api.getTask(task.id)).request.target.uri).toBe(saved.url)
})
