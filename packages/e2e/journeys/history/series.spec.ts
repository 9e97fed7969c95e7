import type { Page } from '@playwright/test'
import type { Api } from '../../harness/api.ts'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { countRuns, insertPause } from '../../harness/database.ts'
import type { Product } from '../../harness/product.ts'
import { answers, type TargetServer } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

const chartOf = (page: Page) => page.getByRole('slider', { name: /^Response/ })
const range = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Time range' }).getByRole('button', { name, exact: true })

/** A task of one run a minute, which has run for a month. */
const oldTask = async (api: Api, targets: TargetServer, product: Product) => {
  const target = targets.target(answers.json({ price: 7 }))
  const task = await api.createTask({
    name: 'Price of tea',
    url: target.url,
    scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
  })
  await countRuns(product, task.id, 31)
  await expect.poll(() => target.calls.length).toBeGreaterThan(0)
  return { task, path: `/dashboard/tasks/${task.id}/executions` }
}

test('the chart draws a range of time: median, 95th percentile, failures, gaps and uptime, in its table too', async ({
  page,
  api,
  targets,
  product,
}) => {
  const { path, task } = await oldTask(api, targets, product)
  await page.goto(path)
  // Its history begins with its one execution, whatever was counted of those that are no longer kept.
  await expect(range(page, 'This page')).toHaveAttribute('aria-pressed', 'true')
  await range(page, '30 d').click()
  await expect(page).toHaveURL(`${path}?range=30d`)
  await expect(
    page.getByRole('slider', { name: /^Response Time of 4\d,\d{3} executions: median and 95th percentile$/ }),
  ).toBeVisible()
  const figures = page.getByLabel('Figures of the last 30 days')
  await expect(figures).toContainText(/Uptime99\.\d+%/)
  await expect(figures).toContainText(/4\d,\d{3} executions \(\d+ failed, \d+ HTTP errors\)/)

  await range(page, '7 d').click()
  const legend = page.getByRole('list', { name: 'Legend' })
  await expect(page.locator('[data-gap]')).toHaveCount(1)
  await expect(page.locator('[data-gap="lack"]')).toContainText('Missed')
  await expect(legend.getByRole('listitem')).toHaveText([
    'Median',
    '95th percentile',
    'On this page',
    'HTTP error',
    'Failed',
    'Missed',
  ])
  await insertPause(product, task.id, [216, 200])
  await page.reload()
  await expect(range(page, '7 d')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('[data-gap="pause"]')).toContainText('Disabled')
  await expect(page.locator('[data-gap="lack"]')).toHaveCount(1)
  await expect(legend).toContainText('Disabled')
  await expect(chartOf(page)).toHaveAttribute('height', '240')

  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const table = page.getByRole('table', { name: /^Response Time of/ })
  await expect(table.getByRole('columnheader')).toHaveText([
    'From',
    'Executions',
    'Failed',
    'HTTP errors',
    'Median',
    '95th percentile',
  ])
  await expect(table.getByRole('row').nth(3).getByRole('cell').nth(1)).toHaveText('120')
})

test('axe finds nothing at a chart of a week and its table, wide and on a phone, light or dark, and nothing scrolls sideways', async ({
  page,
  api,
  targets,
  product,
}) => {
  const { path, task } = await oldTask(api, targets, product)
  await insertPause(product, task.id, [216, 200])
  await page.goto(`${path}?range=7d`)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(chartOf(page)).toBeVisible()
    await expectNoAxeViolations(page)
    const shots = process.env['SERIES_SHOTS']
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${width}.png` })
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await expectNoAxeViolations(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
  }
})
