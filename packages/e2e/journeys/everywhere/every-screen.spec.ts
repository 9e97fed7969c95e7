import { beOfAnotherBuild, unknownForm } from '../../harness/another-build.ts'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { dialogFocusProblems } from '../../harness/dialog-focus.ts'
import { everyScreen } from '../../harness/every-screen/every-screen.ts'
import { prepareWorld } from '../../harness/every-screen/world.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { phoneProblems, turnBack, turnIntoPhone } from '../../harness/phone.ts'

/** What is wrong with one screen leaves the others to be looked at. */
const soft = expect.configure({ soft: true })

/** Of another build, so that each response is checked; such a page looks and works as one of the server's build does. */
for (const [part, screens] of Object.entries(everyScreen)) {
  test(`a page of another build than the server knows the form of every response, and axe finds nothing, light or dark, wide or at 360 px, where nothing scrolls sideways, a finger hits what it is to hit, and a dialog keeps the focus and gives it back: ${part}`, async ({
    page,
    api,
    notify,
    person,
    targets,
    product,
    problem,
  }) => {
    // Each screen is loaded, and searched four times.
    test.slow()
    const world = await prepareWorld({ api, notify, person, targets, product })
    const touch = await page.context().newCDPSession(page)
    await beOfAnotherBuild(page)
    for (const { name, open } of screens) {
      await open(page, world, problem)
      await soft(page.getByText(unknownForm), name).toHaveCount(0)
      await expectNoAxeViolations(page, name)
      await turnIntoPhone(page, touch)
      await soft.poll(() => phoneProblems(page), name).toEqual([])
      // Still dark, as the wide screen was left.
      await expectNoAxeViolations(page, `${name}, 360 px`, 'dark')
      soft(await dialogFocusProblems(page, name), name).toEqual([])
      await turnBack(page, touch)
    }
  })
}
