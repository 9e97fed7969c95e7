import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { addDialog, group, rows, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { section } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'

test('a notification that is not saved is sent as a test, and the answer of its target is shown', async ({
  page,
  api,
  notify,
  targets,
}) => {
  const hook = targets.target(answers.plain('no such hook', 404))
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('Method').selectOption('POST')
  await dialog.getByLabel('URL').fill(hook.url)
  await template(dialog, 'Body').fill('Hello {{ task.name }}')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.getByText('The test was not delivered')).toBeVisible()
  await expect(dialog.getByText('The target responded with 404.')).toBeVisible()
  await expect(dialog.getByText('no such hook')).toBeVisible()
  expect(hook.calls).toMatchObject([{ body: 'Hello Tea' }])
  expect(await notify.list(task.id)).toEqual([])
})

test('a test of a task’s notification describes the task as the page shows it, saved or not', async ({
  page,
  api,
  targets,
}) => {
  const hook = targets.target(answers.plain('ok'))
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Green tea')
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('Method').selectOption('POST')
  await dialog.getByLabel('URL').fill(hook.url)
  await template(dialog, 'Body').fill('Hello {{ task.name }}')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Hello Green tea')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.getByText('Test sent to')).toBeVisible()
  expect(hook.calls).toMatchObject([{ body: 'Hello Green tea' }])
  expect((await api.getTask(task.id)).name).toBe('Tea')
})

test('the dialog and the table say how much of the plan is used, and a test counts', async ({
  page,
  api,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const dialog = await addDialog(page, 'Email')
  await expect(dialog.getByText('0 of 20 emails used today')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.getByText(`Test sent to ${person.email}`)).toBeVisible()
  await expect(dialog.getByText('1 of 20 emails used today')).toBeVisible()
  const [mail] = await notify.outbox(person.email)
  expect(mail?.subject).toBe('[Test] [Alert] Tea: 200')
  // What is typed from now on was not tested.
  await dialog.getByLabel('Executions in a row').fill('3')
  await expect(dialog.getByText(`Test sent to ${person.email}`)).toHaveCount(0)
  await dialog.getByLabel('Executions in a row').fill('1')
  await expect(dialog.getByText(`Test sent to ${person.email}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Email')).toHaveCount(1)
  await expect(group(page, 'Email')).toContainText('1 of 20 emails used today')
  await expect(group(page, 'SMS')).toContainText('Text messages are not part of the Free plan.')
})

test('what failed is sent again from the execution, with the answer of the target beside it', async ({
  page,
  api,
  notify,
  targets,
}) => {
  const hook = targets.target(answers.plain('Nobody is here.', 404))
  const task = await api.createTask({ name: 'Tea', url: targets.target(answers.plain('ok')).url })
  const target = { ...defaultRequestTarget, uri: hook.url, method: 'POST' } as const
  await notify.add({ type: 'HTTP', taskId: task.id, request: { target } })
  const run = await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions/${run.id}`)
  await expect(page.getByText('Nobody is here.')).toBeVisible()
  await expect(page.getByText('The target responded with 404.', { exact: true })).toBeVisible()

  // The history hears nothing until it has failed again, and then the row looks as it did.
  let release = () => {}
  const isFailedAgain = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/news\?.*after=/, async (route) => {
    await isFailedAgain
    await route.continue()
  })
  hook.reacts({ ...answers.plain('Still nobody.', 404), delayMs: 1500 })
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expect
    .poll(async () => {
      const details = await (await page.request.get(`/api/v1/tasks/${task.id}/executions/${run.id}`)).json()
      return details.notificationResults[0]
    })
    .toMatchObject({ status: 'FAILED', attempts: 1 })
  release()
  await expect(page.getByText('Still nobody.')).toBeVisible()
  expect(hook.calls).toHaveLength(2)
})

test('the preview of a Slack message looks as Slack shows it, and HTTP says when JSON is declared and not valid', async ({
  page,
  api,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const slack = await addDialog(page, 'Slack')
  await template(slack, 'Message').fill('*down* _since_ `now` 2*3*4')
  const preview = slack.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('down', { exact: true })).toHaveCSS('font-weight', '700')
  await expect(preview.locator('code')).toHaveText('now')
  await expect(preview).toContainText('2*3*4')
  await slack.getByRole('button', { name: 'Cancel' }).click()

  const http = await addDialog(page, 'HTTP')
  await http.getByLabel('Method').selectOption('POST')
  await http.getByRole('button', { name: 'Add header' }).click()
  await http.getByLabel('Header 1 name').fill('Content-Type')
  await http.getByLabel('Header 1 value').fill('application/json')
  await template(http, 'Body').fill('{"task": {{ task.name }}}')
  await expect(http.getByText(/this body is not valid JSON/)).toBeVisible()
  await template(http, 'Body').fill('{"task": {{ task.name | json }}}')
  await expect(http.getByText(/this body is not valid JSON/)).toBeHidden()
})
