import { hold } from '../../harness/pause.ts'
import { section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('what is typed while a save is in flight stays, and the next save stores it', async ({ page, api }) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  const name = request.getByLabel('Name', { exact: true })
  await name.fill('Green')
  const save = await hold(page, new RegExp(`/api/v1/tasks/${task.id}$`))
  await request.getByRole('button', { name: 'Save' }).click()
  await name.fill('Green tea')
  save.release()

  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await expect(name).toHaveValue('Green tea')
  expect(await api.getTask(task.id)).toMatchObject({ name: 'Green' })
  await request.getByRole('button', { name: 'Save' }).click()
  await expect(request.getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(await api.getTask(task.id)).toMatchObject({ name: 'Green tea' })
})

test('a section that is opened while the other one is saved stays open', async ({ page, api }) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea', scheduler: { mode: 'INTERVAL' } })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  const schedule = section(page, 'Request Schedule')
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Green tea')
  const save = await hold(page, new RegExp(`/api/v1/tasks/${task.id}$`))
  await request.getByRole('button', { name: 'Save' }).click()
  await schedule.getByRole('button', { name: 'Edit' }).click()
  await expect(schedule.getByRole('button', { name: 'Save' })).toBeVisible()
  save.release()

  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await expect(request.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(schedule.getByRole('button', { name: 'Save' })).toBeVisible()
  await schedule.getByRole('button', { name: 'Save' }).click()
  await expect(schedule.getByRole('button', { name: 'Edit' })).toBeVisible()
})
