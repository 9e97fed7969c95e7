import type { Locator } from '@playwright/test'
import { stopClock } from '../../harness/pause.ts'
import { part, runs } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('[TH-20..TH-26, TH-28..TH-30] an opened run shows what was sent and what came back', async ({
  page,
  context,
  api,
  targets,
}) => {
  const target = targets.target({
    status: 201,
    headers: { 'content-type': 'application/json', 'x-kitchen': 'north' },
    body: JSON.stringify({ one: { two: { three: { four: { five: 1 } } } } }),
  })
  const task = await api.createTask({
    url: target.url,
    request: { method: 'POST', body: 'two sugars', headers: [['X-Cup', 'large']] },
  })
  await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  const table = page.getByRole('table', { name: 'Details' })
  await expect(table.getByRole('columnheader')).toHaveText(['Date', 'Status', 'Status Code', 'Response Time'])
  await expect(runs(page).getByRole('cell')).toHaveText([/now|ago/, /Succeeded/, '201', /\d ms/])

  await runs(page).getByRole('button').click()
  await expect(runs(page).getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(part(page, 'URL')).toContainText(target.url)
  await expect(part(page, 'Request Method')).toContainText('POST')
  await expect(part(page, 'Request Headers')).toContainText('X-Cup')
  await expect(part(page, 'Request Headers')).toContainText('large')
  await expect(part(page, 'Request Body')).toContainText('two sugars')
  await expect(part(page, 'Response Headers')).toContainText('x-kitchen')
  await expect(part(page, 'Response Headers')).toContainText('north')
  await expect(part(page, 'Notification Status')).toContainText('No notifications were triggered.')
  await expect(part(page, 'Error')).toContainText('None')
  await expect(page.getByText(/^POST, 201, [\d.]+ m?s, \d+ B\. Test of [A-Z][a-z]+ \d+, \d{4}/)).toBeVisible()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  await expect(page.getByText('Copied as cURL', { exact: true })).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`curl --request POST '${target.url}'`)
  expect(command).toContain("--header 'X-Cup: large'")
  expect(command).toContain("--data-raw 'two sugars'")

  const node = (name: string, options = {}) =>
    part(page, 'Response Body').getByRole('treeitem', { name: `${name}: { 1 key }`, ...options })
  await expect(node('two', { expanded: true })).toHaveCount(1)
  await expect(node('three', { expanded: false })).toHaveCount(1)
  await expect(node('four')).toHaveCount(0)
  await node('three').click()
  await expect(node('four')).toHaveCount(1)

  const answer = part(page, 'Response Body')
  await answer.getByText('Raw', { exact: true }).click()
  await expect(page.getByLabel('Response body as text')).toHaveText('{"one":{"two":{"three":{"four":{"five":1}}}}}')
  await answer.getByText('Formatted', { exact: true }).click()
  await expect(page.getByLabel('Response body as text')).toContainText('"five": 1')

  await runs(page).getByRole('button').click()
  await expect(part(page, 'Response Body')).toHaveCount(0)
})

test('pointing at the chart or at a row draws the rows again that it leaves and comes to, and nothing within or between them', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.json({ cups: 1 })).url })
  await api.run(task.id)
  await api.run(task.id)
  await api.run(task.id)
  await api.deactivate(task.id)
  await page.clock.install()
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await runs(page).last().getByRole('button').click()
  await expect(part(page, 'Response Body').getByRole('treeitem', { name: 'cups: 1' })).toBeVisible()
  const chart = page.getByRole('slider', { name: /^Response Time/ })
  await expect(chart).toBeVisible()
  await stopClock(page)

  const table = page.getByRole('table', { name: 'Details' })
  const drawn = await drawnSince(table)
  await runs(page).first().hover()
  await expect(runs(page).first()).toHaveAttribute('data-marked', 'true')
  await runs(page).last().hover()
  await expect(runs(page).last()).toHaveAttribute('data-marked', 'true')
  await chart.hover()
  await expect(chart).toHaveAttribute('aria-valuetext', /Status code 200/)
  expect(new Set(await drawn())).toEqual(new Set(['TR']))
})

/** Which elements React has drawn again since, changed or not: it gives each its properties, as their own object. */
async function drawnSince(within: Locator): Promise<() => Promise<string[]>> {
  const before = await within.evaluateHandle((element) => {
    const propertiesOf = (node: Element): unknown => {
      const key = Object.keys(node).find((name) => name.startsWith('__reactProps$'))
      if (key === undefined) throw new Error('React keeps the properties of elements elsewhere now.')
      return Reflect.get(node, key)
    }
    return [...element.querySelectorAll('tbody, tbody *')].map((node) => ({
      node,
      properties: propertiesOf(node),
      propertiesOf,
    }))
  })
  return () =>
    before.evaluate((elements) =>
      elements
        .filter(({ node, properties, propertiesOf }) => propertiesOf(node) !== properties)
        .map(({ node }) => node.tagName),
    )
}

test('[TH-23, TH-25] headers stand in their order, one by one, and secrets are shown on request', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target({
    headers: { 'content-type': 'text/plain', 'set-cookie': ['session=open-sesame', 'theme=dark'], 'x-last': '1' },
    body: 'ok',
  })
  const headers: [string, string][] = [
    ['X-Cup', 'large'],
    ['10', 'ten'],
    ['9', 'nine'],
    ['x-cup', 'small'],
  ]
  const task = await api.createTask({ url: target.url, request: { headers } })
  await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await runs(page).getByRole('button').click()
  for (const title of ['Request Headers', 'Response Headers']) await part(page, title).locator('summary').click()

  const sent = page.getByRole('table', { name: 'Request headers' })
  await expect(sent.getByRole('row')).toContainText(['host', 'connection', ...headers.map(([, value]) => value)])
  const received = page.getByRole('table', { name: 'Response headers' })
  const cookies = received.getByRole('row').filter({ hasText: 'set-cookie' })
  await expect(cookies.getByRole('cell')).toHaveText(['********', '********'])
  await page.getByRole('button', { name: 'Show 2 secret values' }).click()
  await expect(cookies.getByRole('cell')).toHaveText(['session=open-sesame', 'theme=dark'])
  await page.getByRole('button', { name: 'Hide 2 secret values' }).click()
  await expect(cookies.getByRole('cell')).toHaveText(['********', '********'])
})
