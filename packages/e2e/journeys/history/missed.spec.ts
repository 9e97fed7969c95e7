import { expectNoAxeViolations } from '../../harness/axe.ts'
import { insertMissedRuns } from '../../harness/database.ts'
import { section, snackbar } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('a task’s history says which planned times did not run and why, and how late its executions start', async ({
  page,
  api,
  targets,
  product,
}) => {
  const target = targets.target(answers.json({ price: 7 }))
  const scheduler = { mode: 'INTERVAL', intervalSecond: 3600 } as const
  const task = await api.createTask({ name: 'Price of tea', url: target.url, scheduler })
  await expect.poll(() => target.calls.length).toBeGreaterThan(0)
  await insertMissedRuns(product, task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await expect(page.getByText(/^The only execution in the last 30 days started within \d.* of its time/)).toBeVisible()
  await page.getByText('Missed executions', { exact: true }).click()
  const [skipped, away] = [
    page.getByRole('listitem').filter({ hasText: 'Skipped' }),
    page.getByText(/^12 executions, /),
  ]
  await expect(away).toBeVisible()
  await expect(page.getByText(/Missed: the server was not running from .+ to .+\./)).toBeVisible()
  await expect(skipped).toContainText('the previous execution was still running')
  await expectNoAxeViolations(page)
  await skipped.getByRole('link', { name: 'Show that execution' }).click()
  await expect(page).toHaveURL(/\/executions\/[\da-f-]{36}/)
  await expect(page.getByText(/started [\d.]+ ?m?s after it/)).toBeVisible()
})

test('what is done about missed executions is chosen with the schedule, and read where it is not edited', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.json({ price: 7 }))
  const task = await api.createTask({ name: 'Backup', url: target.url })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const schedule = section(page, 'Request Schedule')
  await expect(schedule).toContainText('Run once, as soon as possible')
  await schedule.getByRole('button', { name: 'Edit' }).click()
  await schedule.getByLabel('If executions are missed').selectOption('Run each of them, one after another')
  await schedule.getByLabel('Unless they are older than').selectOption('6 hours')
  await expectNoAxeViolations(page)
  await schedule.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await expect(schedule).toContainText('Run each of them, one after another, up to 6 hours late')
  expect((await api.getTask(task.id)).scheduler).toMatchObject({ catchUp: 'ALL', catchUpSecond: 21_600 })
})
