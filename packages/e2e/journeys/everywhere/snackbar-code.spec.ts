import { loadsAgain } from '../../harness/loads-again.ts'
import { section } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ isFirstVisit: true })

test('where the code of snackbars does not load, the page stays with what was typed there, and plain ones are shown', async ({
  page,
  api,
  targets,
  problem,
}) => {
  const failures: string[] = []
  await page.route(/\/assets\/mantine-snackbars-/, async (route) => {
    failures.push(route.request().url())
    await route.fulfill({ status: 404 })
  })
  problem.announce(404, '/mantine-snackbars-')
  const task = await api.createTask({ name: 'Tea', url: targets.target('hang').url })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Milk')
  // Each time that it is given up it was tried three times; a browser that keeps what has failed asks once.
  const least = (await loadsAgain(page, problem)) ? 3 : 1
  await expect.poll(() => failures.length).toBeGreaterThanOrEqual(least)
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Milk')
  await request.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Milk')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const shown = page.locator('.kw-snackbar').filter({ hasText: 'Test task has been scheduled' })
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'Dismiss' }).click()
  await expect(shown).toBeHidden()
})
