import type { Locator } from '@playwright/test'
import { setAdvancedConditions } from '../../harness/advanced-conditions.ts'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { addDialog, rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { answers } from '../../harness/target-server.ts'

const preset = (dialog: Locator, name: string) =>
  dialog.getByRole('group', { name: 'Notify me when' }).getByRole('button', { name, exact: true })
const condition = (dialog: Locator) => dialog.getByRole('group', { name: 'Condition', exact: true })

test('[TN-21] above the condition, which begins as before, presets are offered: "It is down" is met without a response and by error codes', async ({
  page,
  api,
  notify,
  targets,
}) => {
  const target = targets.target(answers.plain('busy', 503), answers.plain('fine'), 'reset')
  const { id } = await api.createTask({ url: target.url })
  await api.deactivate(id)
  await api.run(id)
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  const down = preset(dialog, 'It is down')
  await expect(condition(dialog).getByLabel('Comparison')).toHaveValue('number_equal_to')
  await expect(dialog.getByRole('group', { name: 'Notify me when' }).getByRole('button')).toHaveText([
    'It is down',
    'It is slow',
    'The page changed',
    'A value changed',
    'A value crosses a limit',
  ])
  await expect(down).toHaveAttribute('aria-pressed', 'false')

  await down.click()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByText('when no response arrives, for example after a timeout')).toBeVisible()
  await expect(dialog.getByText('A task is deactivated after 3 failed executions in a row.')).toBeVisible()
  await expect(dialog.getByText('Met by the latest execution', { exact: true })).toBeVisible()
  const second = dialog.getByRole('group', { name: 'Alternative 2' })
  await expect(second.getByLabel('Value')).toHaveValue('400')
  await expectNoAxeViolations(page, 'a preset')
  await page.emulateMedia({ colorScheme: 'light' })
  // What is changed by hand is no preset any more.
  await second.getByLabel('Value').fill('500')
  await expect(down).toHaveAttribute('aria-pressed', 'false')
  await down.click()
  await expect(second.getByLabel('Value')).toHaveValue('400')
  await dialog.getByLabel('URL').fill('https://hooks.example.com/')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'HTTP')).toContainText('No response, or status code is at least 400')
  expect((await notify.list(id))[0]?.firing).toMatchObject({ mode: 'ON_START', notifyOnRecovery: true })

  await rows(page, 'HTTP').getByRole('button', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog', { name: 'Edit HTTP notification' })
  await expect(preset(editing, 'It is down')).toHaveAttribute('aria-pressed', 'true')
  await editing.getByRole('button', { name: 'Cancel' }).click()
})

test('a preset that asks for a limit or a path is filled in from the latest response, and has its field selected', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.json({ tea: { name: 'Oolong', stock: 12 } }))
  const { id } = await api.createTask({ url: target.url })
  await api.deactivate(id)
  await api.run(id)
  await page.goto(`/dashboard/tasks/${id}`)
  const offered = page.waitForResponse((response) => /\/executions\/[0-9a-f-]{36}$/.test(response.url()))
  const dialog = await addDialog(page, 'HTTP')
  await offered
  const value = condition(dialog).getByLabel(/^Value/)
  const path = condition(dialog).getByLabel('JSON path')

  await preset(dialog, 'It is slow').click()
  await expect(condition(dialog).getByLabel('Value (ms)')).toBeFocused()
  await expect(value).toHaveValue(/^\d{3,5}$/)
  await page.keyboard.type('750')
  await expect(value).toHaveValue('750')
  await expect(preset(dialog, 'It is slow')).toHaveAttribute('aria-pressed', 'true')

  await preset(dialog, 'A value changed').click()
  await expect(path).toBeFocused()
  await expect(path).toHaveValue('$.tea.name')
  await expect(dialog.getByText('Notifies when one value in the response body changes')).toBeVisible()

  await preset(dialog, 'A value crosses a limit').click()
  await expect(path).toHaveValue('$.tea.stock')
  await expect(value).toBeFocused()
  await expect(value).toHaveValue('12')
  await page.keyboard.type('11')
  await expect(dialog.getByText('JSON body at $.tea.stock (12) is greater than 11')).toBeVisible()
  // Save would reject it, so nothing is said of it.
  await value.fill('eleven')
  await expect(dialog.getByText(/by the latest execution/)).toHaveCount(0)

  await preset(dialog, 'The page changed').click()
  await expect(preset(dialog, 'The page changed')).toBeFocused()
  await expect(condition(dialog).getByLabel('Source')).toHaveValue('response_body_text')
  await expect(condition(dialog).getByLabel('Comparison')).toHaveValue('has_changed')
})

test('[TN-45] an account with one condition a notification is offered the presets of one', async ({
  page,
  api,
  person,
  product,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await setAdvancedConditions(product, person.email, false)
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  await expect(preset(dialog, 'It is slow')).toBeVisible()
  await expect(preset(dialog, 'It is down')).toHaveCount(0)
  await preset(dialog, 'A value changed').click()
  await expect(condition(dialog).getByLabel('JSON path')).toBeFocused()
  await expect(condition(dialog).getByLabel('JSON path')).toHaveValue('')
})
