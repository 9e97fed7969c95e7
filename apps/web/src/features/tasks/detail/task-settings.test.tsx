import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { task, taskPage } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { expectFieldError, expectSnackbar } from '../../../testing/screens.ts'
import {
  request,
  schedule,
  name,
  url,
  buttonsOf,
  press,
  heading,
  openTask,
} from '../../../testing/pages/task-settings.ts'

const undo = page.getByRole('button', { name: 'Undo' })
const saves = () => server.calls('post', /^\/tasks\/[^/]+$/)

it('[TD-05..TD-08, TD-10..TD-13, SN-15] each section is read, edited, and given up or saved', async () => {
  const served = await openTask(task({ scheduler: { mode: 'CUSTOM', expression: '0 0 1 1 *', timezone: 'UTC' } }))
  expect(buttonsOf(request)).toEqual(['Edit'])
  expect(buttonsOf(schedule)).toEqual(['Edit'])
  await expect.element(request).toMatchTextContent('https://example.com/tea')
  await expect.element(request.getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(schedule).toMatchTextContent('0 0 1 1 *')

  await press(request, 'Edit')
  await expect.poll(() => buttonsOf(request)).toEqual(['Save', 'Cancel'])
  expect(buttonsOf(schedule)).toEqual(['Edit'])
  await expect.element(name).toHaveFocus()
  await name.fill('Coffee')
  await url.fill('https://example.com/coffee')
  await press(request, 'Cancel')
  await expect.poll(() => buttonsOf(request)).toEqual(['Edit'])
  await expect.element(request).toMatchTextContent('https://example.com/tea')
  await press(request, 'Edit')
  await expect.element(name).toHaveValue('Tea')
  await expect.element(url).toHaveValue('https://example.com/tea')

  await press(schedule, 'Edit')
  await name.fill('Milk')
  await schedule.getByText('Interval', { exact: true }).click()
  await schedule.getByRole('group', { name: 'Run every' }).getByText('1 week', { exact: true }).click()
  await press(request, 'Save')
  await expectSnackbar('Task settings updated')
  await expect.poll(() => [buttonsOf(request), buttonsOf(schedule)]).toEqual([['Edit'], ['Edit']])
  await expect.element(heading).toHaveTextContent('Milk')
  await expect.element(schedule).toMatchTextContent('Every week')
  expect(served.view).toMatchObject({
    name: 'Milk',
    request: { target: { uri: 'https://example.com/tea' } },
    scheduler: { mode: 'INTERVAL', intervalSecond: 604_800 },
  })
})

it('a one-time task that is being run has no next execution', async () => {
  await openTask(
    task({ scheduler: { mode: 'ONE_TIME', oneTimeModeEpochSecond: 1_790_000_000, nextExecutionDate: null } }),
  )
  await expect.element(schedule).toMatchTextContent(/Next executionNone: it runs once/)
})

it('[TD-16, TD-17] Ctrl+Enter and Cmd+Enter save, Escape cancels', async () => {
  const served = await openTask()
  for (const [keys, value] of [
    ['{Control>}{Enter}{Enter}{/Control}', 'Coffee'],
    ['{Meta>}{Enter}{Enter}{/Meta}', 'Milk'],
  ] as const) {
    await press(request, 'Edit')
    await name.fill(value)
    // Twice, as a nervous hand does: the second press is none.
    await userEvent.keyboard(keys)
    await expect.element(heading).toHaveTextContent(value)
    await expect.poll(() => buttonsOf(request)).toEqual(['Edit'])
  }
  expect(saves()).toHaveLength(2)

  await press(request, 'Edit')
  await name.fill('Water')
  await userEvent.keyboard('{Escape}')
  await expect.element(request.getByRole('button', { name: 'Edit' })).toHaveFocus()
  await expect.element(heading).toHaveTextContent('Milk')
  expect(served.view.name).toBe('Milk')
})

it('a timezone that the browser does not know is shown, and kept', async () => {
  const scheduler = { mode: 'CUSTOM', expression: '0 3 * * *', timezone: 'Europe/Atlantis' } as const
  const served = await openTask(task({ scheduler }))
  await expect.element(schedule).toMatchTextContent('Europe/Atlantis')
  await press(schedule, 'Edit')
  await expect.element(schedule.getByText(/^Your browser does not know this timezone/)).toBeVisible()
  await expect.element(schedule.getByText(/^Your browser cannot tell the next executions/)).toBeVisible()
  await schedule.getByLabelText('If executions are missed').selectOptions('SKIP')
  await press(schedule, 'Save')
  await expectSnackbar('Task settings updated')
  expect(served.view.scheduler).toMatchObject({ ...scheduler, catchUp: 'SKIP' })
})

it('what the domain rejects is said as a field is left for another one, and is not sent', async () => {
  await openTask()
  await press(request, 'Edit')
  await url.fill(`https://example.com/${'x'.repeat(2_048)}`)
  await name.click()
  await expectFieldError(url, /Enter at most 2048 characters\./)
  await name.fill('Green tea')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(url).toHaveFocus()
  expect(saves()).toHaveLength(0)

  await url.fill('https://example.com/green')
  await expect.element(url).not.toBeInvalid()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  // The message of the test before may stand there still.
  await expect.poll(saves).toHaveLength(1)
})

it('what the server rejects stands at its field, and the section stays open', async () => {
  await openTask()
  server.post('/tasks/:id', 'TaskView', () =>
    rejected(422, 'INVALID_FIELDS', { errors: { requestUrl: 'This host is not allowed.' } }),
  )
  await press(request, 'Edit')
  await url.fill('https://intranet.example/')
  await press(request, 'Save')
  await expectFieldError(url, /This host is not allowed\./)
  await expect.element(url).toHaveFocus()
  expect(buttonsOf(request)).toEqual(['Save', 'Cancel'])
})

it('changes that were discarded with Escape or Cancel can be restored, in each section', async () => {
  const served = await openTask()
  await press(request, 'Edit')
  await userEvent.keyboard('{Escape}')
  await expect.element(name).not.toBeInTheDocument()
  await expect.element(undo).not.toBeInTheDocument()

  await press(request, 'Edit')
  await name.fill('Green tea')
  await userEvent.keyboard('{Escape}')
  await expectSnackbar('Changes discarded')
  await undo.click()
  await expect.element(name).toHaveValue('Green tea')
  await press(request, 'Cancel')
  await expect.element(undo).toBeVisible()
  await press(request, 'Edit')
  await expect.element(undo).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Tea')

  // The sections are given up and restored one by one.
  await name.fill('Green tea')
  await press(schedule, 'Edit')
  await schedule.getByText('Cron', { exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => buttonsOf(schedule)).toEqual(['Edit'])
  await expect.element(name).toHaveValue('Green tea')
  await undo.click()
  await expect.element(schedule.getByRole('radio', { name: 'Cron' })).toBeChecked()
  await schedule.getByText('Interval', { exact: true }).click()
  await press(request, 'Save')
  await expectSnackbar('Task settings updated')
  expect(served.view.name).toBe('Green tea')
})

it('what is typed while a save is in flight stays, and the next save stores it', async () => {
  const served = await openTask()
  const { promise, resolve } = Promise.withResolvers<void>()
  served.held = promise
  await press(request, 'Edit')
  await name.fill('Green')
  await press(request, 'Save')
  await name.fill('Green tea')
  resolve()
  await expectSnackbar('Task settings updated')
  await expect.element(name).toHaveValue('Green tea')
  expect(served.view.name).toBe('Green')
  await press(request, 'Save')
  await expect.poll(() => buttonsOf(request)).toEqual(['Edit'])
  expect(served.view.name).toBe('Green tea')
})

it('a section that is opened while the other one is saved stays open', async () => {
  const served = await openTask()
  const { promise, resolve } = Promise.withResolvers<void>()
  served.held = promise
  await press(request, 'Edit')
  await name.fill('Green tea')
  await press(request, 'Save')
  await press(schedule, 'Edit')
  await expect.poll(() => buttonsOf(schedule)).toContain('Save')
  resolve()
  await expectSnackbar('Task settings updated')
  await expect.poll(() => [buttonsOf(request), buttonsOf(schedule)]).toEqual([['Edit'], ['Save', 'Cancel']])
})

it('edits survive a visit to the history, and leaving them asks first', async () => {
  server.get('/tasks', 'TaskPage', () => taskPage())
  await openTask()
  // Behind the task's, which has its path, too.
  server.get('/tasks/drafts', 'DraftList', () => ({ results: [] }))
  await press(request, 'Edit')
  await name.fill('Coffee')
  await page.getByRole('link', { name: 'History' }).click()
  const settings = page.getByRole('link', { name: /^Settings/ })
  await expect.element(settings.getByRole('img', { name: 'Unsaved changes' })).toBeVisible()
  await settings.click()
  await expect.element(name).toHaveValue('Coffee')
  await name.fill('Tea')
  await expect.element(settings.getByRole('img', { name: 'Unsaved changes' })).not.toBeInTheDocument()
  await name.fill('Coffee')

  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Coffee')
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => window.location.pathname).toBe('/dashboard/tasks')
})

it('a session that ends while a task is edited is signed in to again over the page, and the save goes on', async () => {
  const served = await openTask()
  await press(request, 'Edit')
  await name.fill('Green tea')
  let isSignedIn = false
  const { view } = served
  server.post('/tasks/:id', 'TaskView', () => {
    if (!isSignedIn) return rejected(401, 'SIGNED_OUT')
    served.view = { ...view, name: 'Green tea', version: view.version + 1 }
    return served.view
  })
  server.post('/auth/sign-in', 'AccountView', ({ body }) => {
    isSignedIn = (body as { password: string }).password === 'a short sentence works'
    return isSignedIn ? account() : rejected(401, 'SIGNED_OUT', { message: 'Incorrect email or password.' })
  })
  await press(request, 'Save')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect.element(dialog.getByLabelText('Email')).toHaveValue('ada@example.com')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await password.fill('not this one')
  await press(dialog, 'Sign in')
  await expect.element(dialog).toMatchTextContent('Incorrect email or password.')
  await password.fill('a short sentence works')
  await press(dialog, 'Sign in')
  await expect.element(dialog).not.toBeInTheDocument()
  // The call that was rejected is repeated by itself.
  await expectSnackbar('Task settings updated')
  await expect.element(heading).toHaveTextContent('Green tea')
})
