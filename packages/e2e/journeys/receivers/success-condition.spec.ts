import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { setPlan } from '../../harness/database.ts'
import { addDialog, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { callReceiver, receiverSection } from '../../harness/receiver-screens.ts'
import { snackbar } from '../../harness/screens.ts'

const json = (status: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ status }),
})

test('a call is a success only if it meets the condition that its receiver has, and a text message tells of one that does not', async ({
  page,
  api,
  notify,
  person,
  product,
  problem,
}) => {
  await setPlan(product, person.email, 'HOBBY')
  const { id, url } = await api.receivers.create({ name: 'Backup', expectation: defaultExpectation })
  await page.goto(`/dashboard/receivers/${id}`)
  await receiverSection(page, 'Response Settings').getByRole('button', { name: 'Edit' }).click()
  await page.getByText('Runs, success, days and hours, other addresses').click()
  await page.getByRole('switch', { name: 'A success only if' }).check()
  const condition = page.getByRole('group', { name: 'A success only if' })
  await condition.getByLabel('Source').selectOption('Request Body (JSON)')
  await expect(condition.getByLabel('Comparison').getByRole('option', { name: 'Has changed' })).toHaveCount(0)
  const path = condition.getByRole('textbox', { name: 'JSON path' })
  await path.fill('$[')
  await condition.getByLabel('Value').fill('done')
  problem.announce(422, `/api/v1/receivers/${id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(path).toHaveAttribute('aria-invalid', 'true')
  await path.fill('$.status')
  await expect(path).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Receiver settings updated')).toBeVisible()
  expect((await api.receivers.get(id)).expectation?.successCondition).toMatchObject({
    source: 'request_body_json',
    property: '$.status',
    rightValue: 'done',
  })

  const dialog = await addDialog(page, 'SMS')
  await dialog.getByLabel('Phone number').fill('(604) 555-0123')
  await expect(template(dialog, 'Message')).toHaveValue(/{{ receiver.shortUrl }}/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Notification created')).toBeVisible()

  const heartbeat = receiverSection(page, 'Heartbeat')
  expect((await callReceiver(url, json('done'))).code).toBe(200)
  await expect(heartbeat.getByRole('status')).toContainText('Up', { timeout: 15_000 })
  expect((await callReceiver(url, json('failed'))).code).toBe(200)
  await expect(heartbeat.getByRole('status')).toContainText('Down', { timeout: 15_000 })
  await expect(heartbeat.getByRole('list', { name: 'Latest changes' })).toContainText(
    'A call did not meet the condition',
  )
  const texts = async () => (await notify.outbox('+16045550123')).map(({ body }) => body)
  await expect
    .poll(texts)
    .toEqual([expect.stringMatching(/^\[Down\] Backup: a call does not meet the condition http.*\/q\/\w{22}$/)])
})
