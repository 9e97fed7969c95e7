import { expectNoAxeViolations } from '../../harness/axe.ts'
import { insertRejection } from '../../harness/database.ts'
import { callReceiver, receiverRows, receiverSection, requestRows } from '../../harness/receiver-screens.ts'
import { minuteTime } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

/** More than two minutes' calls of the FREE plan, in case the minute ends meanwhile. */
const burst = 45

test('[BI-28] requests beyond the plan’s rate are counted at the top of the history, with a way to the plans', async ({
  page,
  api,
}) => {
  const receiver = await api.receivers.create()
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  await expect(receiverSection(page, 'URL')).toContainText('20 requests a minute on the Free plan')
  await page.getByRole('link', { name: 'History' }).click()
  const lines = page.getByRole('list', { name: 'Rejected requests' })
  await expect(page.getByText('Waiting for requests...')).toBeVisible()
  await expect(lines).toHaveCount(0)

  const calls = Array.from({ length: burst }, () => callReceiver(receiver.url, { method: 'POST', body: 'x' }))
  const rejected = (await Promise.all(calls)).filter(({ code }) => code === 429).length
  expect(rejected).toBeGreaterThanOrEqual(burst - 40)
  await callReceiver(receiver.url, { method: 'PUT', body: 'x' })
  // The one that came last stands first: which that is depends on the minute.
  const line = (text: string) => lines.getByRole('listitem').filter({ hasText: text })
  await expect(line('with 429')).toHaveText(
    new RegExp(
      `${rejected} requests were rejected in the last hour with 429: your plan allows 20 a minute. Last: ${minuteTime}. See plans`,
    ),
    { timeout: 30_000 },
  )
  await expect(line('with 405')).toHaveText(
    new RegExp(
      `1 request was rejected in the last hour with 405: a receiver accepts GET, HEAD and POST only. Last: ${minuteTime}.`,
    ),
  )
  await expect(requestRows(page)).not.toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search URL and body' }).fill('no request has this text')
  await expect(page.getByText('No requests match.')).toBeVisible()
  await expect(page.getByText(`${rejected + 1} requests were rejected in the last 7 days.`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(requestRows(page)).not.toHaveCount(0)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page, `${width} px`)
  }
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await expect(receiverRows(page)).toContainText(`${rejected + 1} rejected in the last hour`)
  await page.goBack()
  await lines.getByRole('link', { name: 'See plans' }).click()
  await expect(page).toHaveURL(/\/dashboard\/account$/)
})

test('a receiver that recorded nothing says so where every request was rejected', async ({ page, api }) => {
  const receiver = await api.receivers.create({ status: 'DISABLED' })
  for (let n = 0; n < 2; n += 1) expect((await callReceiver(receiver.url)).code).toBe(404)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const lines = page.getByRole('list', { name: 'Rejected requests' })
  await expect(lines).toHaveText(
    new RegExp(`2 requests were rejected in the last hour with 404: the receiver was disabled. Last: ${minuteTime}.`),
    { timeout: 30_000 },
  )
  await expect(page.getByText('This receiver is disabled.')).toBeVisible()
})

test('rejections of the days before stand out less, and say when the last one was', async ({ page, api, product }) => {
  const receiver = await api.receivers.create()
  await insertRejection(product, receiver.id, { reason: 'TOO_LARGE', count: 3, daysAgo: 4 })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const lines = page.getByRole('list', { name: 'Rejected requests' })
  await expect(lines).toHaveText(
    /3 requests were rejected in the last 7 days with 413: a body may have up to 1 MiB. Last: [A-Z][a-z]+ \d+, (\d{4}, )?\d+:\d\d [AP]M./,
  )
  await expect(lines).toHaveAttribute('data-old')
})
