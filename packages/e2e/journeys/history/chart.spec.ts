import type { Api } from '../../harness/api.ts'
import { plotted } from '../../harness/screens.ts'
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
