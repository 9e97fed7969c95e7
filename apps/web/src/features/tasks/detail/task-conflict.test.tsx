import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { task } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { holdPages } from '../../../testing/open-page.tsx'
import { expectSnackbar } from '../../../testing/screens.ts'
import { request, schedule, name, press, openTask } from '../../../testing/pages/task-settings.ts'

const conflict = page.getByRole('dialog', { name: 'This task was changed elsewhere' })
const fieldIn = (label: string) => conflict.getByRole('group', { name: new RegExp(`^${label} changed`) })

it('a save that would overwrite what was changed elsewhere shows both versions, and stores what is chosen', async () => {
  const served = await openTask()
  await press(request, 'Edit')
  await name.fill('Green tea')
  await request.getByLabelText('Method').selectOptions('PUT')
  const black = { name: 'Black tea', target: { uri: 'https://example.com/black' } }
  served.view = task({ ...black, version: served.view.version + 1 })
  await press(request, 'Save')
  await expect.element(conflict).toBeVisible()
  await expect.element(fieldIn('Name')).toMatchTextContent(/Green tea.*Black tea/)
  await expect.element(fieldIn('Name').getByRole('radio', { name: 'Keep mine' })).toBeChecked()
  await expect.element(fieldIn('URL').getByRole('radio', { name: 'Take theirs' })).toBeChecked()
  await expect.element(fieldIn('Method')).not.toBeInTheDocument()
  expect(served.view.name).toBe('Black tea')

  await conflict.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(conflict).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Green tea')
  await press(request, 'Save')
  await press(conflict, 'Save')
  await expectSnackbar('Task settings updated')
  expect(served.view).toMatchObject({
    name: 'Green tea',
    request: { target: { uri: 'https://example.com/black', method: 'PUT' } },
  })
})

it('a section that is only read is not put back to what it was when another was opened', async () => {
  const served = await openTask()
  await press(schedule, 'Edit')
  await schedule.getByRole('group', { name: 'Run every' }).getByText('1 week', { exact: true }).click()
  served.view = task({ target: { uri: 'https://example.com/black' }, version: served.view.version + 1 })
  await press(schedule, 'Save')
  await expect.element(fieldIn('URL')).toBeVisible()
  await press(conflict, 'Save')
  await expectSnackbar('Task settings updated')
  expect(served.view).toMatchObject({
    scheduler: { intervalSecond: 604_800 },
    request: { target: { uri: 'https://example.com/black' } },
  })
})

it('a task that was deleted elsewhere says so when it is saved, and what was typed becomes a new one', async () => {
  const served = await openTask()
  await press(request, 'Edit')
  await name.fill('Green tea')
  const created = { ...served.view, id: served.view.id.replace('0001', '0002') }
  let drafts = 0
  let isDown = true
  server.get('/tasks/:id', 'TaskView', ({ params }) =>
    params['id'] === created.id ? { ...created, name: 'Green tea', status: 'DRAFT' } : rejected(404, 'NOT_FOUND'),
  )
  server.post('/tasks/:id', 'TaskView', ({ params }) => {
    if (params['id'] !== created.id) return rejected(404, 'NOT_FOUND')
    return isDown ? rejected(503, 'UNAVAILABLE') : { ...created, name: 'Green tea', status: 'DRAFT' }
  })
  server.post('/tasks/empty', 'CreatedView', () => {
    drafts += 1
    return { id: created.id }
  })
  await press(request, 'Save')
  const notice = page.getByRole('alert').filter({ hasText: 'This task was deleted elsewhere' })
  await expect.element(notice).toMatchTextContent('Your changes are still here')
  await expect.element(page.getByRole('button', { name: 'Test', exact: true })).not.toBeInTheDocument()
  await press(notice, 'Create as a new task')
  await expect.element(notice.getByRole('alert')).toBeVisible()
  isDown = false
  const letPagesCome = holdPages()
  await press(notice, 'Create as a new task')
  await expect.poll(() => server.calls('post', new RegExp(`/${created.id}$`))).toHaveLength(2)
  await name.fill('Green tea and cake')
  letPagesCome()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Create task' })).toBeVisible()
  await expect.element(name).toHaveValue('Green tea and cake')
  expect(drafts).toBe(1)
})
