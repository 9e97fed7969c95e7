import { addDialog, group, rows, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { hold } from '../../harness/pause.ts'
import { answers } from '../../harness/target-server.ts'
import { expectFieldError, snackbar } from '../../harness/screens.ts'

test('[TN-18, TN-58] the preview reads as the newest execution would, while one writes', async ({
  page,
  api,
  notify,
  person,
  targets,
}) => {
  await notify.verify(person.email)
  const target = targets.target(answers.json({ price: 7 }))
  const task = await api.createTask({ name: 'Tea', url: target.url })
  await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}`)
  const dialog = await addDialog(page, 'Email')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('With values of the latest execution')
  await expect(preview).toContainText('[Alert] Tea: 200')
  await expect(preview).toContainText(`URL: ${target.url}`)
  const condition = dialog.getByRole('region', { name: 'Condition' })
  await expect(condition).toContainText('Met by the latest execution')
  await expect(condition).toContainText('Status code (200) equals 200')

  await dialog.getByLabel('Source').selectOption('response_body_json')
  await dialog.getByLabel('JSON path').fill('$.price')
  await dialog.getByLabel('Comparison').selectOption('number_less_than')
  await dialog.getByLabel('Value').fill('7')
  await expect(condition).toContainText('Not met by the latest execution')
  await expect(condition).toContainText('JSON body at $.price is 7 (required: less than 7)')
  await expect(preview).toContainText('Value: 7')
  // Of several conditions it is marked which of them is not met.
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await expect(condition.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Not met:' }) })).toHaveText(
    [/^JSON body at \$\.price is 7/],
  )
  await expect(condition.getByRole('img', { name: 'Met:', exact: true })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Remove condition 2' }).click()

  await template(dialog, 'Subject').fill('Now {{ condition.value }}')
  await template(dialog, 'Message').fill('{% if %}')
  await expect(preview).toContainText('Now 7')
  await expect(preview).toContainText(/Line 1: invalid value expression/)
})

test('without an execution the preview has example values, and without a preview one can still save', async ({
  page,
  api,
  problem,
}) => {
  const { id } = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  let dialog = await addDialog(page, 'SMS')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('With example values that meet the condition')
  await expect(preview).toContainText(/\d+ characters/)
  await expect(preview).toContainText('[Alert] Tea: 200 http')
  await dialog.getByLabel('Source').selectOption('response_body_text')
  await dialog.getByLabel('Value').fill('Sold out')
  await expect(preview).toContainText('[Alert] Tea: response body is "Sold out"')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()

  await page.route('**/notifications/preview', (route) =>
    route.fulfill({ status: 403, json: { code: 'FOREIGN_ORIGIN', message: 'Not from here.' } }),
  )
  problem.announce(403, '/notifications/preview')
  dialog = await addDialog(page, 'SMS')
  await template(dialog, 'Message').fill('Ready')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('The preview isn’t available right now.')
  await dialog.getByLabel('Phone number').fill('6045550199')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'SMS')).toHaveCount(1)
})

test('errors of a template stand at its field once typing rests', async ({ page, api }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Slack')
  const message = template(dialog, 'Message')
  await page.clock.install()
  await message.fill('It was {{ respose.code }}')
  // As fast as anyone goes on: nothing is said of what is half typed.
  await page.clock.runFor(500)
  await expect(message).not.toHaveAttribute('aria-invalid', 'true')
  await page.clock.runFor(500)
  await expectFieldError(message, /There is no variable respose\.code\./)
  await message.fill('It was {{ response.code }}')
  await page.clock.runFor(1_000)
  await expect(message).not.toHaveAttribute('aria-invalid', 'true')
})

test('a variable is inserted where the caret stands, and writing goes on behind it', async ({ page, api }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'SMS')
  const message = template(dialog, 'Message')
  await message.fill('ab')
  await message.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Insert variable into Message' }).click()
  await dialog.getByRole('menuitem', { name: /^condition\.value/ }).click()
  await expect(message).toBeFocused()
  await page.keyboard.type('!')
  await expect(message).toHaveValue('a{{ condition.value }}!b')
})

test('[DR-13] while a task is created its notifications are made and deleted in silence', async ({
  page,
  api,
  notify,
}) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  const said: string[] = []
  await page.exposeFunction('noteSnackbar', (text: string) => said.push(text))
  await page.evaluate(() => {
    const look = () =>
      document.querySelectorAll('.kw-snackbar').forEach((element) => {
        ;(window as unknown as { noteSnackbar: (text: string) => void }).noteSnackbar(element.textContent ?? '')
      })
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  const dialog = await addDialog(page, 'SMS')
  await dialog.getByLabel('Phone number').fill('6045550199')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'SMS')).toHaveCount(1)
  await rows(page, 'SMS').getByRole('button', { name: /^Edit/ }).click()
  await template(page.getByRole('dialog'), 'Message').fill('Ready')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await rows(page, 'SMS')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(group(page, 'SMS').getByText('No SMS notification configured')).toBeVisible()
  expect(said).toEqual([])

  const again = await addDialog(page, 'SMS')
  await again.getByLabel('Phone number').fill('6045550199')
  await page.keyboard.press('Control+Enter')
  await expect(rows(page, 'SMS')).toHaveCount(1)
  await page.getByLabel('URL').fill('https://example.com/')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(snackbar(page, 'Task created')).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(rows(page, 'SMS')).toHaveCount(1)
  expect(await notify.list(id)).toHaveLength(1)
})

test('Ctrl+Enter in a draft’s dialog saves the notification, not the task', async ({ page, api }) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  await page.getByLabel('URL').fill('https://example.com/')
  const dialog = await addDialog(page, 'SMS')
  const saving = await hold(page, /\/api\/v1\/notifications$/)
  await dialog.getByLabel('Phone number').fill('6045550199')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  saving.release()
  await expect(dialog).toBeHidden()
  expect((await api.getTask(id)).status).toBe('DRAFT')
})
