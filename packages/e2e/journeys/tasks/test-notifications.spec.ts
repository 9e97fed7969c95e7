import { expectNoAxeViolations } from '../../harness/axe.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { section } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'

const down = {
  source: 'response_code',
  property: '',
  comparison: 'number_greater_than_or_equal_to',
  rightValue: 400,
} as const

test('[TD-18] a test notifies nobody, and shows what would be sent to whom; with the box ticked it is sent, once', async ({
  page,
  api,
  notify,
  person,
  targets,
}) => {
  await notify.verify(person.email)
  const { id } = await api.createTask({ name: 'Shop', url: targets.target(answers.plain('busy', 503)).url })
  await api.deactivate(id)
  await page.goto(`/dashboard/tasks/${id}/executions`)
  const box = page.getByRole('checkbox', { name: 'Also send notifications' })
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeVisible()
  await expect(box).toHaveCount(0)

  const emailSetting = {
    address: person.email,
    subject: '{{ task.name }} is down',
    template: 'Code {{ response.code }}',
  }
  const condition = { ...down, advancedCondition: null }
  await notify.add({ taskId: id, type: 'EMAIL', condition, emailSetting })
  await notify.add({
    taskId: id,
    type: 'SMS',
    smsSetting: { countryCode: '+1', phoneNumber: '6045550199', template: 'All is well' },
  })
  const mails = async () => (await notify.outbox(person.email)).filter(({ subject }) => subject === 'Shop is down')
  await page.reload()
  const result = page.getByRole('status', { name: 'Test result' })
  await expect(box).not.toBeChecked()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(result).toContainText('Nothing was sent, since this is a test.')
  await expect(result.getByRole('listitem')).toHaveCount(1)
  await result.getByText(`Email to ${person.email}`).click()
  await expect(result).toContainText('Shop is down')
  await expect(result.getByText('Code 503', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page, 'what a test would send')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await mails()).toEqual([])

  await box.check()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(result).toContainText(`Notifications sent: Email to ${person.email}`)
  await expect(box).not.toBeChecked()
  await expect.poll(async () => (await mails()).length).toBe(1)
})

test('in a draft the box stands beside Test once the draft has a notification', async ({
  page,
  api,
  notify,
  targets,
}) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  const request = section(page, 'Request Settings')
  const box = request.getByRole('checkbox', { name: 'Also send notifications' })
  await expect(request.getByRole('button', { name: 'Test', exact: true })).toBeVisible()
  await expect(box).toHaveCount(0)
  await notify.add({
    taskId: id,
    type: 'SMS',
    smsSetting: { countryCode: '+1', phoneNumber: '6045550199', template: 'All is well' },
  })
  await page.reload()
  await request.getByLabel('URL', { exact: true }).fill(targets.target(answers.plain('busy', 503)).url)
  await expect(box).not.toBeChecked()
  await request.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(request.getByRole('status', { name: 'Test result' })).toContainText(
    'No notification would be sent: no condition is met.',
  )
})
