import type { Page } from '@playwright/test'
import { everyScreen } from '../../harness/every-screen/every-screen.ts'
import { openReceiver } from '../../harness/every-screen/receivers.ts'
import { prepareWorld } from '../../harness/every-screen/world.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

/** Whatever sticks out to the right of the page, where that can be scrolled to. */
const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** What is tapped, and is lower than a fingertip. Links within a text are as high as the text. */
const lowTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>('main button, main select, main input, header button')
    // A field's frame may be higher than the field, and takes the tap as well.
    const frameOf = (target: HTMLElement) => target.closest('.mantine-Input-wrapper') ?? target
    return [...targets]
      .filter((target) => target.checkVisibility() && !/radio|checkbox/.test(target.getAttribute('type') ?? ''))
      .filter((target) => frameOf(target).getBoundingClientRect().height < 40)
      .map((target) => `${target.tagName} "${target.ariaLabel ?? target.textContent}"`)
  })

for (const [part, screens] of Object.entries(everyScreen)) {
  test(`at 360 px nothing scrolls sideways, and a finger hits what it is to hit: ${part}`, async ({
    page,
    api,
    targets,
    problem,
  }) => {
    const world = await prepareWorld(api, targets)
    const found: string[] = []
    for (const { name, open } of screens) {
      await open(page, world, problem)
      const beyond = await sidewaysScroll(page)
      if (beyond > 0) found.push(`${name}: scrolls sideways by ${beyond} px`)
      for (const target of await lowTargets(page)) found.push(`${name}: ${target} is lower than 40 px`)
    }
    expect(found).toEqual([])
  })
}

test('a list that opens lies under its field at once, not first beside it', async ({ page, api }) => {
  const { id } = await api.receivers.create({ name: 'Deployments' })
  await openReceiver(page, id)
  await page.getByRole('button', { name: 'Edit' }).click()
  const field = page.getByRole('combobox', { name: 'Response content type' })
  // Looked at whenever anything changed, before it is drawn: what lasts a frame is seen as well.
  const widest = await page.evaluateHandle(() => {
    const seen = { beyond: 0 }
    const look = () => {
      const { scrollWidth, clientWidth } = document.documentElement
      seen.beyond = Math.max(seen.beyond, scrollWidth - clientWidth)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    return seen
  })
  await field.fill('text')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await widest.jsonValue()).toEqual({ beyond: 0 })
})
