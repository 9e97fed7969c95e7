import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ isFirstVisit: true })

test('[RH-05] a body whose viewer cannot be loaded is shown as plain text, and the history goes on', async ({
  page,
  api,
  problem,
}) => {
  await page.route(/\/body-viewer-/, (route) => route.fulfill({ status: 404 }))
  problem.announce(404, '/body-viewer-')
  problem.announceLine('Failed to fetch dynamically imported module')
  const receiver = await api.receivers.create()
  const sent = '{"price":1.10, "of":"<b>tea</b>"}'
  await callReceiver(receiver.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const row = requestRows(page).getByRole('button')
  await row.click()
  const body = requestPart(page, 'Request Body')
  await expect(body).toContainText('The viewer failed. This is the body as plain text.')
  await expect(body.getByLabel('Request body as text')).toHaveText(sent)
  await expect(body.getByRole('tree')).toHaveCount(0)
  await expect(requestPart(page, 'Request Headers')).toContainText('application/json')
  await row.click()
  await expect(body).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
})
