import { insertExecutions } from '../../harness/database.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('the overview says that everything is well, then what fails, and leads there', async ({
  page,
  api,
  product,
  targets,
}) => {
  await page.goto('/dashboard/support')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('Nothing is watched yet.')).toBeVisible()
  const target = targets.target(answers.plain('ready'), answers.plain('Database is locked', 503))
  const { id } = await api.createTask({ name: 'Price of tea', url: target.url })
  await insertExecutions(product, id, 3)
  await page.reload()
  await expect(page.getByText('Everything is working.')).toBeVisible()
  await expect(page.getByText('1 task is active: none is failing or late.')).toBeVisible()

  await api.run(id)
  await api.run(id)
  const failing = page.getByRole('list', { name: 'Tasks that are failing or late' })
  await expect(failing.getByRole('listitem')).toHaveText([/Failing.*Price of tea.*Last response: 503/s], {
    timeout: 15_000,
  })
  const tasks = page.getByRole('region', { name: 'Tasks', exact: true })
  await expect(tasks.getByRole('link', { name: '1 Failing' })).toHaveAttribute(
    'href',
    '/dashboard/tasks?status=failing',
  )
  await failing.getByRole('link', { name: 'Price of tea' }).click()
  await expect(page).toHaveURL(`/dashboard/tasks/${id}/executions`)
})
