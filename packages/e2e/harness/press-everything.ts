import { expect, type Locator, type Page, type Request } from '@playwright/test'

/** What somebody presses: links lead elsewhere and change nothing. */
const pressable = 'button, [role="menuitem"]:not(a), [role="switch"]'

/** What would end the walk: it is tested by itself, or goes elsewhere. */
const endings = /^(Logout|Leave|Log out|Reload|Retry)$/

interface Control {
  index: number
  name: string
}

/** Those that can be pressed now, by their names; of several with one name the first. Of an open dialog or menu alone, where there is one. */
const controlsOf = (within: Locator): Promise<Control[]> =>
  within.locator(pressable).evaluateAll((elements) => {
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ??
      ((element instanceof HTMLElement ? element.innerText : '') || element.getAttribute('value') || '')
    const seen = new Set<string>()
    return elements.flatMap((element, index) => {
      // Times and counts go on while one looks.
      const name = nameOf(element)
        .replaceAll(/\d[\d:]*/g, '0')
        .replaceAll(/\s+/g, ' ')
        .trim()
      const isUsable =
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled, [aria-disabled="true"], [data-disabled="true"]')
      if (!isUsable || seen.has(name)) return []
      seen.add(name)
      return [{ index, name }]
    })
  })

interface Calls {
  begun: number
  inFlight: Set<Request>
}

const callsOf = new WeakMap<Page, Calls>()

/** Counts the calls of a page from now on. */
const watch = (page: Page) => {
  if (callsOf.has(page)) return
  const calls: Calls = { begun: 0, inFlight: new Set() }
  callsOf.set(page, calls)
  page.on('request', (request) => {
    calls.begun += 1
    calls.inFlight.add(request)
  })
  page.on('requestfinished', (request) => calls.inFlight.delete(request))
  page.on('requestfailed', (request) => calls.inFlight.delete(request))
}

/** Whether the page came to have nothing to do, a moment from now. A page that another one replaces did not. */
const rests = (page: Page): Promise<boolean> =>
  page
    .evaluate(() => new Promise<void>((resolve) => setTimeout(() => requestIdleCallback(() => resolve()), 60)))
    .then(
      () => true,
      () => false,
    )

/**
 * What was pressed has come to its end: the page rests, five times over a third of a second, and calls nothing meanwhile. By
 * its own clock and thread: a slow machine may have received what it called for and take longer than that to show it.
 */
const settle = async (page: Page) => {
  const calls = callsOf.get(page)
  let rested = 0
  const isSettled = async () => {
    const begun = calls?.begun
    const isQuiet = (await rests(page)) && calls?.inFlight.size === 0 && calls.begun === begun
    rested = isQuiet ? rested + 1 : 0
    return rested >= 5
  }
  await expect.poll(isSettled, { intervals: [0] }).toBe(true)
}

const overlays = (page: Page) => page.locator('[role="dialog"]:visible, [role="menu"]:visible')

interface Walk {
  page: Page
  path: string
  /** What was pressed on any page, by name: what is on several is pressed once. */
  pressed: Set<string>
}

const open = async ({ page, path }: Walk) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page)
}

/** Presses each button of a page's content that is not disabled, and each of the dialogs and menus which these open. */
export async function pressEverything(walk: Walk): Promise<void> {
  const { page, path, pressed } = walk
  watch(page)
  await open(walk)
  const content = page.getByRole('main')
  // What one does may change which others there are.
  for (;;) {
    const control = (await controlsOf(content)).find(({ name }) => !pressed.has(name) && !endings.test(name))
    if (control === undefined) return
    pressed.add(control.name)
    await content.locator(pressable).nth(control.index).click()
    await settle(page)
    await pressWhatOpened(walk, control)
    const { pathname, search } = new URL(page.url())
    if (pathname + search !== path || (await overlays(page).count()) > 0) await open(walk)
  }
}

async function pressWhatOpened(walk: Walk, opener: Control): Promise<void> {
  const { page, pressed } = walk
  const reopen = async () => {
    if ((await overlays(page).count()) > 0) return
    await open(walk)
    await page.getByRole('main').locator(pressable).nth(opener.index).click()
    await settle(page)
  }
  if ((await overlays(page).count()) === 0) return
  for (const inner of await controlsOf(overlays(page).first())) {
    const key = `${opener.name} > ${inner.name}`
    if (pressed.has(key) || endings.test(inner.name)) continue
    pressed.add(key)
    await reopen()
    await overlays(page).first().locator(pressable).nth(inner.index).click()
    await settle(page)
  }
}
