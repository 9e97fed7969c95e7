import { runToNext, stopClock, watchCalls } from '../../harness/pause.ts'
import { runs, snackbar } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('[TH-25, TH-31..TH-35, ER-32, ER-33, SN-05] ten runs a page; a run has an address that opens, shows and marks it', async ({
  page,
  api,
  targets,
  problem,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('x'.repeat(4_000))).url })
  const made = []
  for (let count = 0; count < 12; count++) made.push(await api.run(task.id))
  const path = `/dashboard/tasks/${task.id}/executions`

  await page.goto(path)
  await expect(runs(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`${path}?page=2`)
  await expect(runs(page)).toHaveCount(2)
  await page.goBack()
  await expect(runs(page)).toHaveCount(10)

  // Of the newest ten the last one is out of sight, below the chart.
  for (const [run, onPage] of [
    [made[2], 10],
    [made[0], 2],
  ] as const) {
    await page.goto(`${path}/${run?.id}`)
    await expect(runs(page)).toHaveCount(onPage)
    const linked = runs(page).and(page.locator('[aria-current]'))
    await expect(linked).toHaveCount(1)
    await expect(linked.getByRole('button')).toHaveAttribute('aria-expanded', 'true')
    await expect(linked).toBeInViewport()
    await expect(linked).toHaveCSS('box-shadow', /inset/)
    await expect(runs(page).nth(0)).toHaveCSS('box-shadow', 'none')
  }

  problem.announce(404, '/executions/')
  await page.goto(`${path}/01900000-0000-7000-8000-000000000000`)
  await expect(snackbar(page, 'Execution detail is not available, showing latest entries instead.')).toHaveClass(
    /kw-snackbar-warning/,
  )
  await expect(page).toHaveURL(path)
  await expect(runs(page)).toHaveCount(10)
})

test('[TH-39, TH-41] the history is looked at every two seconds while in sight, and replaced only by something new', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ready')).url })
  await api.run(task.id)
  await page.clock.install()
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await expect(runs(page)).toHaveCount(1)
  // With what the first poll loads.
  await page.waitForLoadState('networkidle')
  await stopClock(page)
  const looks = watchCalls(page, 'GET', new RegExp(`/tasks/${task.id}/news\\?.*after=`))
  const newest = async () => {
    const look = looks.at(-1)
    const answer = (await (await look?.response())?.json())?.rows
    // Time for the page to take the answer in.
    await page.clock.runFor(10)
    return answer
  }
  await runToNext(page, looks)

  for (let look = 1; look <= 3; look++) {
    expect(await newest()).toMatchObject({ hasNewItem: false, results: [] })
    await expect(runs(page)).toHaveCount(1)
    await page.clock.runFor(1_900)
    expect(looks).toHaveLength(look)
    await page.clock.runFor(100)
    await expect.poll(() => looks.length).toBe(look + 1)
  }

  await newest()
  const run = await api.run(task.id)
  await page.clock.runFor(2_000)
  await expect.poll(() => looks.length).toBe(5)
  expect(await newest()).toMatchObject({ hasNewItem: true, results: [{ id: run.id }] })
  await expect(runs(page)).toHaveCount(2)

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
  await expect(page.getByRole('region', { name: 'Request Settings' })).toBeVisible()
  await stopClock(page)
  const before = looks.length
  await page.clock.runFor(10_000)
  expect(looks).toHaveLength(before)
})

test('Test shows its run on the first page, keeps what the chart shows, and Back leaves the history', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.json({ price: 7 })).url })
  for (let count = 0; count < 11; count += 1) await api.run(task.id)
  const path = `/dashboard/tasks/${task.id}`
  const chart = 'range=1h&source=json&property=price'
  await page.goto(path)
  await page.goto(`${path}/executions?page=2&${chart}`)
  await expect(runs(page)).toHaveCount(1)
  for (let count = 0; count < 2; count += 1) {
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page).toHaveURL(`${path}/executions?${chart}`)
    await expect(runs(page)).toHaveCount(10)
    await expect(page.getByText(`of ${12 + count}`)).toBeVisible()
  }
  await page.goBack()
  await expect(page).toHaveURL(path)
})
