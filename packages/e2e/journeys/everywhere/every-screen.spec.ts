import { beOfAnotherBuild, unknownForm } from '../../harness/another-build.ts'
import { axeViolations, expectNoAxeViolations } from '../../harness/axe.ts'
import { everyScreen } from '../../harness/every-screen/every-screen.ts'
import { prepareWorld } from '../../harness/every-screen/world.ts'
import { phoneProblems, turnBack, turnIntoPhone } from '../../harness/phone.ts'
import { expect, test } from '../../harness/test.ts'

/** Of another build, so that each response is checked; such a page looks and works as one of the server's build does. */
for (const [part, screens] of Object.entries(everyScreen)) {
  test(`a page of another build than the server knows the form of every response, and axe finds nothing, light or dark, wide or at 360 px, where nothing scrolls sideways and a finger hits what it is to hit: ${part}`, async ({
    page,
    api,
    targets,
    problem,
  }) => {
    const world = await prepareWorld(api, targets)
    const touch = await page.context().newCDPSession(page)
    await beOfAnotherBuild(page)
    for (const { name, open } of screens) {
      await open(page, world, problem)
      await expect(page.getByText(unknownForm), name).toHaveCount(0)
      await expectNoAxeViolations(page, name)
      await turnIntoPhone(page, touch)
      await expect.poll(() => phoneProblems(page), name).toEqual([])
      // Still dark: the colors of the light scheme are the same as on the wide screen.
      await expect.poll(() => axeViolations(page), `${name} (360 px)`).toEqual([])
      await turnBack(page, touch)
    }
  })
}
