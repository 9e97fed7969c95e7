import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'
import { plans } from '@knockwire/domain/plans/plans'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { expect, test } from '../../harness/notified-test.ts'
import { answers } from '../../harness/target-server.ts'

test('[TH-28] what was not delivered says why, in the provider’s words, and where the plan’s limit is reached', async ({
  page,
  api,
  notify,
  person,
  targets,
}) => {
  await notify.verify(person.email)
  const emailSetting = { address: person.email, subject: 'Up', template: 'Up' }
  const url = targets.target(answers.plain('ok')).url
  const chatty = await api.createTask({ name: 'Chatty', url })
  expect(notificationLimits.perTask).toBe(plans.FREE.emails.limit)
  for (let made = 0; made < notificationLimits.perTask; made += 1)
    await notify.add({ type: 'EMAIL', taskId: chatty.id, emailSetting })
  const sent = await api.run(chatty.id)
  await page.goto(`/dashboard/tasks/${chatty.id}/executions/${sent.id}`)
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(notificationLimits.perTask)

  const task = await api.createTask({ name: 'Tea', url })
  const hook = targets.target(answers.plain('Nobody is here.', 404))
  const smsSetting = { countryCode: '+1', phoneNumber: '6045550199', template: 'Up' } as const
  const target = { ...defaultRequestTarget, uri: hook.url, method: 'POST' } as const
  await notify.add({ type: 'HTTP', taskId: task.id, request: { target } })
  await notify.add({ type: 'EMAIL', taskId: task.id, emailSetting })
  await notify.add({ type: 'SMS', taskId: task.id, smsSetting })
  const run = await api.run(task.id)
  await expect.poll(() => hook.calls.length).toBe(1)

  await page.goto(`/dashboard/tasks/${task.id}/executions/${run.id}`)
  await expect(page.getByText(`HTTP to ${hook.url}`)).toBeVisible()
  const heading = page.getByRole('heading', { name: 'Notification Status' })
  const status = page.locator('section').filter({ has: heading }).last()
  await expect(status.getByText('Failed', { exact: true })).toHaveCount(1)
  await expect(page.getByText('The target responded with 404.', { exact: true })).toBeVisible()
  await expect(page.getByText('1 attempt', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Not sent (plan limit)', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Not sent: your plan includes 20 emails a day, and all of them are used.')).toBeVisible()
  await expect(page.getByText('Not sent: your plan includes no text messages.')).toBeVisible()
  await expect(page.getByText('0 attempts', { exact: true })).toHaveCount(0)
  // What went is there, and nothing else but the word that the limit is reached.
  await expect
    .poll(async () => (await notify.outbox(person.email)).map(({ subject }) => subject))
    .toContain('Your email limit is reached')
  const subjects = (await notify.outbox(person.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Up')).toHaveLength(plans.FREE.emails.limit)
  expect(hook.calls).toHaveLength(1)
})
