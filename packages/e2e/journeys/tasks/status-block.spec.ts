import { expectNoAxeViolations } from '../../harness/axe.ts'
import { makeDue } from '../../harness/database.ts'
import { minuteTime, runs, snackbar } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('the status block says for how long a task fails, its figures of a day, and the last and the next run', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.plain('down', 503))
  const task = await api.createTask({ url: target.url, scheduler: { mode: 'INTERVAL', intervalSecond: 60 } })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const health = page.getByRole('group', { name: 'Health' })
  await expect(health).toContainText(/Failing for \d+ s1 execution/)
  await expect(health).toContainText(/Last: 503 in [\d.]+ ms, /)
  await expect(health).toContainText('Uptime 24 h0%')
  await expect(health).toContainText(/Median[\d.]+ ms/)
  await expect(health).toContainText(/p95[\d.]+ ms/)
  await expect(health).toContainText('Next: ')
  // A bar of the strip opens its run, as the last result does.
  await health.locator('[data-run]').click()
  await expect(page).toHaveURL(/\/executions\/[\w-]+$/)
  await page.goBack()
  await health.getByRole('link', { name: '503' }).click()
  await expect(runs(page)).toContainText('HTTP error')
})

test('the strip of the last runs says by pointer and by keyboard what each was, and Enter opens it', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.plain('fine'))
  const task = await api.createTask({ name: 'Tea', url: target.url })
  await api.run(task.id)
  target.reacts(answers.plain('down', 503))
  await api.run(task.id)
  target.reacts(answers.plain('fine'))
  const newest = await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}`)
  const strip = page.getByRole('group', { name: 'Health' }).getByRole('slider', { name: /^Last 3 executions: / })
  await strip.locator('[data-tone="warn"]').hover()
  await expect(strip.locator('[data-tooltip]')).toContainText(/^503 in [\d.]+ ms.*Test$/)
  await page.mouse.move(0, 0)
  await expect(strip.locator('[data-tooltip]')).toHaveCount(0)
  // Where no execution is yet, nothing is shown and nothing opens.
  await strip.click({ position: { x: 4, y: 8 } })
  await expect(strip).toHaveAttribute('aria-valuetext', 'No execution selected')
  await expect(page).toHaveURL(`/dashboard/tasks/${task.id}`)
  await strip.press('ArrowLeft')
  await expect(strip).toHaveAttribute('aria-valuetext', /^200 in [\d.]+ ms, .*, Test$/)
  await strip.press('ArrowLeft')
  await expect(strip).toHaveAttribute('aria-valuetext', /^503 in/)
  await expectNoAxeViolations(page)
  await strip.press('End')
  await strip.press('Enter')
  await expect(page).toHaveURL(`/dashboard/tasks/${task.id}/executions/${newest.id}`)
})

test('a task that is up again says when it failed last, for how long and how, and leads to those executions', async ({
  page,
  api,
  targets,
  product,
}) => {
  const target = targets.target(answers.plain('fine'), answers.plain('down', 503), answers.plain('fine'))
  const task = await api.createTask({ url: target.url, scheduler: { mode: 'INTERVAL', intervalSecond: 3600 } })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const health = page.getByRole('group', { name: 'Health' })
  await expect(health).toContainText('Up for')
  await makeDue(product, task.id)
  await expect(health).toContainText('Failing for')
  await makeDue(product, task.id)
  await expect(health).toContainText(
    new RegExp(`Last failure: ${minuteTime}( to ${minuteTime})?, \\d+ s, status code 503`),
  )
  await health.getByRole('link', { name: new RegExp(`^${minuteTime}.*, \\d+ s$`) }).click()
  await expect(runs(page)).toHaveCount(1)
  await expect(runs(page)).toContainText('503')
  // What a test shows is no execution by the schedule.
  await api.run(task.id)
  await expect(health).toContainText(/Last: 200 in /)
})

test('a task that was deactivated after failures says so, and its banner activates it', async ({
  page,
  api,
  targets,
  product,
}) => {
  const target = targets.target('reset')
  const task = await api.createTask({ url: target.url, scheduler: { mode: 'INTERVAL', intervalSecond: 3600 } })
  for (const failures of [1, 2]) {
    await expect.poll(() => target.calls.length).toBeGreaterThanOrEqual(failures)
    await makeDue(product, task.id)
  }
  await expect.poll(async () => (await api.getTask(task.id)).status).toBe('DISABLED')
  await page.goto(`/dashboard/tasks/${task.id}`)
  const health = page.getByRole('group', { name: 'Health' })
  await expect(health).toContainText(/Disabledafter 3 failed executions, /)
  await expect(page.getByText('The URL didn’t respond')).toBeVisible()
  target.reacts(answers.plain('fine'))
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(snackbar(page, 'Task activated')).toBeVisible()
  await expect(page.getByText('The URL didn’t respond')).toHaveCount(0)
  await expect(health).toContainText('Up for')
  expect((await api.getTask(task.id)).status).toBe('ACTIVE')
})
