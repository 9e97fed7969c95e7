import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

test('a request shows which machines it was forwarded to, and what each responded', async ({ page, api }) => {
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url, { method: 'POST', body: 'tea' })
  const forward = { target: 'http://localhost:3000', startedAt: new Date().toISOString(), durationMs: 12 }
  await api.receivers.reportForward(receiver.id, { ...forward, error: 'connect ECONNREFUSED 127.0.0.1:3000' })
  await api.receivers.reportForward(receiver.id, { ...forward, status: 200 })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await expect(requestPart(page, 'Forwarded').getByRole('listitem')).toHaveText([
    'Forwarded to http://localhost:3000 → 200 in 12 ms',
    'Forwarded to http://localhost:3000 → connect ECONNREFUSED 127.0.0.1:3000 in 12 ms',
  ])
})

test('a request that was forwarded to nobody says nothing of it', async ({ page, api }) => {
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url, { method: 'POST', body: 'tea' })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await expect(requestPart(page, 'Notification Status')).toBeVisible()
  await expect(requestPart(page, 'Forwarded')).toHaveCount(0)
})
