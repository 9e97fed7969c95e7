import { existsSync } from 'node:fs'
import { startProduct } from '@knockwire/e2e/harness/product'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { signUpWithHistories } from '../lighthouse/sign-up-with-histories.ts'

/** Milliseconds from the click on a row until a frame with it was painted. */
export interface RowOpening {
  /** A body of 1 MiB, in a browser that has opened none. */
  firstLargeBody: readonly number[]
  /** The same row once more. */
  largeBodyAgain: readonly number[]
  /** Rows of ordinary size: until the row is open. */
  rowAnswers: readonly number[]
  /** And until what it holds is shown. */
  rowShown: readonly number[]
}

const browsers = 7
const rows = 20

/** What is waited for after the click, by a selector. */
type Marks = Record<string, string>

const executablePath = [
  process.env['KNOCKWIRE_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path !== undefined && existsSync(path))

/** Clicks where the row's button is, as a person does, and gives when each selector was first painted after that. */
const open = async (page: Page, row: number, marks: Marks): Promise<Record<string, number>> => {
  const toggle = page.locator('[data-row-toggle]').nth(row)
  const painted = await toggle.evaluateHandle((button, selectors) => {
    const { promise, resolve } = Promise.withResolvers<Record<string, number>>()
    const times: Record<string, number> = {}
    const begin = (event: Event) => {
      const look = () => {
        for (const [name, selector] of Object.entries(selectors)) {
          if (times[name] !== undefined || document.querySelector(selector) === null) continue
          times[name] = 0
          // The frame has been painted when the next task runs.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => {
              times[name] = performance.now() - event.timeStamp
              const isComplete = Object.keys(selectors).every((key) => (times[key] ?? 0) > 0)
              if (isComplete) resolve(times)
            })
            port1.start()
            port2.postMessage(null)
          })
        }
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { childList: true, subtree: true, attributes: true })
      void promise.then(() => observer.disconnect())
    }
    button.addEventListener('click', begin, { once: true, capture: true })
    return { promise }
  }, marks)
  await toggle.click()
  return painted.evaluate(({ promise }) => promise)
}

const close = async (page: Page, row: number): Promise<void> => {
  await page.locator('[data-row-toggle]').nth(row).click()
  await page.locator('[data-row-details]').waitFor({ state: 'detached' })
}

const openHistory = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(path)
  await page.locator('[data-row-toggle]').first().waitFor()
  // Somebody looks at the page before they open a row: it has nothing left to load.
  await page.waitForLoadState('networkidle')
  return page
}

const withContext = async <T>(
  browser: Browser,
  origin: string,
  cookie: string,
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
  const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s))
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: origin })))
  try {
    return await use(context)
  } finally {
    await context.close()
  }
}

/** How long rows of a history take to open in Chromium, as the start command serves them. */
export const measureRowOpening = async (): Promise<RowOpening> => {
  const { product, stop } = await startProduct()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const origin = product.dashboardUrl
    const { cookie, task, largeTask } = await signUpWithHistories(origin)
    const firstLargeBody: number[] = []
    const largeBodyAgain: number[] = []
    for (let count = 0; count < browsers; count += 1) {
      // A context has a cache and a session of its own.
      await withContext(browser, origin, cookie, async (context) => {
        const page = await openHistory(context, `/dashboard/tasks/${largeTask}/executions`)
        const marks = { tree: '[role="tree"] [role="treeitem"]' }
        firstLargeBody.push((await open(page, 0, marks))['tree'] ?? NaN)
        await close(page, 0)
        largeBodyAgain.push((await open(page, 0, marks))['tree'] ?? NaN)
      })
    }
    const rowAnswers: number[] = []
    const rowShown: number[] = []
    await withContext(browser, origin, cookie, async (context) => {
      for (let row = 0; row < rows; row += 1) {
        // A history shows ten runs a page.
        const page = await openHistory(context, `/dashboard/tasks/${task}/executions?page=${1 + Math.floor(row / 10)}`)
        const marks = { row: '[data-row-details]', body: '[data-row-details] [role="tree"] [role="treeitem"]' }
        const times = await open(page, row % 10, marks)
        rowAnswers.push(times['row'] ?? NaN)
        rowShown.push(times['body'] ?? NaN)
        await page.close()
      }
    })
    return { firstLargeBody, largeBodyAgain, rowAnswers, rowShown }
  } finally {
    await browser.close()
    await stop()
  }
}
