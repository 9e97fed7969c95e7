import type { Page } from '@playwright/test'
import type { Api } from '../../harness/api.ts'
import { stopClock, watchCalls } from '../../harness/pause.ts'
import { plotted, snackbar } from '../../harness/screens.ts'
import { answers, type Reaction, type TargetServer } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

/** As the chart tells it. */
const milliseconds = (ms: number) => `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`

const taskWithRuns = async (api: Api, targets: TargetServer, reactions: Reaction[]) => {
  const target = targets.target()
  const task = await api.createTask({ name: 'Tea', url: target.url })
  const made = []
  for (const reaction of reactions) {
    target.reacts(reaction)
    made.push(await api.run(task.id))
  }
  return { task, made, path: `/dashboard/tasks/${task.id}/executions` }
}

test('the chart is drawn without measuring its labels', async ({ page, api, targets }) => {
  const { path } = await taskWithRuns(api, targets, [answers.plain('12.5'), answers.plain('13')])
  await page.addInitScript(() => {
    const counted = Object.assign(window, { measured: [] as string[] })
    for (const name of ['getComputedTextLength', 'getBBox', 'getSubStringLength'] as const)
      for (const prototype of [SVGTextContentElement.prototype, SVGGraphicsElement.prototype])
        if (Object.hasOwn(prototype, name))
          Object.defineProperty(prototype, name, { value: () => void counted.measured.push(name) })
  })
  await page.goto(path)
  await expect(
    page
      .getByRole('slider', { name: /^Response/ })
      .locator('text')
      .first(),
  ).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { measured: string[] }).measured)).toEqual([])
})

test('[TH-02..TH-07, TH-09] the chart plots what is chosen of the runs', async ({ page, api, targets }) => {
  const { made, path } = await taskWithRuns(api, targets, [
    answers.plain('12.5'),
    answers.plain('-3', 503),
    'reset',
    answers.plain('40'),
  ])
  await page.goto(path)
  const chart = (source: string) => page.getByRole('slider', { name: `${source} of 4 executions` })
  const source = page.getByLabel('Source')
  await expect(source.getByRole('option')).toHaveText([
    'Response Time',
    'Response Code',
    'Response Body (Text)',
    'Response Body (JSON)',
  ])
  await expect(source).toHaveValue('response_time')
  await expect(chart('Response Time')).toHaveAttribute('height', '240')
  const times = made.map((run) => (run.status === 'FAILED' ? 'Failed' : milliseconds(run.responseTimeMs ?? 0)))
  expect(await plotted(chart('Response Time'), 4)).toEqual(times.toReversed())
  // The HTTP error is a triangle, the failure a cross.
  await expect(chart('Response Time').locator('circle')).toHaveCount(2)

  await source.selectOption('response_code')
  expect(await plotted(chart('Response Code'), 4)).toEqual(['200', 'Failed', '503', '200'])
  await source.selectOption('response_body_text')
  expect(await plotted(chart('Response Body (Text)'), 4)).toEqual(['40', 'Failed', '-3', '12.5'])
})

const range = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Time range' }).getByRole('button', { name, exact: true })

