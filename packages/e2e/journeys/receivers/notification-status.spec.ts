import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import type { BrowserContext } from '@playwright/test'
import type { Api, Person } from '../../harness/api.ts'
import type { NotifyApi } from '../../harness/notify-api.ts'
import { setDeliveries } from '../../harness/database.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'

interface DeliverySeed {
  api: Api
  notify: NotifyApi
  person: Person
  context: BrowserContext
  origin: string
}

/** A receiver with a notification that mails its person. */
const notifyByMail = async ({ api, notify, person, context, origin }: DeliverySeed): Promise<ReceiverView> => {
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
  return receiver
}

test('[RN-01] a request tells by mail, and its row says what became of that while one watches', async ({
  page,
  api,
  notify,
  person,
  context,
  product: { dashboardUrl: origin },
}) => {
  const receiver = await notifyByMail({ api, notify, person, context, origin })
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

test('[RN-01] a closed row says what became of its notifications, as soon as one ends', async ({
  page,
  api,
  notify,
  person,
  context,
  product,
}) => {
  const receiver = await notifyByMail({ api, notify, person, context, origin: product.dashboardUrl })
  const path = `/dashboard/receivers/${receiver.id}/executions`
  await page.goto(path)
  await callReceiver(receiver.url)
  const mark = requestRows(page).getByRole('img')
  await expect(mark).toHaveAccessibleName('Notifications: 1 delivered')

  await setDeliveries(product, receiver.id, 'PENDING', null)
  await page.reload()
  await expect(mark).toHaveAccessibleName('Notifications: 1 pending')
  await setDeliveries(product, receiver.id, 'FAILED', 'The mail server refused it.')
  await expect(mark).toHaveAccessibleName('Notifications: 1 failed')
  await expect(requestPart(page, 'Notification Status')).toHaveCount(0)
})
