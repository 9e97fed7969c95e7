import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { addDialog, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { section, snackbar } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'

/** Each state is reached once, and then seen at both widths. Leaves the page at the wide one. */
const expectNoneAtAnyWidth = async (page: Page, name: string) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page, `${name}, ${width} px`)
  }
}

test('axe finds nothing at 1280 and at 360 px, light or dark, in the dialogs over typed work and at chosen rows', async ({
  page,
  api,
  targets,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const path = `/dashboard/tasks/${task.id}`
  await api.createTask({ name: 'Milk', url: 'https://example.com/milk' })
  await page.goto('/dashboard/tasks')
  await page.getByRole('checkbox', { name: 'Select Milk' }).check()
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible()
  await expectNoneAtAnyWidth(page, 'rows chosen')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete task' })
  await expect(question).toBeVisible()
  await expectNoneAtAnyWidth(page, 'asked whether an active row is deleted')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectNoneAtAnyWidth(page, 'rows deleted, to be taken back')

  await page.goto(path)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('Method').selectOption('POST')
  await dialog.getByLabel('URL').fill(targets.target(answers.plain('no such hook', 404)).url)
  await template(dialog, 'Body').fill('Hello')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.getByText('The target responded with 404.')).toBeVisible()
  await expectNoneAtAnyWidth(page, 'a test that was sent')

  await page.goto(path)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Green tea')
  const other = await page.context().newPage()
  await other.goto(path)
  await section(other, 'Request Settings').getByRole('button', { name: 'Edit' }).click()
  await section(other, 'Request Settings').getByLabel('Name', { exact: true }).fill('Black tea')
  await section(other, 'Request Settings').getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(other, 'Task settings updated')).toBeVisible()
  await other.close()
  problem.announce(409, `/api/v1/tasks/${task.id}`)
  await request.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'This task was changed elsewhere' })
  await expect(conflict).toBeVisible()
  await expectNoneAtAnyWidth(page, 'a conflict')

  problem.announce(401, '/api/v1/')
  await page.context().clearCookies()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await expectNoneAtAnyWidth(page, 'a session that has ended')
})
