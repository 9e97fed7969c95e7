import type { Page, Route } from '@playwright/test'
import { nextPaint, recordLayoutShifts } from '../../harness/layout-shift.ts'
import { taskRows } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ isFirstVisit: true })

/** The font that the browser draws a text with, which is not the one that a stylesheet asks for where that came late. */
const drawnFont = async (page: Page, selector: string): Promise<string[]> => {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName }) => familyName)
}

/** Fonts that come while the page still waits for them, or after it has given up. */
type Arrival = 'in time' | 'too late'

/** The page does not give up: how long a busy machine takes to show it is not what is tested. */
const waitForFonts = (page: Page) =>
  page.addInitScript(() => {
    const set = window.setTimeout.bind(window)
    const isGivingUp = (ms: unknown, argument: unknown) => ms === 1000 && argument === true
    const later = (run: () => void, ms?: number, ...rest: unknown[]) =>
      isGivingUp(ms, rest[0]) ? 0 : set(run, ms, ...rest)
    Object.assign(window, { setTimeout: later })
  })

/** Opens a page whose fonts arrive once all else of it is there: nothing that it shows moves. */
const expectNothingMoved = async (page: Page, path: string, arrival: Arrival, isShown: () => Promise<void>) => {
  const held: Route[] = []
  await page.route('**/*.woff2', (route) => void held.push(route))
  const shifts = await recordLayoutShifts(page)
  if (arrival === 'in time') await waitForFonts(page)
  await page.goto(path, { waitUntil: 'commit' })
  await isShown()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-typeface', arrival === 'in time' ? 'awaited' : 'late')
  await nextPaint(page)
  expect(held.length, 'fonts that the page asks for').toBeGreaterThan(0)
  const before = (await shifts()).length
  const arrivals = held.map((route) => page.waitForResponse((response) => response.request() === route.request()))
  await Promise.all([...held.map((route) => route.continue()), ...arrivals])
  await page.evaluate(() => document.fonts.ready)
  if (arrival === 'in time') await expect(root).not.toHaveAttribute('data-typeface')
  await nextPaint(page)
  await nextPaint(page)
  expect((await shifts()).slice(before)).toEqual([])
}

for (const arrival of ['in time', 'too late'] as const) {
  for (const [path, lastShown] of [
    ['/signin', 'Sign in'],
    ['/rates', 'Where these rates come from'],
    ['/', 'On your own server'],
    ['/docs/conditions', 'Conditions'],
  ] as const) {
    test(`a typeface that arrives after all else, ${arrival}, moves nothing on ${path}`, async ({ page }) => {
      const heading = page.getByRole('heading', { name: lastShown, exact: true })
      await expectNothingMoved(page, path, arrival, () => expect(heading).toBeVisible())
    })
  }

  test(`a typeface that arrives after all else, ${arrival}, moves nothing on the task list`, async ({ page, api }) => {
    for (const name of ['Tea', 'Milk', 'Coffee']) await api.createTask({ name, url: 'https://shop.example/health' })
    await expectNothingMoved(page, '/dashboard/tasks', arrival, () => expect(taskRows(page)).toHaveCount(3))
  })
}

test('the pages that the server writes itself have the typeface once the browser has its file', async ({ page }) => {
  await expect(async () => {
    await page.goto('/dev/outbox')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(await drawnFont(page, 'h1')).toEqual(['Geist'])
  }).toPass()
})

test('all pages have one typeface, with figures of one width, and keep it for a year', async ({ page, api }) => {
  await api.createTask({ name: 'Tea', url: 'https://shop.example/health' })
  page.on('response', (response) => {
    if (!response.url().endsWith('.woff2')) return
    expect(response.headers()).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
  for (const path of ['/signin', '/rates', '/docs', '/dashboard/tasks']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await drawnFont(page, 'h1')).toEqual(['Geist'])
    const widths = await page.evaluate(() => {
      const line = document.createElement('span')
      document.body.append(line)
      const widthOf = (text: string) => {
        line.textContent = text
        return line.getBoundingClientRect().width
      }
      return { one: widthOf('1111'), eight: widthOf('8888') }
    })
    expect(widths.one).toBe(widths.eight)
  }
  await expect(taskRows(page)).toHaveCount(1)
  expect(await drawnFont(page, 'td span[title^="https://shop"]')).toEqual(['Geist Mono'])
})
