import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * A test needs a browser context that nothing was done in. A new one costs twice the processor time of what most tests do
 * in it: a process for its pages starts, and loads and compiles the dashboard's scripts once more. So a worker keeps one
 * context, with all that it has loaded, and brings it back to its beginnings between tests. Each test has a page of its
 * own: a tab that has never been anywhere. What a context remembers beside the HTTP cache and the compiled scripts is
 * either reset here or makes it unfit to be kept, and the next test then has a new one. Responses that may be cached stay
 * in the HTTP cache: tests of what such a response holds, as of mortgage rates, begin with `isFirstVisit`.
 */
export interface KeptContext {
  context: BrowserContext
  /** Brings the context back to its beginnings; false where something was done to it that cannot be undone. */
  reset: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * What may be done to a context that is kept, since `reset` undoes it or it changes nothing. Whatever is not here, a
 * method of a later Playwright included, makes a context unfit: permissions, an interrupted network, scripts that each
 * page runs first, DevTools sessions, clocks.
 */
const resettable = new Set([
  'addCookies',
  'browser',
  'clearCookies',
  'constructor',
  'cookies',
  'newPage',
  'pages',
  'route',
  'storageState',
  'unroute',
  'unrouteAll',
  'addListener',
  'emit',
  'eventNames',
  'isClosed',
  'listenerCount',
  'listeners',
  'off',
  'on',
  'once',
  'prependListener',
  'prependOnceListener',
  'rawListeners',
  'removeAllListeners',
  'removeListener',
  'waitForEvent',
])

type Method = (...values: unknown[]) => unknown

/** Calls `onCall` before each call of a public method of an object that is not exempt. */
const watchMethods = (object: object, onCall: () => void, exempt: ReadonlySet<string> = new Set()): void => {
  const methods = object as Record<string, Method>
  const prototypes = [Object.getPrototypeOf(object), Object.getPrototypeOf(Object.getPrototypeOf(object))]
  for (const name of new Set(prototypes.flatMap((prototype: object) => Object.getOwnPropertyNames(prototype)))) {
    if (name.startsWith('_') || exempt.has(name)) continue
    const own = methods[name]
    if (typeof own !== 'function') continue
    methods[name] = function (...values) {
      onCall()
      return own.apply(this, values)
    }
  }
}

/** What is listened to on a context now; removes what was added since. */
const listenersOf = (context: BrowserContext): (() => void) => {
  // Playwright's types of the events leave out that its contexts are emitters like Node's.
  const emitter = context as unknown as NodeJS.EventEmitter
  const before = new Map(emitter.eventNames().map((event) => [event, emitter.rawListeners(event)]))
  return () => {
    for (const event of emitter.eventNames())
      for (const listener of emitter.rawListeners(event))
        if (!before.get(event)?.includes(listener)) emitter.off(event, listener as () => void)
  }
}

/**
 * Empties what the product keeps in a browser. True where nothing else is left there: the product uses no database, cache
 * or service worker of the browser, and what a test puts there goes with its context.
 */
const emptyStorage = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    localStorage.clear()
    const [databases, workers] = [await indexedDB.databases(), await navigator.serviceWorker.getRegistrations()]
    return databases.length === 0 && workers.length === 0 && (await caches.keys()).length === 0
  })

export const newKeptContext = async (browser: Browser, origin: string): Promise<KeptContext> => {
  const context = await browser.newContext()
  // A page that is always there, of the product's origin and without a script of its own: with --process-per-site all
  // pages of the context are in its process, which ends with the last of them.
  const anchor = await context.newPage()
  await anchor.goto(`${origin}/robots.txt`)
  // It has nothing to show beside the pictures of a test that failed.
  anchor.screenshot = () => Promise.reject(new Error('there is nothing to see'))
  let isFit = true
  const spoil = () => void (isFit = false)
  anchor.on('crash', spoil)
  anchor.on('close', spoil)
  context.on('close', spoil)
  // What another origin keeps is not emptied.
  const checkOrigin = (visited: { url: () => string }) => {
    const url = visited.url()
    if (/^https?:/.test(url) && new URL(url).origin !== origin) spoil()
  }
  context.on('page', (page) => {
    // A page that another opened may be there already.
    checkOrigin(page)
    page.on('framenavigated', checkOrigin)
  })
  const removeListeners = listenersOf(context)
  watchMethods(context, spoil, resettable)
  watchMethods(context.clock, spoil)

  return {
    context,
    reset: async () => {
      if (!isFit) return false
      await Promise.all(context.pages().map(async (page) => page !== anchor && (await page.close())))
      removeListeners()
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.clearCookies()
      return (await emptyStorage(anchor)) && isFit
    },
    close: async () => {
      // First, so that what Playwright says about a failure is about the test's page.
      await anchor.close()
      await context.close()
    },
  }
}
