import { expectNoAxeViolations } from '../../harness/axe.ts'
import { setPlan } from '../../harness/database.ts'
import { addDialog, rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'

const eachMinute = { mode: 'INTERVAL', intervalSecond: 60 } as const

test('a message every time is marked, in the dialog and in the table, where the schedule can use up the plan’s', async ({
  page,
  api,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  const { id } = await api.createTask({ url: 'https://example.com/', scheduler: eachMinute })
  await api.deactivate(id)
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Email')
  const warning = dialog.getByText(/can use up your plan’s 20 emails a day/)
  await expect(dialog.getByLabel('When the condition becomes true')).toBeChecked()
  await expect(warning).toHaveCount(0)
  await dialog.getByLabel('Every time the condition is met').check()
  await expect(warning).toBeVisible()
  await expectNoAxeViolations(page, 'a warning of the plan')
  await page.emulateMedia({ colorScheme: 'light' })
  await dialog.getByLabel('When the condition becomes true').check()
  await expect(warning).toHaveCount(0)
  await dialog.getByLabel('Every time the condition is met').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Email')).toContainText('Every time: can use up your plan’s 20 emails a day')
})

test('the plan’s numbers have separators', async ({ page, api, notify, person, product }) => {
  await notify.verify(person.email)
  await setPlan(product, person.email, 'BUSINESS')
  const { id } = await api.createTask({ url: 'https://example.com/', scheduler: eachMinute })
  await api.deactivate(id)
  const emailSetting = { address: person.email, subject: 'Down', template: 'It is down.' }
  await notify.add({ type: 'EMAIL', taskId: id, emailSetting })
  await page.goto(`/dashboard/tasks/${id}`)
  await expect(page.getByText('0 of 10,000 emails used this month')).toBeVisible()
  await expect(rows(page, 'Email')).toContainText('Every time: can use up your plan’s 10,000 emails a month')
})

test('what is sent seldom, or is not limited, is not marked', async ({ page, api, notify, person }) => {
  await notify.verify(person.email)
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Email')
  await dialog.getByLabel('Every time the condition is met').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Email')).toContainText(person.email)
  const other = await api.createTask({ url: 'https://example.com/', scheduler: eachMinute })
  await api.deactivate(other.id)
  await page.goto(`/dashboard/tasks/${other.id}`)
  const hook = await addDialog(page, 'HTTP')
  await hook.getByLabel('Every time the condition is met').check()
  await hook.getByLabel('URL').fill('https://hooks.example.com/')
  await hook.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'HTTP')).toHaveCount(1)
  await expect(page.getByText(/can use up/)).toHaveCount(0)
})
