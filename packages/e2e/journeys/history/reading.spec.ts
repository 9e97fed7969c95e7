import type { Locator, Page } from '@playwright/test'
import { insertExecutions, insertRequests } from '../../harness/database.ts'
import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'
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
