import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { everyScreen, prepareWorld } from '../harness/every-screen.ts'
import { test } from '../harness/test.ts'

const directory = process.env['SCREENSHOTS'] ?? 'screenshots'

const looks: Record<string, BrowserContextOptions> = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
}

const picture = (page: Page, name: string) =>
  page.screenshot({ path: join(directory, `${name}.png`), fullPage: true, animations: 'disabled' })

for (const [look, options] of Object.entries(looks)) {
  test.describe(look, () => {
    test.use({ ...options, contextOptions: { reducedMotion: 'reduce' } })

    for (const [part, screens] of Object.entries(everyScreen)) {
      test(`${part}, ${look}`, async ({ page, api, targets, trouble }) => {
        const world = await prepareWorld(api, targets)
        for (const { name, open } of screens) {
          await open(page, world, trouble)
          await picture(page, `${name}-${look}`)
        }
      })
    }
  })
}
