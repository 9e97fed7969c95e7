import { expectNoAxeViolations } from '../../harness/axe.ts'
import { everyScreen } from '../../harness/every-screen/every-screen.ts'
import { prepareWorld } from '../../harness/every-screen/world.ts'
import { test } from '../../harness/test.ts'

for (const [part, screens] of Object.entries(everyScreen)) {
  test(`axe finds nothing, light or dark: ${part}`, async ({ page, api, targets, problem }) => {
    const world = await prepareWorld(api, targets)
    for (const { name, open } of screens) {
      await open(page, world, problem)
      await expectNoAxeViolations(page, name)
    }
  })
}
