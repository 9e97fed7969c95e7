import { expect, type Page, type Request, type Route } from '@playwright/test'

/** Holds the calls to an address until they are let go; then they pass for good. */
export const hold = async (page: Page, url: RegExp): Promise<{ release: () => void }> => {
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released.promise
    await route.continue()
  })
  return { release: released.resolve }
}

/** Holds what the page reads from an address, and lets what it writes there pass. */
export const holdReads = async (page: Page, url: RegExp): Promise<void> => {
  await page.route(url, (route) => (route.request().method() === 'GET' ? undefined : route.fallback()))
}

/** Answers the page's writing calls to an address with 503, until that is ended. */
export const failSaves = async (page: Page, url: RegExp): Promise<{ end: () => Promise<void> }> => {
  const json = { code: 'UNAVAILABLE', message: 'The server is busy.' }
  const answer = (route: Route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json }) : route.fallback()
  await page.route(url, answer)
  return { end: () => page.unroute(url, answer) }
}

/** The calls that the page makes from now on: `POST /api/v1/tasks/empty`. */
export const watchCalls = (page: Page, method: string, path: RegExp): Request[] => {
  const calls: Request[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === method && path.test(pathname + search)) calls.push(request)
  })
  return calls
}

/** Stops the page's clock; from then on time passes only as `page.clock.runFor` says. */
export const stopClock = async (page: Page): Promise<void> => {
  const nowMs = await page.evaluate(() => Date.now())
  // Far enough ahead that a busy machine does not get there first.
  await page.clock.pauseAt(nowMs + 5_000)
}

/** Lets a stopped clock run up to the next of the watched calls, and no further. */
export const runToNext = (page: Page, calls: Request[]): Promise<void> => {
  const awaited = calls.length + 1
  const runOn = async () => {
    await page.clock.runFor(100)
    return calls.length
  }
  return expect.poll(runOn, { intervals: [50] }).toBe(awaited)
}
