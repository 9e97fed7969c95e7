import { recordLate, setPlan } from '../../harness/database.ts'
import { runToNext, stopClock, watchCalls } from '../../harness/pause.ts'
import { callReceiver, requestPart, requestRows, sendMany } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

/** Fails for that one body, so that it can be saved. */
const loopingOnBoom = '{% if request.body == "boom" %}{% for i in (1..999999999) %}{{ i }}{% endfor %}{% endif %}'

const hook = { ref: 'refs/heads/main', pusher: { name: 'Ada', teams: [{ id: 7 }] } }

test('[RH-02..RH-08] a request is a row, which opens to all that came and went', async ({ page, api }) => {
  const receiver = await api.receivers.create({
    responseCode: 202,
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: '{"ref": {{ request.body | json: "$.ref" | json }}}',
  })
  const url = `${receiver.url}/github/push?delivery=72d3162e&tag=a%20b&tag=`
  await callReceiver(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-GitHub-Event': 'push' },
    body: JSON.stringify(hook),
  })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const head = page.getByRole('table', { name: 'Requests', exact: true }).getByRole('columnheader')
  await expect(head).toHaveText(['Date', 'Request Method', 'Request', 'Status Code', 'Remote Address'])
  await expect(requestRows(page)).toHaveCount(1)
  const cells = requestRows(page).getByRole('cell')
  const [recorded] = (await api.receivers.history(receiver.id)).results
  await expect(cells.nth(0).locator('time')).toHaveAttribute('datetime', recorded?.createdAt ?? '')
  await expect(cells.nth(1)).toHaveText('POST')
  await expect(cells.nth(2)).toContainText('push')
  await expect(cells.nth(2)).toContainText('/github/push?delivery=72d3162e&tag=a%20b&tag=')
  await expect(cells.nth(2)).toContainText('application/json')
  await expect(cells.nth(3)).toHaveText('202')
  await expect(cells.nth(4)).toHaveText('127.0.0.1')

  const toggle = requestRows(page).getByRole('button')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(requestPart(page, 'URL')).toContainText(url)
  const parameters = requestPart(page, 'Query Parameters').getByRole('row')
  await expect(parameters).toHaveText([/^delivery.*72d3162e$/, /^tag.*a b$/, /^tag$/])
  const header = (title: string, name: string) => requestPart(page, title).getByRole('row', { name, exact: false })
  await expect(header('Request Headers', 'X-GitHub-Event').first()).toContainText('push')
  await expect(header('Response Headers', 'Content-Type').first()).toContainText('application/json')
  await expect(header('Response Headers', 'Content-Security-Policy')).toContainText('sandbox')

  // Open to the third level, and as it came where that is asked for.
  const body = requestPart(page, 'Request Body')
  const tree = body.getByRole('tree', { name: 'Request body as a tree' })
  await expect(tree).toContainText('pusher')
  await expect(tree.getByText('"Ada"', { exact: true }).last()).toBeVisible()
  await body.getByText('Raw', { exact: true }).click()
  await expect(body.getByLabel('Request body as text')).toHaveText(JSON.stringify(hook))
  await expect(page.getByRole('tree', { name: 'Response body as a tree' })).toContainText('"refs/heads/main"')
  await page.getByText('Raw request', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Raw request' })).toContainText(
    /^POST \/r\/[\w-]+\/github\/push\?delivery=72d3162e&tag=a%20b&tag= HTTP\/1\.1\n[^]*X-GitHub-Event: push\n[^]*\n\n\{/,
    { useInnerText: true },
  )
  await expect(requestPart(page, 'Response Headers')).toContainText('Content-Length, Date and Connection are added')
  await expect(requestPart(page, 'Errors')).toContainText('None')
  await expect(requestPart(page, 'Notification Status')).toContainText('No notifications were triggered.')

  await page.reload()
  await expect(requestPart(page, 'URL')).toContainText(url)
  await toggle.click()
  await expect(requestPart(page, 'URL')).toHaveCount(0)
})

test('a query of thousands of parameters is shown by its first 200', async ({ page, api }) => {
  const receiver = await api.receivers.create()
  await callReceiver(`${receiver.url}?${'a&'.repeat(3000)}`)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await expect(requestPart(page, 'Query Parameters').getByRole('row')).toHaveCount(200)
  await expect(requestPart(page, 'Query Parameters')).toContainText('Showing the first 200 of 3,000')
})

test('[RH-04] secret headers of a request are masked until they are revealed', async ({ page, api }) => {
  const receiver = await api.receivers.create({})
  const headers = { Authorization: 'Bearer open-sesame', 'X-Id': '7' }
  await callReceiver(receiver.url, { method: 'POST', headers, body: 'x' })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  const secret = requestPart(page, 'Request Headers').getByRole('row', { name: /authorization/i })
  await expect(secret.getByRole('cell')).toHaveText('********')
  await expect(requestPart(page, 'Request Headers')).not.toContainText('open-sesame')
  await page.getByRole('button', { name: 'Show the secret value' }).click()
  await expect(secret.getByRole('cell')).toHaveText('Bearer open-sesame')
  await expect(requestPart(page, 'Request Headers')).toContainText('7')
  await page.reload()
  await expect(secret.getByRole('cell')).toHaveText('********')
})

