import { axeViolations } from '../../harness/axe.ts'
import { expect, test } from '../../harness/test.ts'

/** Pages of the application, to which the site leads; the rest of the links is the site's own. */
const ofTheApp = /^\/(dashboard|signin|signup|forgot|rates|api\/v1\/openapi\.json)/

test('[SH-15, SH-16, SH-35] every link of the site leads to a page, and to a place on it', async ({
  request,
  product,
}) => {
  const baseURL = product.dashboardUrl
  const bodies = new Map<string, string>()
  const queue = ['/', '/docs', '/blog', '/robots.txt', '/sitemap-index.xml', '/blog/rss.xml']
  const anchors: [from: string, path: string, id: string][] = []
  for (const path of queue) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([path, answer.status()]).toEqual([path, 200])
    const body = await answer.text()
    bodies.set(path, body)
    for (const [, link = ''] of body.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const url = new URL(link.replaceAll('&amp;', '&'), `${baseURL}${path}`)
      if (url.origin !== baseURL || ofTheApp.test(url.pathname)) continue
      if (url.hash !== '') anchors.push([path, url.pathname, decodeURIComponent(url.hash.slice(1))])
      if (!queue.includes(url.pathname)) queue.push(url.pathname)
    }
  }
  const missing = anchors.filter(([, path, id]) => id !== '_top' && !bodies.get(path)?.includes(`id="${id}"`))
  expect(missing).toEqual([])
  expect(queue).toEqual(expect.arrayContaining(['/docs/conditions', '/docs/api/tasks', '/docs/self-hosting/settings']))
})

const pages = ['/', '/docs', '/docs/conditions', '/docs/api/tasks', '/blog', '/blog/firing-lag']
const maxScriptBytes = 60 * 1024

test.describe('loaded for the first time', () => {
  test.use({ isFirstVisit: true })
  for (const path of pages) {
    test(`${path} calls no third party, carries little JavaScript, and axe finds nothing in light or dark`, async ({
      page,
      product,
    }) => {
      const baseURL = product.dashboardUrl
      let scriptBytes = 0
      const foreign: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith('data:')) foreign.push(request.url())
      })
      page.on('requestfinished', async (request) => {
        if (request.resourceType() === 'script') scriptBytes += (await request.sizes()).responseBodySize
      })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(path, { waitUntil: 'networkidle' })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toHaveCount(1)
        expect(await axeViolations(page, colorScheme === 'dark' ? { rules: ['color-contrast'] } : {})).toEqual([])
        if (colorScheme === 'light') expect(scriptBytes).toBeLessThan(maxScriptBytes)
      }
      expect(foreign).toEqual([])
    })
  }
})

test('a visitor is led to sign up, and somebody who is signed in to the dashboard', async ({
  page,
  browser,
  person: _signedIn,
}) => {
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Site' })
  await expect(navigation.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
  await navigation.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(new URL('/', page.url()).href)
  await expect(visitor.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await visitor.getByRole('link', { name: 'Start free' }).click()
  await expect(visitor).toHaveURL(/\/signup$/)
  await visitor.context().close()
})

test('the documentation is searched in the browser', async ({ page }) => {
  await page.goto('/docs')
  await page.getByRole('button', { name: 'Search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('textbox').fill('daylight saving')
  await dialog
    .getByRole('link', { name: /Schedules/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/docs\/schedules/)
  await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
})

test('a color scheme that is chosen on the site holds on the dashboard', async ({ page, person: _signedIn }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/docs')
  await page.getByLabel('Color scheme').first().selectOption('dark')
  await expect(page.locator('html[data-theme="dark"]')).toHaveCount(1)
  await page.goto('/dashboard/tasks')
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toHaveCount(1)
})

test('every call of the API that needs nothing answers a token, as the reference says', async ({
  context,
  product,
  request,
}) => {
  const origin = product.dashboardUrl
  const description = await (await request.get('/api/v1/openapi.json')).json()
  expect(Object.keys(description.paths).length).toBeGreaterThan(30)
  const bare = Object.entries<Record<string, { parameters?: { required?: boolean }[]; security?: object[] }>>(
    description.paths,
  ).flatMap(([path, { get }]) =>
    get !== undefined && get.security === undefined && !(get.parameters ?? []).some(({ required }) => required)
      ? [path]
      : [],
  )
  expect(bare).toEqual(expect.arrayContaining(['/api/v1/tasks', '/api/v1/accounts/me']))
  const person = {
    email: `reference-${Date.now()}@example.com`,
    password: 'a short sentence works',
    firstName: 'Ada',
    lastName: '',
  }
  await context.request.post(`${origin}/api/v1/auth/sign-up`, { headers: { origin }, data: person })
  const made = await context.request.post(`${origin}/api/v1/accounts/me/tokens`, {
    headers: { origin },
    data: { name: 'Reference', scope: 'READ' },
  })
  const { token } = await made.json()
  for (const path of bare) {
    const answer = await request.get(path, { headers: { authorization: `Bearer ${token}` } })
    expect([path, answer.status()]).toEqual([path, 200])
  }
})
