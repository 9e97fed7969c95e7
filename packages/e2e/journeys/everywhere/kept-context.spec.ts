import type { BrowserContext, Page } from '@playwright/test'
import { newKeptContext } from '../../harness/kept-context.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

/** Leaves something in everything that pages of an origin can keep. */
const leaveBehind = (page: Page) =>
  page.evaluate(async () => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = ({ target }) => {
        ;(target as IDBOpenDBRequest).result.close()
        resolve(undefined)
      }
    })
    await (await caches.open('left')).put('/left', new Response('behind'))
  })

const leftBehind = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }))

const nothing = { local: null, session: null, databases: [], caches: [] }

test('a context that is kept for the next test has nothing of the last one', async ({ browser, product, targets }) => {
  const origin = product.dashboardUrl
  const foreignUrl = targets.target(answers.plain('foreign')).url
  const { context, reset, close } = await newKeptContext(browser, origin)
  const responses: string[] = []
  context.on('response', (response) => responses.push(response.url()))
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await context.addCookies([{ name: 'left', value: 'behind', url: origin }])
  await context.route('**/rates', (route) => route.abort())
  for (const url of [foreignUrl, '/signin']) {
    await page.goto(new URL(url, origin).href)
    await leaveBehind(page)
    expect(await leftBehind(page)).not.toEqual(nothing)
  }
  expect(responses).toContain(`${origin}/signin`)
  await context.setOffline(true)
  expect(await reset()).toBe(true)

  expect(page.isClosed()).toBe(true)
  expect(await context.cookies()).toEqual([])
  responses.length = 0
  const next = await context.newPage()
  await next.goto(foreignUrl)
  expect(await leftBehind(next)).toEqual(nothing)
  await next.goto(`${origin}/rates`)
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await leftBehind(next)).toEqual(nothing)
  expect(
    await next.evaluate(() => ({
      visited: history.length,
      width: window.innerWidth,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      isTouched: matchMedia('(pointer: coarse)').matches,
      isOnline: navigator.onLine,
    })),
  ).toEqual({ visited: 3, width: 1280, isDark: false, isTouched: false, isOnline: true })
  expect(responses).toEqual([])
  await close()
})

test('cached responses stay in a context that is kept, until a test wants none', async ({
  browser,
  product,
  targets,
}) => {
  const cached = targets.target({ status: 200, headers: { 'cache-control': 'max-age=600' }, body: 'cached' })
  const { context, reset, emptyHttpCache, close } = await newKeptContext(browser, product.dashboardUrl)
  const load = async () => {
    const page = await context.newPage()
    await page.goto(cached.url)
    await page.evaluate(async () => (await fetch(location.href)).text())
    expect(await reset()).toBe(true)
    return cached.calls.length
  }
  const first = await load()
  expect(first).toBeGreaterThan(0)
  expect(await load()).toBe(first)
  await emptyHttpCache()
  expect(await load()).toBeGreaterThan(first)
  await close()
})

const spoiling: Record<string, (page: Page, context: BrowserContext) => Promise<unknown>> = {
  'a clock': (page) => page.clock.install(),
  permissions: (_page, context) => context.grantPermissions(['clipboard-read']),
  'a script that each page runs': (_page, context) => context.addInitScript('window.left = "behind"'),
}

test('a context is not kept where what was done to it cannot be taken back', async ({ browser, product }) => {
  const kept: string[] = []
  for (const [name, spoil] of Object.entries(spoiling)) {
    const { context, reset, close } = await newKeptContext(browser, product.dashboardUrl)
    const page = await context.newPage()
    await page.goto('/robots.txt')
    await spoil(page, context)
    if (await reset()) kept.push(name)
    await close()
  }
  expect(kept).toEqual([])
})
