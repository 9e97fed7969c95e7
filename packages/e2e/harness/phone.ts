import type { CDPSession, Page } from '@playwright/test'

/** What sticks out to the right of the page, where that can be scrolled to. */
const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** What of an open dialog, menu or list lies beside the screen. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="menu"], [role="listbox"]')]
      .filter((overlay) => overlay.checkVisibility())
      .filter((overlay) => {
        const { left, right } = overlay.getBoundingClientRect()
        return left < 0 || right > document.documentElement.clientWidth || overlay.scrollWidth > overlay.clientWidth
      })
      .map((overlay) => `${overlay.role} "${overlay.ariaLabel ?? overlay.textContent?.slice(0, 40)}"`),
  )

/** What is tapped, and is lower than a fingertip. Links within a text are as high as the text. */
const lowTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      'button, select, input, summary, [role="menuitem"], [role="option"]',
    )
    // A field's frame may be higher than the field, and takes the tap as well.
    const frameOf = (target: HTMLElement) => target.closest('.mantine-Input-wrapper') ?? target
    return [...targets]
      .filter((target) => target.checkVisibility() && !/radio|checkbox/.test(target.getAttribute('type') ?? ''))
      .filter((target) => frameOf(target).getBoundingClientRect().height < 40)
      .map((target) => `${target.tagName} "${target.ariaLabel ?? target.textContent}"`)
  })

/** What a page has that a phone's screen and a finger cannot do with: a line each. */
export const phoneProblems = async (page: Page): Promise<string[]> => {
  const beyond = await sidewaysScroll(page)
  const [beside, low] = await Promise.all([cutOff(page), lowTargets(page)])
  return [
    ...(beyond > 0 ? [`scrolls sideways by ${beyond} px`] : []),
    ...beside.map((overlay) => `${overlay} is cut off`),
    ...low.map((target) => `${target} is lower than 40 px`),
  ]
}

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 740 }

/** As on a phone: touched rather than pointed at. */
export const turnIntoPhone = async (page: Page, touch: CDPSession): Promise<void> => {
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize(narrow)
}

/** As it was before `turnIntoPhone`. Leaves the screen first: to lay it out once more takes as long as to look at it. */
export const turnBack = async (page: Page, touch: CDPSession): Promise<void> => {
  await page.goto('/robots.txt')
  await page.setViewportSize(wide)
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await page.emulateMedia({ colorScheme: 'light' })
}
