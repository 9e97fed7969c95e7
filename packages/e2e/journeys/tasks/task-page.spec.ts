import { answers } from '../../harness/target-server.ts'
import { runToNext, stopClock, watchCalls } from '../../harness/pause.ts'
import { expectFieldError, runs, section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('[TD-02, TD-18, TD-19, SN-19, TH-40] Test runs the task once, whatever its schedule, and shows the history', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target('hang', answers.plain('ready'))
  const task = await api.createTask({ url: target.url })
  await api.deactivate(task.id)
  await page.clock.install()
  await page.goto(`/dashboard/tasks/${task.id}`)
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(snackbar(page, 'Test task has been scheduled')).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/tasks/${task.id}/executions`)
  await expect(runs(page)).toHaveCount(1)
  // The message stands only while the result is awaited.
  await stopClock(page)
  target.release(answers.plain('ready'))
  await page.clock.runFor(1_000)
  await expect(snackbar(page, 'Test task has been scheduled')).toHaveCount(0)
  await page.clock.resume()
  await expect(runs(page)).toContainText('Succeeded')
  expect(target.calls).toHaveLength(1)

  // Started from the history itself, it is polled again before the next poll is due.
  await stopClock(page)
  const looks = watchCalls(page, 'GET', new RegExp(`/tasks/${task.id}/news\\?`))
  await runToNext(page, looks)
  await page.getByRole('button', { name: 'Test' }).click()
  await expect.poll(() => target.calls.length).toBe(2)
  await page.clock.runFor(200)
  await expect.poll(() => looks.length).toBeGreaterThan(1)
  await page.clock.resume()
  await expect(runs(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Disabled' })).toBeVisible()
  expect((await api.getTask(task.id)).status).toBe('DISABLED')
})

test('[TD-03, TD-20..TD-25, SN-16..SN-18] a task is deactivated, activated and, once disabled, deleted', async ({
  page,
  api,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const items = page.getByRole('menuitem')

  await page.getByRole('button', { name: 'Active' }).click()
  await expect(items).toHaveText(['Deactivate', 'Description and labels', 'Copy as YAML', 'Audit log'])
  await items.first().click()
  await expect(snackbar(page, 'Task deactivated')).toBeVisible()
  expect((await api.getTask(task.id)).scheduler).toMatchObject({ status: 'DISABLED', nextExecutionDate: null })

  await page.getByRole('button', { name: 'Disabled' }).click()
  await expect(items).toHaveText(['Activate', 'Delete', 'Description and labels', 'Copy as YAML', 'Audit log'])
  await items.first().click()
  await expect(snackbar(page, 'Task activated')).toBeVisible()
  expect((await api.getTask(task.id)).scheduler.status).toBe('ACTIVE')

  await page.getByRole('button', { name: 'Active' }).click()
  await items.first().click()
  await page.getByRole('button', { name: 'Disabled' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete task' })
  await expect(dialog).toContainText('cannot be undone')
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeFocused()
  await cancel.click()
  await expect(dialog).toBeHidden()
  expect((await api.getTask(task.id)).status).toBe('DISABLED')

  await page.getByRole('button', { name: 'Disabled' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(snackbar(page, 'Task deleted')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/tasks')
  await expect(page.getByText('There are no scheduled HTTP tasks', { exact: false })).toBeVisible()
})

test('[ER-20, ER-21, ER-31, SN-04] a one-time task is disabled after its run; activating it again is rejected with a message', async ({
  page,
  api,
  targets,
  problem,
}) => {
  const target = targets.target(answers.plain('ready'))
  const oneTimeModeEpochSecond = Math.floor(Date.now() / 1000) + 4
  const task = await api.createTask({ url: target.url, scheduler: { mode: 'ONE_TIME', oneTimeModeEpochSecond } })
  await page.goto(`/dashboard/tasks/${task.id}`)
  await expect(page.getByText('This one-time task has run')).toBeVisible()
  expect(target.calls).toHaveLength(1)

  problem.announce(422, '/lifecycle/activate')
  await page.getByRole('button', { name: 'Disabled' }).click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  const rejection = snackbar(page, 'This time is in the past. Choose a later one.')
  await expect(rejection).toHaveClass(/kw-snackbar-error/)

  const schedule = section(page, 'Request Schedule')
  const error = schedule.getByText('This time is in the past. Choose a later one.')
  await expect(error).toBeVisible()
  await expect(schedule.getByLabel('Year')).toBeFocused()
  await schedule.getByLabel('Minute').selectOption('0')
  await expect(error).toHaveCount(0)

  await schedule.getByLabel('Year').selectOption(String(new Date().getFullYear() + 2))
  await schedule.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await page.getByRole('button', { name: 'Disabled' }).click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await expect(page.getByRole('button', { name: 'Active' })).toBeVisible()
})

test('[TD-14, ER-01, ER-02, ER-11..ER-14, ER-19] a Save that is rejected stays in edit mode, each error at its field', async ({
  page,
  api,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  const schedule = section(page, 'Request Schedule')
  await request.getByRole('button', { name: 'Edit' }).click()
  await schedule.getByRole('button', { name: 'Edit' }).click()

  const url = request.getByLabel('URL', { exact: true })
  const username = request.getByLabel('Username')
  const password = request.getByRole('textbox', { name: 'Password' })
  const headerName = request.getByLabel('Header 2 name')
  const cron = schedule.getByLabel('Cron expression')
  await url.fill('ftp://example.com/')
  await request.getByRole('button', { name: 'Add header' }).click()
  await request.getByLabel('Header 1 name').fill('X-Right')
  await request.getByRole('button', { name: 'Add header' }).click()
  await headerName.fill('not a name')
  await request.getByRole('switch', { name: 'Basic authentication' }).click()
  await cron.fill('every day')
  problem.announce(422, `/api/v1/tasks/${task.id}`)
  await schedule.getByRole('button', { name: 'Save' }).click()

  await expectFieldError(url, /http/)
  await expectFieldError(username, /username/)
  await expectFieldError(password, /password/)
  // At its own row, and at no other.
  await expectFieldError(headerName, /not a name/)
  await expect(request.getByLabel('Header 1 name')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(cron).toHaveAttribute('aria-invalid', 'true')
  await expect(url).toBeFocused()
  await expect(request.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(schedule.getByRole('button', { name: 'Save' })).toBeVisible()

  await url.fill('https://example.com/milk')
  await expect(url).not.toHaveAttribute('aria-invalid', 'true')
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await username.fill('ada')
  await expect(username).not.toHaveAttribute('aria-invalid', 'true')
  await password.fill('secret')
  await expect(password).not.toHaveAttribute('aria-invalid', 'true')
  await headerName.fill('X-Name')
  await expect(headerName).not.toHaveAttribute('aria-invalid', 'true')
  await cron.fill('0 9 * * *')
  await expect(cron).not.toHaveAttribute('aria-invalid', 'true')

  await schedule.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})
