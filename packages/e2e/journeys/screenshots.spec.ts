import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { spreadRuns } from '../harness/database.ts'
import { everyScreen } from '../harness/every-screen/every-screen.ts'
import { prepareWorld } from '../harness/every-screen/world.ts'
import { mainScreens, prepareFullAccount } from '../harness/main-screens.ts'
import { expect, test } from '../harness/notified-test.ts'
import { answers } from '../harness/target-server.ts'

const directory = process.env['SCREENSHOTS'] ?? 'screenshots'

const looks: Record<string, BrowserContextOptions> = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
}

// The README's picture, docs/screenshot.png: SCREENSHOTS=../../docs playwright test -g README
// The front page's, in both color schemes: SCREENSHOTS=DIRECTORY playwright test -g 'front page'
for (const [name, options] of Object.entries({
  'for the README': {},
  'for the front page, light': { deviceScaleFactor: 2 },
  'for the front page, dark': { deviceScaleFactor: 2, colorScheme: 'dark' },
} satisfies Record<string, BrowserContextOptions>)) {
  test.describe(() => {
    test.use(options)

    test(`a history, ${name}`, async ({ page, api, person, notify, product, targets }) => {
      const file = name.endsWith('README')
        ? 'screenshot.png'
        : `history-${name.endsWith('dark') ? 'dark' : 'light'}.png`
      await notify.verify(person.email)
      const target = targets.target()
      const scheduler = { mode: 'CUSTOM', expression: '*/30 * * * *' } as const
      const task = await api.createTask({ name: 'Price of tea', url: target.url, scheduler })
      for (const [delayMs, price] of [
        [96, 7.1],
        [102, 7.1],
        [88, 7.25],
        [131, 7.25],
        [94, 7.4],
        [420, 7.4],
        [120, 7.3],
        [84, 7.3],
        [91, 7.5],
      ] as const) {
        target.reacts({ ...answers.json({ kind: 'Oolong', price, stock: 12 }), delayMs })
        await api.run(task.id)
      }
      target.reacts('reset')
      await api.run(task.id)
      target.reacts({ ...answers.json({ kind: 'Oolong', price: 7.45, stock: 9 }), delayMs: 99 })
      await api.run(task.id)
      await spreadRuns(product, task.id, 30)
      await api.addBookmark(task.id, { name: 'Price', source: 'response_body_json', property: 'price' })
      await page.goto(`/dashboard/tasks/${task.id}/executions?range=page`)
      await expect(page.getByRole('button', { name: 'Price', exact: true })).toBeVisible()
      await page.getByRole('slider', { name: /^Response Time of/ }).hover({ position: { x: 1150, y: 120 } })
      await page.screenshot({ path: join(directory, file), animations: 'disabled' })
    })
  })
}

/** The whole page, or what is in sight where a dialog lies over it. */
const picture = async (page: Page, name: string): Promise<void> => {
  const isCovered = (await page.getByRole('dialog').count()) > 0
  const size = page.viewportSize()
  // In a window as high as the page, what sticks to the window's edges covers nothing in the middle.
  if (!isCovered && size !== null) {
    await page.evaluate(() => window.scrollTo({ top: 0 }))
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...size, height })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' })
  if (size !== null) await page.setViewportSize(size)
}

for (const [look, options] of Object.entries(looks)) {
  test.describe(look, () => {
    test.use(options)

    // SCREENSHOTS=DIRECTORY playwright test -g 'main screens'
    test(`the main screens of an account in use, ${look}`, async ({
      page,
      api,
      notify,
      person,
      product,
      targets,
      problem,
    }) => {
      // The page for signing in asks who is signed in.
      problem.announce(401, '/api/v1/accounts/me')
      const account = await prepareFullAccount({ api, notify, person, product, targets })
      for (const { name, open } of mainScreens) {
        await open(page, account)
        await picture(page, `main-${name}-${look}`)
      }
    })

    for (const [part, screens] of Object.entries(everyScreen)) {
      test(`${part}, ${look}`, async ({ page, api, notify, person, targets, product, problem }) => {
        const world = await prepareWorld({ api, notify, person, targets, product })
        for (const { name, open } of screens) {
          await open(page, world, problem)
          await picture(page, `${name}-${look}`)
        }
      })
    }
  })
}
