import type { BrowserContext, Page } from '@playwright/test'
import { newKeptContext } from '../../harness/kept-context.ts'
import { startTargetServer } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('a context that is kept for the next test has nothing of the last one', async ({ browser, product }) => {
  const origin = product.dashboardUrl
  const { context, reset, close } = await newKeptContext(browser, origin)
  const responses: string[] = []
  context.on('response', (response) => responses.push(response.url()))
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await context.addCookies([{ name: 'left', value: 'behind', url: origin }])
  await context.route('**/rates', (route) => route.abort())
  await page.goto('/signin')
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
  })
  expect(responses).toContain(`${origin}/signin`)
  expect(await reset()).toBe(true)

  expect(page.isClosed()).toBe(true)
  expect(await context.cookies()).toEqual([])
  responses.length = 0
  const next = await context.newPage()
  await next.goto('/rates')
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  expect(
    await next.evaluate(() => ({
      local: localStorage.getItem('left'),
      session: sessionStorage.getItem('left'),
      visited: history.length,
      width: window.innerWidth,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    })),
  ).toEqual({ local: null, session: null, visited: 2, width: 1280, isDark: false })
  expect(responses).toEqual([])
  await close()
})

const spoiling: Record<string, (page: Page, context: BrowserContext, foreignUrl: string) => Promise<unknown>> = {
  'a clock': (page) => page.clock.install(),
  permissions: (_page, context) => context.grantPermissions(['clipboard-read']),
  'an interrupted network': (_page, context) => context.setOffline(true),
  'a script that each page runs': (_page, context) => context.addInitScript('window.left = "behind"'),
  'a DevTools session': (page, context) => context.newCDPSession(page),
  'a page of another origin': (page, _context, foreignUrl) => page.goto(foreignUrl),
  'a database': (page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.open('left').onsuccess = ({ target }) => {
            ;(target as IDBOpenDBRequest).result.close()
            resolve(undefined)
          }
        }),
    ),
}

test('a context is not kept where what was done to it cannot be taken back', async ({ browser, product }) => {
  const foreign = await startTargetServer()
  const kept: string[] = []
  for (const [name, spoil] of Object.entries(spoiling)) {
    const { context, reset, close } = await newKeptContext(browser, product.dashboardUrl)
    const page = await context.newPage()
    await page.goto('/robots.txt')
    await spoil(page, context, foreign.target().url)
    if (await reset()) kept.push(name)
    await close()
  }
  expect(kept).toEqual([])
  await foreign.close()
})
