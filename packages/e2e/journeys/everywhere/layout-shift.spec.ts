import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import type { Page } from '@playwright/test'
import { answerOneByOne, recordLayoutShifts, type Order } from '../../harness/layout-shift.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** A fifth of what a page may shift by to count as steady. */
const limit = 0.02

const expectSteady = async (page: Page, path: string, order: Order, isComplete: () => Promise<boolean>) => {
  const shifts = await recordLayoutShifts(page)
  const answered = answerOneByOne(page, order, isComplete)
  await page.goto(path)
  await answered
  await page.waitForLoadState('networkidle')
  const found = await shifts()
  const sum = found.reduce((total, { value }) => total + value, 0)
  expect(sum, `Layout shifts of ${path}: ${JSON.stringify(found, null, 2)}`).toBeLessThan(limit)
}

for (const order of ['oldest first', 'newest first'] as const) {
  test(`the task list does not move while it loads, its calls answered ${order}`, async ({ page, api, targets }) => {
    const target = targets.target(answers.plain('ready'))
    const task = await api.createTask({ name: 'Tea', url: target.url })
    await api.createTask({ name: 'Milk', url: target.url })
    await api.saveTask(await api.createDraft(), {
      name: 'Coffee',
      scheduler: defaultScheduler,
      request: { target: { ...defaultRequestTarget, uri: target.url } },
    })
    await api.run(task.id)
    await expectSteady(
      page,
      '/dashboard/tasks',
      order,
      async () =>
        (await page.getByRole('link', { name: 'Tea', exact: true }).isVisible()) &&
        (await page.getByText('1 draft').isVisible()),
    )
  })

  test(`a task's history does not move while it loads, its calls answered ${order}`, async ({ page, api, targets }) => {
    const task = await api.createTask({ name: 'Tea', url: targets.target(answers.plain('ready')).url })
    for (let run = 0; run < 11; run += 1) await api.run(task.id)
    await expectSteady(
      page,
      `/dashboard/tasks/${task.id}/executions`,
      order,
      async () =>
        (await page.getByRole('table', { name: 'Details' }).isVisible()) &&
        (await page.getByRole('button', { name: 'Add bookmark' }).isVisible()) &&
        (await page.getByRole('button', { name: 'Table' }).isVisible()) &&
        (await page.getByRole('group', { name: 'Health' }).isVisible()),
    )
  })

  test(`a receiver's history does not move while it loads, its calls answered ${order}`, async ({ page, api }) => {
    const receiver = await api.receivers.create({ name: 'Orders' })
    // One more than a free account may receive in a minute: the page says above its rows that it was rejected.
    const statuses = new Set<number>()
    while (!statuses.has(429)) statuses.add((await fetch(receiver.url, { method: 'POST', body: 'ready' })).status)
    await expect
      .poll(async () => (await page.request.get(`/api/v1/receivers/${receiver.id}/rejected`)).json())
      .toMatchObject({ results: [{ reason: 'OVER_LIMIT' }] })
    await expectSteady(
      page,
      `/dashboard/receivers/${receiver.id}/executions`,
      order,
      async () =>
        (await page.getByRole('table', { name: 'Requests' }).isVisible()) &&
        (await page.getByRole('list', { name: 'Rejected requests' }).isVisible()),
    )
  })
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1280, height: 1600 },
])
  test.describe(`in a window of ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport })

    test('nothing of the rates page moves as its list of sources arrives', async ({ page }) => {
      const shifts = await recordLayoutShifts(page)
      const sources = page.getByRole('heading', { name: 'Where these rates come from' })
      const answered = answerOneByOne(page, 'oldest first', () => sources.isVisible())
      await page.goto('/rates')
      await answered
      await page.waitForLoadState('networkidle')
      expect(await shifts()).toEqual([])
    })
  })

test('signing in does not move while it loads', async ({ page }) => {
  await expectSteady(page, '/signin', 'oldest first', () => page.getByLabel('Email').isVisible())
})

test('signing in does not move where it names who is signed in already', async ({ page, person }) => {
  await page.goto('/dashboard/support')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await expectSteady(page, '/signin', 'oldest first', () =>
    page.getByRole('link', { name: 'Continue', exact: true }).isVisible(),
  )
})
