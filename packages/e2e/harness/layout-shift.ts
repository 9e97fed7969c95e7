import type { Page, Route } from '@playwright/test'

interface Shift {
  value: number
  /** What moved, with where it was and where it is. */
  moved: string[]
}

/**
 * Notes each movement of what the page shows from its first paint on; to be called before the page is opened. After a second a
 * page is shown also where it may still move (shell.module.css): here it waits, however long its calls are held up.
 */
export const recordLayoutShifts = async (page: Page): Promise<() => Promise<Shift[]>> => {
  await page.addInitScript(() => {
    const styles = new CSSStyleSheet()
    styles.replaceSync('main[data-waiting] { animation: none !important }')
    document.adoptedStyleSheets = [styles]
    const shifts: Shift[] = []
    Object.assign(window, { layoutShifts: shifts })
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`
    const describe = (node: Node | null | undefined) => {
      const element = node instanceof Element ? node : node?.parentElement
      return element === null || element === undefined ? '(removed)' : `${element.tagName}.${element.className}`
    }
    interface LayoutShift extends PerformanceEntry {
      value: number
      sources: { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) => `${describe(node)}: ${place(previousRect)} to ${place(currentRect)}`,
        )
        shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { layoutShifts: Shift[] }).layoutShifts)
}

export const nextPaint = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Which of the calls that wait is answered next. */
export type Order = 'oldest first' | 'newest first'

/**
 * Answers the page's calls to the API one at a time, each after the page has painted what came before it, until it makes
 * no more: a server that is slow in the least convenient way.
 */
export const answerOneByOne = async (page: Page, order: Order, isComplete: () => Promise<boolean>): Promise<void> => {
  const held: Route[] = []
  await page.route('**/api/v1/**', (route) => void held.push(route))
  while (held.length > 0 || !(await isComplete())) {
    await nextPaint(page)
    await nextPaint(page)
    const route = order === 'oldest first' ? held.shift() : held.pop()
    if (route === undefined) continue
    await Promise.all([page.waitForResponse((response) => response.request() === route.request()), route.continue()])
  }
  await page.unroute('**/api/v1/**')
}
