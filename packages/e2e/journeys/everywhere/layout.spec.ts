import type { Locator } from '@playwright/test'
import { insertExecutions } from '../../harness/database.ts'
import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'
import { part, runs, taskRows } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('a task’s heading, settings and history are of one width; notifications stand beside the settings where there is room', async ({
  page,
  api,
}) => {
  const task = await api.createTask({ url: 'https://shop.example/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const edge = (await boxOf(page.getByRole('button', { name: 'Active' }))).right
  const panel = (name: string) => page.getByRole('region', { name }).locator('..')
  // What comes late moves the panels: their places are read together once it is there.
  await expect(async () => {
    const [request, schedule] = [await boxOf(panel('Request Settings')), await boxOf(panel('Request Schedule'))]
    const notifications = await boxOf(panel('Notifications'))
    expect(notifications.right).toBeCloseTo(edge, 0)
    expect(notifications.y).toBeCloseTo(request.y, 0)
    expect(notifications.x).toBeGreaterThan(request.right)
    expect(schedule.y).toBeGreaterThan(request.bottom)
  }).toPass({ timeout: 20_000 })
  // The button that copies the URL stands in its line.
  const [copy, url] = [page.getByRole('button', { name: 'Copy URL' }), page.getByText('https://shop.example/').last()]
  const middleOf = async (element: Locator) => (({ y, height }) => y + height / 2)(await boxOf(element))
  expect(Math.abs((await middleOf(copy)) - (await middleOf(url)))).toBeLessThan(2)

  await page.setViewportSize({ width: 1100, height: 800 })
  await expect
    .poll(async () => (await boxOf(panel('Notifications'))).x)
    .toBeCloseTo((await boxOf(panel('Request Settings'))).x, 0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard/drafts/new')
  await expect(page.getByRole('form', { name: 'Create task' })).toBeVisible()
  const lead = page.getByText('Call a URL on a schedule, and keep a record of every response.')
  const heading = await boxOf(page.getByRole('heading', { level: 1 }))
  expect((await boxOf(lead)).y).toBeGreaterThanOrEqual(heading.bottom)
  expect((await boxOf(panel('Notifications'))).right).toBeCloseTo(edge, 0)
})

test('the names of a history’s columns stay in sight below the bar while its rows are read', async ({
  page,
  api,
  product,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target().url })
  await insertExecutions(product, task.id, 20)
  await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await runs(page).first().getByRole('button').click()
  await expect(part(page, 'Request Headers')).toBeVisible()
  await runs(page).nth(5).scrollIntoViewIfNeeded()
  await runs(page)
    .nth(5)
    .evaluate((row) => row.scrollIntoView({ block: 'center' }))
  const bar = await boxOf(page.getByRole('banner').first())
  await expect
    .poll(async () => (await boxOf(page.getByRole('columnheader', { name: 'Status Code' }))).y)
    .toBeCloseTo(bar.bottom, 0)
  // The button that copies the headers stands in the first of them, across no line between two.
  const headers = part(page, 'Request Headers')
  await headers.locator('summary').click()
  const [copy, first] = [
    await boxOf(headers.getByRole('button').first()),
    await boxOf(headers.getByRole('row').first()),
  ]
  expect(copy.bottom).toBeLessThanOrEqual(first.bottom + 1)
  // What is not typed is not shown: fonts with ligatures draw "!=" as one character.
  expect(await part(page, 'URL').evaluate((element) => getComputedStyle(element).fontVariantLigatures)).toBe('none')
})

test('a long name takes two lines of its row, and a time of another year fits its column; a task without a name is called by its URL, in the list as in its heading', async ({
  page,
  api,
}) => {
  const url = 'https://shop.example/health'
  await api.createTask({ url })
  await api.createTask({ name: 'A name that was pasted from a ticket '.repeat(5).trim(), url })
  await page.goto('/dashboard/tasks')
  const name = taskRows(page).locator('[data-row-link]').filter({ hasText: 'pasted' }).locator('span')
  await expect.poll(() => name.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  expect((await boxOf(name)).height).toBeLessThanOrEqual(48)
  // Their next execution is in another year, which is the longest time that a row has.
  const cells = taskRows(page).first().getByRole('cell')
  const next = await boxOf(cells.nth(4).locator('time').first())
  expect(next.right).toBeLessThanOrEqual((await boxOf(cells.nth(5).getByRole('link'))).x)
  const unnamed = taskRows(page).getByRole('link', { name: url, exact: true })
  await unnamed.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(url)
})

for (const width of [1280, 390])
  test(`the long URL of a task without a name stays in one line of its own column, ${width} px wide`, async ({
    page,
    api,
  }) => {
    const url = `https://shop.example/orders?customer=${'4711'.repeat(20)}`
    await api.createTask({ url })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard/tasks')
    const row = page.locator('[data-list-row]')
    const name = await boxOf(row.locator('[data-row-link]').getByTitle(url))
    expect(name.height).toBeLessThanOrEqual(24)
    const next = width === 390 ? row.getByRole('link', { name: /^History of/ }) : row.getByText('GET', { exact: true })
    expect(name.right).toBeLessThanOrEqual((await boxOf(next)).x)
  })

test('an opened received request begins with its errors and notifications, then has its body as wide as the row', async ({
  page,
  api,
}) => {
  const receiver = await api.receivers.create({ name: 'Deployments' })
  await callReceiver(receiver.url, { method: 'POST', body: 'knock, knock' })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  const [errors, notifications, body, headers, response] = await Promise.all(
    (['Errors', 'Notification Status', 'Request Body', 'Request Headers', 'Response Body'] as const).map((name) =>
      boxOf(requestPart(page, name)),
    ),
  )
  expect(notifications?.y).toBe(errors?.y)
  expect(body?.y).toBeGreaterThan(errors?.bottom ?? Infinity)
  expect(headers?.y).toBeGreaterThan(body?.bottom ?? Infinity)
  expect(body?.right).toBeCloseTo(response?.right ?? 0, 0)
})
