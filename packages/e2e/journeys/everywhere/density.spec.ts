import type { Locator, Page } from '@playwright/test'
import { taskRows } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not shown.')
  return box
}

const opacityOf = (element: Locator) => element.evaluate((shown) => getComputedStyle(shown).opacity)

const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })

test('ten tasks and the links to their pages fit a screen of 800 px, with controls of 32 px and rows of 44', async ({
  page,
  api,
}) => {
  for (let made = 1; made <= 11; made += 1)
    await api.createTask({ name: `Task ${made}`, url: 'https://shop.example/health' })
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(10)
  const pages = await boxOf(page.getByRole('navigation', { name: 'Pages' }))
  expect(pages.y + pages.height).toBeLessThanOrEqual(800)
  expect((await boxOf(page.getByRole('button', { name: 'Create task' }))).height).toBe(32)
  const heights = await taskRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(45)
})

test('a list is read without checkboxes until a row is pointed at or has the focus, or one is selected', async ({
  page,
  api,
}) => {
  for (const name of ['Tea', 'Milk']) await api.createTask({ name, url: 'https://shop.example/health' })
  await page.goto('/dashboard/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  const [tea, milk] = [checkbox(page, 'Tea'), checkbox(page, 'Milk')]
  await page.getByRole('heading', { level: 1 }).hover()
  expect([await opacityOf(tea), await opacityOf(milk)]).toEqual(['0', '0'])
  await taskRows(page).filter({ hasText: 'Tea' }).hover()
  await expect.poll(async () => [await opacityOf(tea), await opacityOf(milk)]).toEqual(['1', '0'])
  await page.getByRole('heading', { level: 1 }).hover()
  await milk.focus()
  await expect.poll(async () => [await opacityOf(tea), await opacityOf(milk)]).toEqual(['0', '1'])
  await milk.press('Space')
  await milk.blur()
  await expect.poll(async () => [await opacityOf(tea), await opacityOf(milk)]).toEqual(['1', '1'])
})

test.describe('where one touches', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('checkboxes are always shown, a task takes at most 140 px, and controls are 40 px high', async ({
    page,
    api,
    targets,
  }) => {
    const task = await api.createTask({ name: 'Tea', url: targets.target().url })
    await api.run(task.id)
    await page.goto('/dashboard/tasks')
    const card = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem')
    await expect(card).toHaveCount(1)
    expect(await opacityOf(checkbox(page, 'Tea'))).toBe('1')
    expect((await boxOf(card)).height).toBeLessThanOrEqual(140)
    expect((await boxOf(page.getByRole('button', { name: 'Create task' }))).height).toBe(40)
  })
})

test('the circle of a busy button stands in its middle where motion is reduced', async ({ page, api: _signedIn }) => {
  await page.goto('/dashboard/tasks')
  const button = page.getByRole('button', { name: 'Start from this example' })
  await expect(button).toBeVisible()
  await page.route('**/api/v1/tasks/empty', () => {})
  await button.click()
  const circle = button.locator('.mantine-Button-loader')
  await expect(circle).toBeVisible()
  const middleOf = ({ x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) => [x + width / 2, y + height / 2]
  const [outer, inner] = [middleOf(await boxOf(button)), middleOf(await boxOf(circle))]
  expect(Math.abs((outer[0] ?? 0) - (inner[0] ?? 0))).toBeLessThanOrEqual(1)
  expect(Math.abs((outer[1] ?? 0) - (inner[1] ?? 0))).toBeLessThanOrEqual(1)
})

test('the field in the bar opens the palette, which shows the tasks that were opened last first', async ({
  page,
  api,
}) => {
  for (const name of ['Tea', 'Milk']) await api.createTask({ name, url: 'https://shop.example/health' })
  await page.goto('/dashboard/tasks')
  const opened = page.waitForResponse((response) => response.url().endsWith('/update-last-open-time'))
  await page.getByRole('link', { name: 'Tea', exact: true }).click()
  await opened
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('button', { name: /Tea|Milk/ }).first()).toContainText('Tea')
})
