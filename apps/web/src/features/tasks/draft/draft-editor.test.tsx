import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../../lib/api/query-client.ts'
import { leaveTyped } from '../../../lib/editing/typed-text.ts'
import { executionOf, executionRow } from '../../../testing/builders/execution.ts'
import { draft, taskPage } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { holdPages, openPage } from '../../../testing/open-page.tsx'
import { addDialog } from '../../../testing/notification-screens.ts'
import { expectSnackbar, press, section } from '../../../testing/screens.ts'
import { serveNotifications } from '../../../testing/serve-notifications.ts'
import { noExecutions, serveTask } from '../../../testing/serve-task.ts'

const name = page.getByLabelText('Name', { exact: true })

const openDraft = async () => {
  const served = serveTask(draft())
  serveNotifications()
  server.get('/tasks', 'TaskPage', () => taskPage({ taskCount: 1, counts: { ACTIVE: 1 } }))
  // The page that was there before may still give an untouched draft up; the server finds that this one is none.
  server.done.delete('/tasks/:id')
  await openPage(`/dashboard/drafts/${served.view.id}`)
  await page.getByLabelText('URL', { exact: true }).fill('https://example.com/tea')
  await name.fill('Tea')
  return served
}

it('what is typed while a task is being created is still there, in its settings', async () => {
  const served = await openDraft()
  const held = Promise.withResolvers<void>()
  served.held = held.promise
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect.poll(() => server.calls('post', /tasks\/[^/]+$/).some(({ query }) => query.has('activate'))).toBe(true)
  await name.fill('Tea and cake')
  held.resolve()
  await expectSnackbar('Task created')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Tea')
  await expect.element(section('Request Settings').getByLabelText('Name', { exact: true })).toHaveValue('Tea and cake')
  expect(served.view).toMatchObject({ name: 'Tea', status: 'ACTIVE' })
  await section('Request Settings').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Tea and cake')
  expect(served.view.name).toBe('Tea and cake')
})

it('what was typed in a draft under the version before, which named its form draft, is back after the upgrade', async () => {
  const { view } = serveTask(draft())
  serveNotifications()
  leaveTyped(`draft.${view.id}`, { request: { name: 'Tea and cake' } }, view)
  await openPage(`/dashboard/drafts/${view.id}`)
  await expectSnackbar('What you typed is back.')
  await expect.element(name).toHaveValue('Tea and cake')
})

it('what is typed once a task is created, before its page is shown, is still there, in its settings', async () => {
  await openDraft()
  const letPagesCome = holdPages()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expectSnackbar('Task created')
  await name.fill('Tea and cake')
  letPagesCome()
  await page.getByRole('link', { name: /^Settings/ }).click()
  await expect.element(section('Request Settings').getByLabelText('Name', { exact: true })).toHaveValue('Tea and cake')
})

it('a notification that is typed while a task is being created is still there, over the task’s settings', async () => {
  const served = await openDraft()
  const held = Promise.withResolvers<void>()
  served.held = held.promise
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect.poll(() => server.calls('post', /tasks\/[^/]+$/).some(({ query }) => query.has('activate'))).toBe(true)
  const subject = (await addDialog('Email')).getByLabelText('Subject')
  await subject.fill('The tea is ready')
  held.resolve()
  await expectSnackbar('Task created')
  await expectSnackbar('What you typed is back.')
  await expect.element(subject).toHaveValue('The tea is ready')
  expect(served.view.status).toBe('ACTIVE')
})

it('a secret header that is typed while a task is being created is still there, in its settings', async () => {
  const served = await openDraft()
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByLabelText('Header 1 name').fill('Authorization')
  await page.getByLabelText('Header 1 value').fill('Bearer first')
  const held = Promise.withResolvers<void>()
  served.held = held.promise
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect.poll(() => server.calls('post', /tasks\/[^/]+$/).some(({ query }) => query.has('activate'))).toBe(true)
  await page.getByLabelText('Header 1 value').fill('Bearer second')
  held.resolve()
  await expectSnackbar('What you typed is back.')
  const value = section('Request Settings').getByLabelText('Header 1 value')
  await expect.element(value).toHaveValue('Bearer second')
  await expect.element(page.getByText('Enter passwords and secret headers again.')).not.toBeInTheDocument()
  await section('Request Settings').getByRole('button', { name: 'Save' }).click()
  await expectSnackbar('Task settings updated')
})

