import type { Locator, Page } from '@playwright/test'
import { insertExecutions, insertRequests, setPlan } from '../../harness/database.ts'
import { runToNext, stopClock, watchCalls } from '../../harness/pause.ts'
import { callReceiver, requestPart, requestRows, sendMany } from '../../harness/receiver-screens.ts'
import { part, runs } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

const topOf = async (row: Locator) => Math.round((await row.boundingBox())?.y ?? -1)
const newButton = (page: Page, count: number) => page.getByRole('button', { name: `${count} new`, exact: true })

test('[TH-33] a linked run stays open in its place while runs come; they wait until they are asked for', async ({
  page,
  api,
  targets,
  product,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
  await insertExecutions(product, task.id, 9)
  const linked = await api.run(task.id)
  const path = `/dashboard/tasks/${task.id}/executions`
  await page.goto(`${path}/${linked.id}`)
  const row = runs(page).and(page.locator('[aria-current]'))
  await expect(part(page, 'Response Body')).toContainText('ready')
  await expect(page.getByText('On hold', { exact: true })).toBeVisible()
  await expect(page.getByText('New executions wait while a row is open.')).toBeVisible()
  const top = await topOf(row)

  for (let count = 0; count < 12; count++) await api.run(task.id)
  await expect(newButton(page, 12)).toBeVisible()
  await expect(row.getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(part(page, 'Response Body')).toContainText('ready')
  expect(await topOf(row)).toBe(top)
  await expect(runs(page)).toHaveCount(10)

  await row.getByRole('button').first().click()
  await expect(page.getByText('New executions wait until you show them.')).toBeVisible()
  await newButton(page, 12).click()
  await expect(page).toHaveURL(path)
  await expect(newButton(page, 12)).toHaveCount(0)
  await expect(runs(page)).toHaveCount(10)
  await expect(runs(page).getByRole('button', { expanded: true })).toHaveCount(0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('[TH-33] a linked run stays open in its place when the connection comes back; what came meanwhile waits', async ({
  page,
  context,
  api,
  targets,
  problem,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
  const linked = await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions/${linked.id}`)
  await expect(part(page, 'Response Body')).toContainText('ready')
  await page.waitForLoadState('networkidle')
  problem.announceNoNetwork()
  await context.setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  // So many that the linked run stands on the second page by now.
  for (let count = 0; count < 11; count++) await api.run(task.id)
  await context.setOffline(false)
  await expect(newButton(page, 11)).toBeVisible()
  problem.announceNetworkBack()
  await expect(part(page, 'Response Body')).toContainText('ready')
  await expect(runs(page)).toHaveCount(1)
})

test('scrolled down into closed rows, what one reads stays; back at the top, what waits appears', async ({
  page,
  api,
  person,
  product,
}) => {
  await setPlan(product, person.email, 'BUSINESS')
  const receiver = await api.receivers.create()
  await sendMany(receiver.url, 19)
  await callReceiver(`${receiver.url}/read-me`)
  await insertRequests(product, receiver.id, 1)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await expect(requestRows(page)).toHaveCount(20)
  const last = requestRows(page).last()
  const read = await last.getByRole('time').getAttribute('datetime')
  await last.scrollIntoViewIfNeeded()
  await expect(requestRows(page).first()).not.toBeInViewport()
  const top = await topOf(last)

  for (let count = 1; count <= 3; count += 1) await callReceiver(`${receiver.url}/later?n=${count}`)
  await expect(newButton(page, 3)).toBeAttached()
  expect(await topOf(last)).toBe(top)
  await expect(last.getByRole('time')).toHaveAttribute('datetime', read ?? '')

  await page.mouse.wheel(0, -5_000)
  await expect(requestRows(page).first()).toContainText('/later?n=3')
  await expect(newButton(page, 3)).toHaveCount(0)
  await callReceiver(`${receiver.url}/at-once`)
  await expect(requestRows(page).first()).toContainText('/at-once')
})

test('while a row has the focus of the keyboard, rows wait; once it leaves them, they appear', async ({
  page,
  api,
  targets,
  product,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
  await insertExecutions(product, task.id, 5)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await expect(runs(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  const focused = runs(page).nth(1).getByRole('button')
  await expect(focused).toBeFocused()
  for (let count = 0; count < 3; count += 1) await api.run(task.id)
  await expect(newButton(page, 3)).toBeVisible()
  await expect(focused).toBeFocused()
  await expect(runs(page)).toHaveCount(5)
  await expect(page.getByText('New executions wait while you read the rows.')).toBeVisible()

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+Tab')
  await expect(runs(page)).toHaveCount(8)
  await expect(newButton(page, 3)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused()
})

test('a request has an address to copy, which opens, shows and marks it, on the page where it stands', async ({
  page,
  context,
  api,
  product,
  problem,
}) => {
  const receiver = await api.receivers.create()
  await callReceiver(`${receiver.url}/old`, { method: 'POST', body: 'the old one' })
  const { id } = await api.receivers.newest(receiver.id)
  await insertRequests(product, receiver.id, 3)
  const path = `/dashboard/receivers/${receiver.id}/executions`
  await page.goto(`${path}/${id}`)
  const linked = requestRows(page).and(page.locator('[aria-current]'))
  await expect(linked.getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(linked).toBeInViewport()
  await expect(requestPart(page, 'Request Body')).toContainText('the old one')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link to this request' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

  problem.announce(404, '/executions/')
  await page.goto(`${path}/01900000-0000-7000-8000-000000000000`)
  await expect(page).toHaveURL(path)
  await expect(requestRows(page)).toHaveCount(4)
})

for (const { status, headers, says, waitMs } of [
  { status: 429, headers: { 'retry-after': '9' }, says: 'The server is busy. Retrying in', waitMs: 9000 },
  { status: 500, headers: {}, says: 'The server did not respond. Retrying in', waitMs: 4000 },
]) {
  test(`[TH-39] polls that are answered ${status} wait, and the history does not call itself live`, async ({
    page,
    api,
    targets,
    problem,
  }) => {
    const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
    await api.run(task.id)
    await page.clock.install()
    await page.goto(`/dashboard/tasks/${task.id}/executions`)
    await expect(runs(page)).toHaveCount(1)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await stopClock(page)
    const polls = watchCalls(page, 'GET', new RegExp(`/tasks/${task.id}/news\\?`))
    problem.announce(status, '/news?')
    let isBroken = true
    await page.route(/\/news\?/, (route) =>
      isBroken ? route.fulfill({ status, headers, json: { code: 'INTERNAL', message: 'No.' } }) : route.continue(),
    )
    await runToNext(page, polls)
    await expect(page.getByText('Not live', { exact: true })).toBeVisible()
    await expect(page.getByText(says)).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toHaveCount(0)
    await expect(runs(page)).toHaveCount(1)
    const made = polls.length
    await page.clock.runFor(waitMs - 300)
    expect(polls).toHaveLength(made)
    isBroken = false
    await runToNext(page, polls)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
  })
}

test('offline, the history says so, and it goes on by itself', async ({ page, context, api, targets, problem }) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
  await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  // Its chart, and what is shown over the page, come after it.
  await page.waitForLoadState('networkidle')
  problem.announceNoNetwork()
  await context.setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  problem.announceNetworkBack()
})
