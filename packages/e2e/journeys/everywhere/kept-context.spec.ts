import type { BrowserContext, Page } from '@playwright/test'
import { newKeptContext } from '../../harness/kept-context.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

/** Leaves something in everything that pages of an origin can keep. */
const leaveBehind = (page: Page, workerUrl: string) =>
  page.evaluate(async (url) => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = ({ target }) => {
        ;(target as IDBOpenDBRequest).result.close()
        resolve(undefined)
      }
    })
    await caches.open('left')
    if (new URL(url).origin === location.origin) await navigator.serviceWorker.register(url)
  }, workerUrl)

const seenBy = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    width: window.innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isTouched: navigator.maxTouchPoints > 0,
    isOnline: navigator.onLine,
  }))

const changed = {
  cookies: 'left=behind',
  local: 'behind',
  session: 'behind',
  databases: 1,
  caches: 1,
  workers: 0,
  width: 360,
  isDark: true,
  isTouched: true,
  isOnline: true,
}
const unchanged = {
  cookies: '',
  local: null,
  session: null,
  databases: 0,
  caches: 0,
  workers: 0,
  width: 1280,
  isDark: false,
  isTouched: false,
  isOnline: true,
}

test('a context that is kept for the next test has nothing of the last one', async ({ browser, product, targets }) => {
  const origin = product.dashboardUrl
  const foreignUrl = targets.target(answers.plain('foreign')).url
  const script = targets.target({ status: 200, headers: { 'content-type': 'text/javascript' }, body: '' })
  const { context, newPage, reset, close } = await newKeptContext(browser, origin)
  const responses: string[] = []
  context.on('response', (response) => responses.push(response.url()))
  const page = await newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await context.addCookies([origin, foreignUrl].map((url) => ({ name: 'left', value: 'behind', url })))
  await context.route('**/rates', (route) => route.abort())
  await page.goto(foreignUrl)
  await leaveBehind(page, script.url)
  expect(await seenBy(page)).toEqual({ ...changed, workers: 1 })
  await page.goto(`${origin}/signin`)
  await leaveBehind(page, script.url)
  expect(await seenBy(page)).toEqual(changed)
  expect(responses).toContain(`${origin}/signin`)
  await context.setOffline(true)
  expect(await seenBy(page)).toEqual({ ...changed, isOnline: false })
  expect(await reset()).toBe(true)

  expect(page.isClosed()).toBe(true)
  expect(await context.cookies()).toEqual([])
  responses.length = 0
  const next = await newPage()
  expect(await next.evaluate(() => ({ opener, name, address: location.href, visited: history.length }))).toEqual({
    opener: null,
    name: '',
    address: 'about:blank',
    visited: 0,
  })
  await next.goto(foreignUrl)
  expect(await seenBy(next)).toEqual(unchanged)
  await next.goto(`${origin}/rates`)
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await seenBy(next)).toEqual(unchanged)
  expect(await next.evaluate(() => history.length)).toBe(2)
  expect(responses).toEqual([])
  await close()
})

test('cached responses stay in a context that is kept, until a test wants none', async ({
  browser,
  product,
  targets,
}) => {
  const cached = targets.target({ status: 200, headers: { 'cache-control': 'max-age=600' }, body: 'cached' })
  const { newPage, reset, emptyHttpCache, close } = await newKeptContext(browser, product.dashboardUrl)
  const load = async () => {
    const page = await newPage()
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

const spoiling: Record<string, (page: Page, context: BrowserContext, foreignUrl: string) => Promise<unknown>> = {
  'a clock': (page) => page.clock.install(),
  permissions: (_page, context) => context.grantPermissions(['clipboard-read']),
  'permissions by DevTools': async (page, context) =>
    (await context.newCDPSession(page)).send('Browser.grantPermissions', { permissions: ['geolocation'] }),
  'a script that each page runs': (_page, context) => context.addInitScript('window.left = "behind"'),
  'a frame': async (page, _context, foreignUrl) => {
    await page.goto(foreignUrl)
    await page.setContent(`<iframe src="${foreignUrl}"></iframe>`)
    await expect(page.frameLocator('iframe').getByText('foreign')).toBeVisible()
  },
}

test('a context is not kept where what was done to it cannot be undone', async ({ browser, product, targets }) => {
  const foreignUrl = targets.target(answers.plain('foreign')).url
  const kept: string[] = []
  for (const [name, spoil] of Object.entries(spoiling)) {
    const { context, newPage, reset, close } = await newKeptContext(browser, product.dashboardUrl)
    const page = await newPage()
    await page.goto('/robots.txt')
    await spoil(page, context, foreignUrl)
    if (await reset()) kept.push(name)
    await close()
  }
  expect(kept).toEqual([])
})
