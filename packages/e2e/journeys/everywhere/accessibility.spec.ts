import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { everyScreen } from '../../harness/every-screen/every-screen.ts'
import { prepareWorld } from '../../harness/every-screen/world.ts'
import { expect, test } from '../../harness/test.ts'

const faults = async (axe: AxeBuilder, screen: string): Promise<string[]> => {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${screen}: ${id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}

// In the page itself, as it has no frames: otherwise axe opens another page to put the frames' results together.
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

for (const [part, screens] of Object.entries(everyScreen)) {
  test(`axe finds nothing, light or dark: ${part}`, async ({ page, api, targets, trouble }) => {
    const world = await prepareWorld(api, targets)
    const found: string[] = []
    for (const { name, open } of screens) {
      await page.emulateMedia({ colorScheme: 'light' })
      await open(page, world, trouble)
      found.push(...(await faults(axeOf(page), `${name} (light)`)))
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(
        page.locator('html[data-mantine-color-scheme="dark"], html:not([data-mantine-color-scheme])'),
      ).toHaveCount(1)
      // Colors are looked at until they have settled: a scheme is not changed everywhere in one frame.
      const inDark = () => faults(axeOf(page).withRules('color-contrast'), `${name} (dark)`)
      await expect.poll(inDark).toEqual([])
    }
    expect(found).toEqual([])
  })
}
