import type { Page } from '@playwright/test'
import { callReceiver } from '../../harness/receiver-screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ isFirstVisit: true })

/** For a page that the browser has not loaded before; its icon and its typeface, for which nothing waits, are not among them. */
const most = 15

async function expectFewRequests(page: Page, path: string, allowed = most) {
  // What may be opened later is loaded once the page has rested, which a busy machine may reach before the page is complete.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const counted = requested.filter((name) => !/\.(svg|woff2)$/.test(name))
  expect(counted.length, counted.join('\n')).toBeLessThanOrEqual(allowed)
}

test('sign-in makes at most 15 requests', async ({ page }) => expectFewRequests(page, '/signin'))

for (const path of ['/dashboard/account', '/dashboard/account/profile', '/dashboard/support'])
  test(`${path} makes at most 15 requests`, async ({ page, api }) => {
    await api.createDraft()
    await expectFewRequests(page, path)
  })

test('the task list makes at most 15 requests, with all that it loads behind its rows', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ name: 'Tea', url: targets.target(answers.plain('ready')).url })
  await api.run(task.id)
  await expectFewRequests(page, '/dashboard/tasks')
})

test('the receiver list makes at most 15 requests, with all that it loads behind its rows', async ({ page, api }) => {
  await api.receivers.create({ name: 'Hooks' })
  await expectFewRequests(page, '/dashboard/receivers')
})

// 16 of them show its rows, with its uptime. The others come behind these: the code of the chart and of what was missed in five files
// with a stylesheet, the chart's series and bookmarks, the planned times that did not run, and that the task was opened.
test('a task’s history makes at most 26 requests, with its chart and all else that it loads behind its rows', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ name: 'Tea', url: targets.target(answers.plain('ready')).url })
  await api.run(task.id)
  await expectFewRequests(page, `/dashboard/tasks/${task.id}/executions`, 26)
  await expect(page.getByRole('button', { name: 'Add bookmark' })).toBeVisible()
})

test('a receiver’s history makes at most 16 requests, with all that it loads behind its rows', async ({
  page,
  api,
}) => {
  const receiver = await api.receivers.create({ name: 'Hooks' })
  await callReceiver(receiver.url)
  await expectFewRequests(page, `/dashboard/receivers/${receiver.id}/executions`, 16)
})
