import { hold, runToNext, stopClock, watchCalls } from '../../harness/pause.ts'
import { callReceiver, requestRows } from '../../harness/receiver-screens.ts'
import { runs } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('a poll that nobody answers for ten seconds is not live, and the server gets one health check at a time', async ({
  page,
  api,
}) => {
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const polls = watchCalls(page, 'GET', /\/news\?.*after=/)
  const checks = { open: 0, most: 0, made: 0 }
  page.on('request', (request) => {
    if (!request.url().endsWith('/healthz')) return
    checks.made += 1
    checks.open += 1
    checks.most = Math.max(checks.most, checks.open)
  })
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/healthz')) checks.open -= 1
  })
  const health = await hold(page, /\/healthz$/)
  // Any other call that is answered would say that the server can be reached.
  const list = await hold(page, /\/api\/v1\//)
  await expect.poll(() => polls.length).toBeGreaterThan(0)
  await expect(page.getByText('Not live', { exact: true })).toBeVisible()
  await expect(requestRows(page)).toHaveCount(1)
  await expect.poll(() => checks.made).toBeGreaterThan(1)
  expect(checks.most).toBe(1)
  health.release()
  list.release()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

for (const status of [429, 503]) {
  test(`a task’s news, answered ${status}, are fetched again when the server says, not before`, async ({
    page,
    api,
    targets,
    problem,
  }) => {
    const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
    await api.run(task.id)
    await page.clock.install()
    problem.announce(status, '/news')
    let isBroken = true
    const fetchedAt: number[] = []
    await page.route(new RegExp(`/tasks/${task.id}/news\\?`), async (route) => {
      fetchedAt.push(await page.evaluate(() => Date.now()))
      const json = { code: 'RATE_LIMITED', message: 'No.' }
      await (isBroken ? route.fulfill({ status, headers: { 'retry-after': '30' }, json }) : route.continue())
    })
    const rejected = page.waitForResponse(/\/news\?/)
    await page.goto(`/dashboard/tasks/${task.id}/executions`)
    await (await rejected).finished()
    await expect(runs(page)).toHaveCount(1)
    // As the page opened, and with the first poll of the history.
    const made = 2
    await expect.poll(() => fetchedAt.length).toBe(made)
    await page.clock.pauseAt((fetchedAt[1] ?? 0) + 20_000)
    await page.clock.runFor(5_000)
    expect(fetchedAt).toHaveLength(made)
    isBroken = false
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000)
        return fetchedAt.length
      })
      .toBeGreaterThan(made)
    await page.clock.resume()
    await expect(page.getByRole('group', { name: 'Health' })).toBeVisible()
  })
}

test('[TH-41, AP-30, AP-48] a history whose rows may not change any more is polled with the first of its page', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
  const run = await api.run(task.id)
  const topOf = async () => {
    const request = await page.waitForRequest(/\/news\?.*pageTopObject=/)
    const response = await request.response()
    return [new URL(request.url()).searchParams.get('pageTopObject'), (await response?.json())?.rows]
  }
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  expect(await topOf()).toMatchObject([`${run.id}-SUCCEEDED`, { hasNewItem: false, results: [] }])
  const newer = await api.run(task.id)
  await expect(runs(page)).toHaveCount(2)
  await expect.poll(async () => (await topOf())[0]).toBe(`${newer.id}-SUCCEEDED`)

  const receiver = await api.receivers.create()
  await callReceiver(receiver.url)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  expect(await topOf()).toMatchObject([expect.stringMatching(/^[\da-f-]{36}$/), { hasNewItem: false }])
})

test('a run that arrives is brought by one call: its row, the task’s health and its chart', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
  await api.run(task.id)
  await page.clock.install()
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await expect(runs(page)).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Chart' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await stopClock(page)
  const calls = watchCalls(page, 'GET', /^\/api\/v1\/tasks\//)
  const newsOf = async () => (await (await calls.at(-1)?.response())?.json()) as { changed: unknown }
  await runToNext(page, calls)
  await newsOf()
  const run = await api.run(task.id)
  await runToNext(page, calls)
  expect(await newsOf()).toMatchObject({
    rows: { results: [{ id: run.id }] },
    changed: { health: { recentRuns: [{ id: run.id }, {}] }, series: { points: { results: [{}, {}] } } },
  })
  await page.clock.runFor(10)
  await expect(runs(page)).toHaveCount(2)
  await expect(page.getByRole('group', { name: 'Health' })).toContainText('Last test:')
  for (let poll = 0; poll < 3; poll++) {
    await runToNext(page, calls)
    expect(await newsOf()).toMatchObject({ rows: { results: [] }, changed: null })
    await page.clock.runFor(10)
  }
  expect(new Set(calls.map((call) => new URL(call.url()).pathname))).toEqual(new Set([`/api/v1/tasks/${task.id}/news`]))
})
