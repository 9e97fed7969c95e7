import { expect, type Page } from '@playwright/test'

interface Stop {
  /** Undefined where the focus has left the dialog. */
  label: string | undefined
  isSeen: boolean
}

/** Where the focus is now, within the dialog that lies on top. */
const focusedStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused.closest('[role="dialog"]') === null)
      return { label: undefined, isSeen: false }
    const { outlineStyle, boxShadow } = getComputedStyle(focused)
    // A field shows the focus by its frame.
    const isField = focused.matches('input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]')
    const isSeen = isField || outlineStyle !== 'none' || boxShadow !== 'none'
    return { label: `${focused.tagName} "${focused.ariaLabel ?? focused.textContent?.slice(0, 40)}"`, isSeen }
  })

/** More than any dialog has; those with a long list are walked as far as this. */
const mostStops = 40

const walk = async (page: Page, key: 'Tab' | 'Shift+Tab', steps: number): Promise<string[]> => {
  const problems: string[] = []
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key)
    const { label, isSeen } = await focusedStop(page)
    if (label === undefined) return [...problems, `${key} leaves the dialog`]
    if (!isSeen) problems.push(`the focus is not seen on ${label}`)
    const isAround = await page.evaluate(() => {
      const visited = document.activeElement?.hasAttribute('data-visited-by-test')
      document.activeElement?.setAttribute('data-visited-by-test', '')
      return visited
    })
    if (isAround) return problems
  }
  return problems
}

const openDialogs = (page: Page): Promise<number> => page.locator('[role="dialog"]:visible').count()

/** A closed dialog is gone by then: nothing fades. */
const afterNextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/**
 * What an open dialog does wrong with the focus: it keeps it as one tabs on and back, and shows where it is. Closes it by
 * Escape, where that closes it, and then expects the focus on an element of the page. Empty where no dialog is open.
 */
export const dialogFocusProblems = async (page: Page, name: string): Promise<string[]> => {
  const before = await openDialogs(page)
  if (before === 0) return []
  const problems = [...(await walk(page, 'Tab', mostStops)), ...(await walk(page, 'Shift+Tab', 1))]
  await page.keyboard.press('Escape')
  await afterNextFrame(page)
  if ((await openDialogs(page)) < before)
    await expect.poll(() => hasFocus(page), `${name}: the focus is given back`).toBe(true)
  return problems
}

const hasFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement
    return focused !== null && focused !== document.body && focused.checkVisibility()
  })
