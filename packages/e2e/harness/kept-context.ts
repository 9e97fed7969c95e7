import type { Browser, BrowserContext } from '@playwright/test'

/**
 * A test needs a browser context that nothing was done in. A new one costs twice the processor time of what most tests do
 * in it: a process for its pages starts, and loads and compiles the dashboard's scripts once more. So a worker keeps one
 * context, with all that it has loaded, and brings it back to its beginnings between tests. Each test has a page of its
 * own: a tab that has never been anywhere. What a context remembers beside the HTTP cache and the compiled scripts is
 * either reset here or makes it unfit to be kept, and the next test then has a new one.
 */
export interface KeptContext {
  context: BrowserContext
  /** Responses that may be cached outlive a test: one of what such a response holds begins without them. */
  emptyHttpCache: () => Promise<unknown>
  /** Brings the context back to its beginnings; false where something was done to it that cannot be undone. */
  reset: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * What may be done to a context that is kept, since `reset` undoes it or it changes nothing. Whatever is not here, a
 * method of a later Playwright included, makes a context unfit: permissions, scripts that each page runs first, clocks.
 * A DevTools session ends with its page, and with it what it emulated.
 */
const resettable = new Set([
  'addCookies',
  'browser',
  'clearCookies',
  'constructor',
  'cookies',
  'newCDPSession',
  'newPage',
  'pages',
  'route',
  'setOffline',
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

export const newKeptContext = async (browser: Browser, origin: string): Promise<KeptContext> => {
  const context = await browser.newContext()
  // A page that is always there, of the product's origin and without a script of its own: with --process-per-site all
  // pages of the context are in its process, which ends with the last of them.
  const anchor = await context.newPage()
  await anchor.goto(`${origin}/robots.txt`)
  // It has nothing to show beside the pictures of a test that failed.
  anchor.screenshot = () => Promise.reject(new Error('there is nothing to see'))
  const devtools = await context.newCDPSession(anchor)
  const origins = new Set([origin])
  const noteOrigin = (visited: { url: () => string }) => {
    const url = visited.url()
    if (/^https?:/.test(url)) origins.add(new URL(url).origin)
  }
  /** What pages keep in a browser: storage, databases, caches, service workers. */
  const emptyStorage = () =>
    Promise.all(
      [...origins].map((visited) =>
        devtools.send('Storage.clearDataForOrigin', { origin: visited, storageTypes: 'all' }),
      ),
    )
  let isFit = true
  const spoil = () => void (isFit = false)
  anchor.on('crash', spoil)
  anchor.on('close', spoil)
  context.on('close', spoil)
  context.on('page', (page) => {
    // A page that another opened may be there already.
    noteOrigin(page)
    page.on('framenavigated', noteOrigin)
  })
  const removeListeners = listenersOf(context)
  watchMethods(context, spoil, resettable)
  watchMethods(context.clock, spoil)

  return {
    context,
    emptyHttpCache: () => devtools.send('Network.clearBrowserCache'),
    reset: async () => {
      if (!isFit) return false
      await Promise.all(context.pages().map(async (page) => page !== anchor && (await page.close())))
      removeListeners()
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.clearCookies()
      await context.setOffline(false)
      await emptyStorage()
      return isFit
    },
    close: async () => {
      // First, so that what Playwright says about a failure is about the test's page.
      await anchor.close()
      await context.close()
    },
  }
}