it('a task that is created as it is typed is shown where its first run appears', async () => {
  const served = await openDraft()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expectSnackbar('Task created')
  await expect.element(page.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page')
  expect(served.view).toMatchObject({ name: 'Tea', status: 'ACTIVE' })
})

it('a task that could not be created says nothing of its draft, whose own state does', async () => {
  await openDraft()
  server.post('/tasks/:id', 'TaskView', () => rejected(503, 'UNAVAILABLE'))
  // The draft may have been saved by now; this change of it cannot be.
  await name.fill('Tea and cake')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const alert = page.getByRole('alert', { name: 'Task not created', exact: true })
  await expect.element(alert).toBeVisible()
  await expect.element(alert).not.toMatchTextContent(/draft|saved/i)
  // Until it is saved again, three seconds later, and after.
  await expect.element(page.getByRole('status').filter({ hasText: /Unsaved changes|Draft not saved/ })).toBeVisible()
})

it('a draft that was deleted meanwhile says so, and what is typed becomes a new one', async () => {
  const served = await openDraft()
  const second = { ...draft(), id: served.view.id.replace('0001', '0002') }
  server.get('/tasks/:id', 'TaskView', ({ params }) =>
    params['id'] === second.id ? { ...second, name: 'Tea' } : rejected(404, 'NOT_FOUND'),
  )
  server.post('/tasks/:id', 'TaskView', ({ params }) =>
    params['id'] === second.id ? second : rejected(404, 'NOT_FOUND'),
  )
  server.post('/tasks/empty', 'CreatedView', () => ({ id: second.id }))
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This draft was deleted' })
  await expect.element(notice).toMatchTextContent('What you typed is still here')
  await expect.element(page.getByText('Draft not saved')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Create', exact: true })).not.toBeInTheDocument()
  await press(notice, 'Create a new draft')
  await expect.poll(() => window.location.pathname).toBe(`/dashboard/drafts/${second.id}`)
  await expect.element(name).toHaveValue('Tea')
  const saves = server.calls('post', new RegExp(`/${second.id}$`))
  expect(saves[0]?.body).toMatchObject({ name: 'Tea', request: { target: { uri: 'https://example.com/tea' } } })
})

describe('a draft that is created as a task in another window', () => {
  const createElsewhere = async (served: Awaited<ReturnType<typeof openDraft>>) => {
    served.view = { ...served.view, name: 'Milk', version: served.view.version + 1, status: 'ACTIVE' }
    await queryClient.invalidateQueries()
  }

  it('keeps what is typed of it, which can be saved to the task', async () => {
    const served = await openDraft()
    await expect.element(page.getByText('Draft saved')).toBeVisible()
    await name.fill('Tea and cake')
    await createElsewhere(served)
    const conflict = page.getByRole('dialog', { name: 'This draft was created as a task elsewhere' })
    await expect.element(conflict).toBeVisible()
    await conflict.getByRole('button', { name: /^Save/ }).click()
    await expect.element(page.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page')
    expect(served.view).toMatchObject({ name: 'Tea and cake', status: 'ACTIVE' })
  })

  it('leads to the task where all of it is saved', async () => {
    const served = await openDraft()
    await expect.element(page.getByText('Draft saved')).toBeVisible()
    const letPagesCome = holdPages()
    await createElsewhere(served)
    await expect.element(page.getByRole('status').filter({ hasText: 'Loading task...' })).toBeInTheDocument()
    letPagesCome()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Milk')
    await expect.element(page.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page')
  })

  it('keeps a notification that is being typed, and leads to the task once that is given up', async () => {
    const served = await openDraft()
    await expect.element(page.getByText('Draft saved')).toBeVisible()
    const dialog = await addDialog('Email')
    const subject = dialog.getByLabelText('Subject')
    await subject.fill('The tea is ready')
    await createElsewhere(served)
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    await expect.element(subject).toHaveValue('The tea is ready')
    await press(dialog, 'Cancel')
    await expect.element(page.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page')
    const isOfHistory = ({ query }: { query: URLSearchParams }) => query.get('size') === '10'
    await expect.poll(() => server.calls('get', /executions$/).some(isOfHistory)).toBe(true)
    await expect.poll(() => queryClient.isFetching()).toBe(0)
  })
})

it('a test whose result cannot be read says so, is not asked for again and again, and is read by a button', async () => {
  await openDraft()
  const ran = executionRow(1, { trigger: 'TEST' })
  server.post('/tasks/:id/lifecycle/test', 'TestRunView', () => ({ executionId: ran.id, version: 'UNSAVED' }))
  server.get('/tasks/:id/executions/:executionId', 'ExecutionWithPage', () => rejected(404, 'NOT_FOUND'))
  server.post('/notifications/preview-execution', 'ExecutionPreviewList', () => ({ results: [] }))
  const test = page.getByRole('button', { name: 'Test', exact: true })
  const result = page.getByRole('status', { name: 'Test result' })
  await test.click()
  await expect.element(result).toMatchTextContent('The result of the test could not be loaded.')
  await expect.element(result).not.toMatchTextContent('Testing…')
  await expect.element(test).toBeEnabled()

  server.get('/tasks/:id/executions/:executionId', 'ExecutionWithPage', () => ({
    ...executionOf(ran),
    _embedded: { ...noExecutions, results: [ran], total: 1 },
  }))
  await press(result, 'Try again')
  await expect.element(result).toMatchTextContent('200 in 1 ms')
})
