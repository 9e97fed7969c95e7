import type { Locator } from '@playwright/test'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { insertExecutions, insertRequests } from '../../harness/database.ts'
import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'
import { runs } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('an opened row fetches what it holds beside the code that shows it, not after it', async ({
  page,
  api,
  product,
}) => {
  const receiver = await api.receivers.create()
  await insertRequests(product, receiver.id, 1)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/(request-details|body-viewer)-/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const details = page.waitForResponse(/\/executions\/[-\da-f]{36}$/)
  await requestRows(page).getByRole('button').click()
  await details
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible()
  resolve()
  await expect(requestPart(page, 'Request Body')).toContainText('order')
})

test('rows that are opened one right after the other are all open, after a reload too', async ({
  page,
  api,
  product,
}) => {
  const receiver = await api.receivers.create()
  await insertRequests(product, receiver.id, 3)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const toggles = requestRows(page).getByRole('button')
  await expect(toggles).toHaveCount(3)
  for (const index of [0, 1, 2, 1]) await toggles.nth(index).press('Enter', { noWaitAfter: true })
  const open = ['true', 'false', 'true']
  for (const [index, expanded] of open.entries())
    await expect(toggles.nth(index)).toHaveAttribute('aria-expanded', expanded)
  await expect(requestPart(page, 'Request Body')).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => history.state?.usr?.openRows?.length)).toBe(2)
  await page.reload()
  for (const [index, expanded] of open.entries())
    await expect(toggles.nth(index)).toHaveAttribute('aria-expanded', expanded)
})

test('rows stand above the fold; at 1280, 390 and 360 px nothing overlaps or scrolls sideways, and axe finds nothing, light or dark', async ({
  page,
  api,
  product,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target().url })
  await insertExecutions(product, task.id, 120)
  const receiver = await api.receivers.create()
  await insertRequests(product, receiver.id, 120)
  await callReceiver(`${receiver.url}/a/long/path?delivery=${'72d3162e'.repeat(12)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.company.event+json; charset=utf-8' },
    body: JSON.stringify({ type: 'customer.subscription.trial_will_end' }),
  })
  for (const [path, rows] of [
    [`/dashboard/tasks/${task.id}/executions`, runs(page)],
    [`/dashboard/receivers/${receiver.id}/executions`, requestRows(page)],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    // What a new account is asked for once stands above everything until then.
    await page
      .getByRole('complementary', { name: 'Confirm your email' })
      .getByRole('button', { name: 'Dismiss' })
      .click()
    // A task's history has its status and its chart above its rows.
    await expect.poll(async () => bottomOf(rows.nth(path.includes('tasks') ? 2 : 5))).toBeLessThanOrEqual(800)
    const row = rows.first().getByRole('button')
    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(row).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expect.poll(() => overlaps(rows)).toEqual([])
      // In between, the page has the elements of the narrow one. Open rows are among every screen.
      if (width === 390) continue
      await page.getByRole('button', { name: 'Filters' }).click()
      await expect(page.getByLabel('Jump to')).toBeVisible()
      await expectNoAxeViolations(page, `filters at ${width} px`)
      await page.keyboard.press('Escape')
    }
  }
})

/** Pixels from the top of the window. */
const bottomOf = async (row: Locator): Promise<number> => {
  const box = await row.boundingBox()
  return box === null ? Infinity : box.y + box.height
}

/** Pairs of cells of a row whose boxes cover each other. */
const overlaps = (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((all) =>
    all.flatMap((row) => {
      const boxes = [...row.querySelectorAll(':scope > td')].map((cell) => {
        return { text: cell.textContent, box: cell.getBoundingClientRect() }
      })
      return boxes.flatMap((one, index) =>
        boxes.slice(index + 1).flatMap((other) => {
          const isApart =
            one.box.right <= other.box.left + 1 ||
            other.box.right <= one.box.left + 1 ||
            one.box.bottom <= other.box.top + 1 ||
            other.box.bottom <= one.box.top + 1
          return isApart ? [] : [`${one.text} | ${other.text}`]
        }),
      )
    }),
  )
