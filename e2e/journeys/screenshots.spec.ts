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

/** The whole page, or what is in sight where a dialog lies over it. */
const picture = async (page: Page, name: string): Promise<void> => {
  const isCovered = (await page.getByRole('dialog').count()) > 0
  if (!isCovered) await page.evaluate(() => window.scrollTo({ top: 0 }))
  await page.screenshot({ path: join(directory, `${name}.png`), fullPage: !isCovered, animations: 'disabled' })
}

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
