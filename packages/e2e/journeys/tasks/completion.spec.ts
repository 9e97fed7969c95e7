import type { Page } from '@playwright/test'
import { callReceiver } from '../../harness/receiver-screens.ts'
import { part, runs, section, snackbar } from '../../harness/screens.ts'
import { answers, type Target } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

const accepted = answers.plain('accepted', 202)

/** Runs the task from its page until it waits, and gives the address that its target was given. */
const runUntilWaiting = async (page: Page, target: Target): Promise<string> => {
  const before = target.calls.length
  await page.getByRole('button', { name: 'Test', exact: true }).first().click()
  await expect.poll(() => target.calls.length).toBe(before + 1)
  await expect(runs(page).first()).toContainText('Waiting')
  return String(target.calls.at(-1)?.headers['knockwire-complete'])
}

test('a task waits for its target, which ends an execution by a call with the result, and another one as failed', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(accepted)
  const task = await api.createTask({ name: 'Import', url: target.url })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  const ends = request.getByLabel('An execution ends')
  await expect(ends).toHaveValue('')
  await ends.selectOption({ label: 'When the target reports it, within 6 hours' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await expect(request).toContainText('When the target reports it, within 6 hours')
  expect((await api.getTask(task.id)).completion).toEqual({ withinSeconds: 21_600 })

  const address = await runUntilWaiting(page, target)
  const json = { 'content-type': 'application/json' }
  const answer = await callReceiver(address, { method: 'POST', body: '{"rows":12}', headers: json })
  expect([answer.code, answer.body]).toEqual([200, 'Completed.\n'])
  await expect(runs(page).first()).toContainText('Succeeded')
  const row = runs(page).first().getByRole('button').first()
  await row.click()
  await expect(part(page, 'Response Body')).toContainText('rows')
  await row.click()
  await expect(part(page, 'Response Body')).toHaveCount(0)

  const failing = await runUntilWaiting(page, target)
  expect((await callReceiver(`${failing}/3`)).code).toBe(200)
  await expect(runs(page).first()).toContainText('Failed')
  await runs(page).first().getByRole('button').first().click()
  await expect(page.getByRole('table', { name: 'Details' })).toContainText('said later that it failed (exit code 3)')
})

test('an execution whose target says nothing in time is failed, which its details say', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(accepted)
  const task = await api.createTask({ name: 'Import', url: target.url, completion: { withinSeconds: 10 } })
  const runId = await api.runUntilWaiting(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions/${runId}`)
  await expect(page.getByText('for its completion')).toBeVisible()
  await expect(runs(page).first()).toContainText('Failed', { timeout: 30_000 })
  await expect(page.getByText('did not call the address of its completion within 10 s')).toBeVisible()
  const address = String(target.calls[0]?.headers['knockwire-complete'])
  expect((await callReceiver(address)).code).toBe(410)
})
