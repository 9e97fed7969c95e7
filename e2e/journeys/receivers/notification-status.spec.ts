import { expect, test } from '../../harness/notified-test.ts'
import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'

test('[RN-01] a request tells by mail, and its row says what became of that while one watches', async ({
  page,
  api,
  notify,
  person,
  context,
  product: { dashboardUrl: origin },
}) => {
  await notify.verify(person.email)
  const receiver = await api.receivers.create({ name: 'Deployments' })
  const added = await context.request.post(`${origin}/api/v1/receiver-notifications`, {
    headers: { origin },
    data: {
      type: 'EMAIL',
      receiverId: receiver.id,
      emailSetting: { address: person.email, subject: 'From {{ receiver.name }}', template: '{{ request.body }}' },
    },
  })
  expect(added.ok()).toBe(true)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await expect(page.getByText('Waiting for requests...')).toBeVisible()
  await callReceiver(receiver.url, { method: 'POST', body: 'knock, knock' })
  await requestRows(page).getByRole('button').click()
  const status = requestPart(page, 'Notification Status')
  await expect(status).toContainText(`Email to ${person.email}`)
  await expect(status).toContainText('Delivered')
  await expect(status).toContainText('1 attempt')
  const [mail] = await notify.outbox(person.email)
  expect(mail).toMatchObject({ subject: 'From Deployments', body: expect.stringContaining('knock, knock') })
})