test('[RH-08] a template that fails is an error of the request', async ({ page, api }) => {
  const receiver = await api.receivers.create({ responseBody: loopingOnBoom })
  expect((await callReceiver(receiver.url, { method: 'POST', body: 'boom' })).code).toBe(500)
  const recorded = await api.receivers.newest(receiver.id)
  expect(recorded.errors).toHaveLength(1)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await expect(requestRows(page).getByRole('cell').nth(3)).toContainText('500')
  await expect(requestRows(page).getByRole('img', { name: 'with errors' })).toBeVisible()
  await requestRows(page).getByRole('button').click()
  await expect(requestPart(page, 'Errors')).toContainText(recorded.errors[0] ?? 'an error')
})

test('[RH-05] a body that is no text is shown byte by byte, and saved as it came', async ({ page, api }) => {
  const bytes = Uint8Array.from({ length: 700 }, (_, index) => (index * 7) % 256)
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url, { method: 'POST', headers: { 'content-type': 'image/png' }, body: bytes })
  await callReceiver(receiver.url, { method: 'POST', body: new URLSearchParams({ From: '+16045550199', Body: 'Hi' }) })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).nth(1).getByRole('button').click()
  const body = requestPart(page, 'Request Body')
  await expect(body).toContainText('Binary, 700 B')
  await expect(body.getByLabel('Request body as bytes')).toContainText('00000000  00 07 0e 15 1c 23 2a 31')
  const download = page.waitForEvent('download')
  await body.getByRole('button', { name: 'Download request body' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk))
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)

  // A form is a table of its fields.
  await requestRows(page).nth(1).getByRole('button').click()
  await requestRows(page).nth(0).getByRole('button').click()
  const form = body.getByRole('table', { name: 'Request body as a form' })
  await expect(form.getByRole('row', { name: 'From' })).toContainText('+16045550199')
})

test('[RH-12, RH-13] the history is looked at every two seconds while in sight, and replaced only by something new', async ({
  page,
  api,
}) => {
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url)
  await page.clock.install()
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await expect(requestRows(page)).toHaveCount(1)
  // With what the first poll loads.
  await page.waitForLoadState('networkidle')
  await stopClock(page)
  const looks = watchCalls(page, 'GET', new RegExp(`/receivers/${receiver.id}/news\\?`))
  const newest = async () => {
    const answer = (await (await looks.at(-1)?.response())?.json())?.rows
    // Time for the page to take the answer in.
    await page.clock.runFor(10)
    return answer
  }
  await runToNext(page, looks)

  for (let look = 1; look <= 3; look++) {
    expect(await newest()).toMatchObject({ hasNewItem: false, results: [] })
    await expect(requestRows(page)).toHaveCount(1)
    await page.clock.runFor(1_900)
    expect(looks).toHaveLength(look)
    await page.clock.runFor(100)
    await expect.poll(() => looks.length).toBe(look + 1)
  }

  await newest()
  await callReceiver(receiver.url, { method: 'POST' })
  await page.clock.runFor(2_000)
  await expect.poll(() => looks.length).toBe(5)
  expect(await newest()).toMatchObject({ hasNewItem: true, results: [{ httpMethod: 'POST' }] })
  await expect(requestRows(page)).toHaveCount(2)

  const setSight = (state: string) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      window.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setSight('hidden')
  await page.clock.runFor(10_000)
  expect(looks).toHaveLength(5)
  await setSight('visible')
  await page.clock.runFor(2_000)
  await expect.poll(() => looks.length).toBeGreaterThan(5)

  await page.clock.resume()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Response Settings' })).toBeVisible()
  await stopClock(page)
  const before = looks.length
  await page.clock.runFor(10_000)
  expect(looks).toHaveLength(before)
})

test('[RH-12] a request that is recorded late, below newer ones, appears all the same', async ({
  page,
  api,
  product,
}) => {
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await expect(requestRows(page)).toHaveCount(1)
  await recordLate(product, receiver.id)
  await expect(requestRows(page)).toHaveCount(2)
  await expect(requestRows(page).nth(1).getByRole('cell').nth(4)).toHaveText('203.0.113.7')
})

test('[RH-11] a page has twenty requests, and Back goes through pages and finds rows as they were', async ({
  page,
  api,
  person,
  product,
}) => {
  await setPlan(product, person.email, 'BUSINESS')
  const receiver = await api.receivers.create()
  await sendMany(receiver.url, 23)
  const path = `/dashboard/receivers/${receiver.id}/executions`
  await page.goto(path)
  await expect(requestRows(page)).toHaveCount(20)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–20 of 23')
  await requestRows(page).nth(2).getByRole('button').click()
  await expect(requestPart(page, 'URL')).toHaveCount(1)

  await pages.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(`${path}?page=2`)
  await expect(requestRows(page)).toHaveCount(3)
  await expect(requestPart(page, 'URL')).toHaveCount(0)
  await page.reload()
  await expect(requestRows(page)).toHaveCount(3)
  await page.goBack()
  await expect(requestRows(page)).toHaveCount(20)
  await expect(requestRows(page).nth(2).getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(requestPart(page, 'URL')).toHaveCount(1)
})