test('[TH-02] “This page” plots exactly the executions of the page, on whichever page one is, and other ranges mark them', async ({
  page,
  api,
  targets,
}) => {
  const { path, made } = await taskWithRuns(
    api,
    targets,
    Array.from({ length: 12 }, (_, index) => answers.plain(String(index))),
  )
  await page.goto(path)
  // Its runs do not fit on a page, and are all of the last hour.
  await expect(range(page, '1 h')).toHaveAttribute('aria-pressed', 'true')
  const chart = page.getByRole('slider', { name: /^Response Time of/ })
  await expect(chart.locator('circle')).toHaveCount(12)
  await expect(chart.locator('circle[data-listed]')).toHaveCount(10)
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('On this page')
  await range(page, 'This page').click()
  await expect(page).toHaveURL(`${path}?range=page`)
  await page.getByLabel('Source').selectOption('response_body_text')
  const texts = page.getByRole('slider', { name: 'Response Body (Text) of 10 executions' })
  expect(await plotted(texts, 10)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2'])
  await page.getByRole('button', { name: 'Next page' }).click()
  expect(await plotted(page.getByRole('slider', { name: 'Response Body (Text) of 2 executions' }), 2)).toEqual([
    '1',
    '0',
  ])
  await page.getByRole('slider', { name: 'Response Body (Text) of 2 executions' }).press('Home')
  await page.getByRole('slider', { name: 'Response Body (Text) of 2 executions' }).press('Enter')
  await expect(page.locator(`#run-row-${made[0]?.id}`).getByRole('button')).toHaveAttribute('aria-expanded', 'true')
})

test('a stretch in which a task failed is banded, and the axis of 24 hours is 24 hours', async ({
  page,
  api,
  targets,
}) => {
  const { path } = await taskWithRuns(api, targets, [
    answers.plain('fine'),
    answers.plain('down', 503),
    'reset',
    answers.plain('fine'),
  ])
  await page.goto(path)
  await expect(range(page, 'This page')).toHaveAttribute('aria-pressed', 'true')
  const chart = page.getByRole('slider', { name: 'Response Time of 4 executions' })
  await expect(chart.locator('[data-band]')).toHaveCount(1)
  await expect(chart.locator('[data-band="bad"]')).toBeVisible()
  await range(page, '24 h').click()
  await expect(page.getByLabel('Figures of the last 24 hours')).toHaveText('Executions4 tests')
  // All of it stands at the right end: the axis is not shortened to what there is.
  const [plot, first] = await Promise.all([chart.boundingBox(), chart.locator('circle').first().boundingBox()])
  expect((first?.x ?? 0) - (plot?.x ?? 0)).toBeGreaterThan((plot?.width ?? 0) * 0.9)
})

test('a chart of failures alone has an axis of time and none of values', async ({ page, api, targets }) => {
  const { path } = await taskWithRuns(api, targets, ['reset', 'reset'])
  await page.goto(path)
  const chart = page.getByRole('slider', { name: 'Response Time of 2 executions' })
  await expect(chart.locator('[data-band="bad"]')).toBeVisible()
  await expect(chart.locator('text').first()).toBeVisible()
  expect((await chart.locator('text').allTextContents()).filter((text) => /ms|^[\d.]+$/.test(text))).toEqual([])
})

test('a JSON path that cannot be read is said to be wrong, and one that leads to no number is not', async ({
  page,
  api,
  targets,
}) => {
  const { path } = await taskWithRuns(api, targets, [answers.json({ price: 7 })])
  await page.goto(`${path}?source=json&property=${encodeURIComponent('$.price[')}`)
  await expect(page.getByText(/JSON path.* character 9/)).toBeVisible()
  await page.getByLabel('Property').fill('$.cost')
  await page.getByLabel('Property').press('Enter')
  await expect(page.getByText('No response on this page has a number at this path.')).toBeVisible()
})

test('[TH-10, ER-34, SN-05] text that is no number is not plotted, and a warning says so', async ({
  page,
  api,
  targets,
}) => {
  const { path } = await taskWithRuns(api, targets, [answers.plain('7'), answers.plain('down'), answers.plain('8')])
  await page.goto(path)
  const source = page.getByLabel('Source')
  await source.selectOption('response_code')
  await source.selectOption('response_body_text')
  await expect(snackbar(page, 'Chart only supports numeric values')).toHaveClass(/kw-snackbar-warning/)
  await expect(source).toHaveValue('response_code')
  await expect(page.getByRole('slider', { name: 'Response Code of 3 executions' })).toBeVisible()
})

test('[TH-08, TH-11..TH-14] a property is plotted half a second after typing, or on Enter', async ({
  page,
  api,
  targets,
}) => {
  const { path } = await taskWithRuns(api, targets, [
    answers.json({ price: 7, stock: [{ count: 100 }] }),
    answers.json({ price: 8, stock: [{ count: 90 }] }),
  ])
  await page.clock.install()
  await page.goto(path)
  const chart = page.getByRole('slider', { name: 'Response Body (JSON) of 2 executions' })
  const property = page.getByLabel('Property')
  await expect(page.getByLabel('Source')).toBeVisible()
  await expect(property).toHaveCount(0)
  await page.getByLabel('Source').selectOption('response_body_json')
  await property.fill('price')
  await property.press('Enter')
  await expect.poll(() => plotted(chart, 2)).toEqual(['8', '7'])

  await stopClock(page)
  const series = watchCalls(page, 'GET', /\/series\?/)
  await property.fill('stock')
  await page.clock.runFor(400)
  await property.fill('stock[0].count')
  await page.clock.runFor(499)
  expect(await plotted(chart, 2)).toEqual(['8', '7'])
  expect(series).toHaveLength(0)
  await page.clock.runFor(1)
  await expect
    .poll(() => series.map((request) => new URL(request.url()).searchParams.get('property')))
    .toEqual(['stock[0].count'])
  await page.clock.resume()
  await expect.poll(() => plotted(chart, 2)).toEqual(['90', '100'])

  await property.fill('price')
  await property.press('Enter')
  await expect.poll(() => plotted(chart, 2)).toEqual(['8', '7'])
})

test('[TH-15..TH-19] a bookmark keeps a chart by its name', async ({ page, api, targets }) => {
  const { task, path } = await taskWithRuns(api, targets, [answers.json({ price: 7 })])
  await page.goto(path)
  const bookmarks = page.getByRole('group', { name: 'Bookmarks' })
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' })
  await page.getByRole('button', { name: 'Add bookmark' }).click()
  await expect(dialog.getByLabel('Source').getByRole('option')).toHaveText([
    'Response Time',
    'Response Code',
    'Response Body (JSON)',
  ])
  await dialog.getByLabel('Name').fill('Price')
  await dialog.getByLabel('Source').selectOption('response_body_json')
  await dialog.getByLabel('Property').fill('price')
  const added = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(`/${task.id}/charts`),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await added).postDataJSON()).toEqual({
    taskId: task.id,
    name: 'Price',
    source: 'response_body_json',
    property: 'price',
  })
  const chip = bookmarks.getByRole('button', { name: 'Price', exact: true })
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  const chart = page.getByRole('slider', { name: 'Response Body (JSON) of 1 execution' })
  await expect(chart).toBeVisible()

  await page.reload()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await page.goto(path)
  await expect(page.getByRole('slider', { name: 'Response Time of 1 execution' })).toBeVisible()
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  await chip.click()
  await expect(page).toHaveURL(`${path}?source=json&property=price`)
  expect(await plotted(chart, 1)).toEqual(['7'])

  const edit = bookmarks.getByRole('button', { name: 'Edit bookmark Price' })
  await edit.hover()
  // Pointed at, it lets the chip's color through.
  await expect(edit).toHaveCSS('background-color', / \/ 0\.1\)$/)
  await edit.click()
  const editing = page.getByRole('dialog', { name: 'Edit bookmark' })
  await expect(editing.getByLabel('Name')).toHaveValue('Price')
  await expect(editing.getByLabel('Source').getByRole('option')).toHaveCount(3)
  await editing.getByLabel('Name').fill('Status')
  await editing.getByLabel('Source').selectOption('response_code')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toBeHidden()
  await expect(bookmarks.getByRole('button', { name: 'Status', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('slider', { name: 'Response Code of 1 execution' })).toBeVisible()

  await bookmarks.getByRole('button', { name: 'Edit bookmark Status' }).click()
  await editing.getByRole('button', { name: 'Delete' }).click()
  await expect(editing).toBeHidden()
  await expect(bookmarks.getByRole('button')).toHaveText(['Add bookmark'])
})

test('a bookmark without a name is refused at its field', async ({ page, api, targets }) => {
  const { path } = await taskWithRuns(api, targets, [answers.plain('7')])
  await page.goto(path)
  await page.getByRole('button', { name: 'Add bookmark' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.')
  await dialog.getByLabel('Name').fill('T')
  await expect(dialog.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})
