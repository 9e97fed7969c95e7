import type { Browser, BrowserContext, CDPSession, Frame, Page } from '@playwright/test'

/**
 * A test needs a browser context that nothing was done in. A new one costs twice the processor time of what most tests do
 * in it: a process for its pages starts, and loads and compiles the dashboard's scripts once more. So a worker keeps its
 * contexts, with all that they have loaded, and resets them between tests. Each test has its own page: a tab that has
 * never been anywhere. What a context remembers beside the HTTP cache and the compiled scripts is either reset here or makes
 * it unfit to be kept, and the next test then has a new one.
 */
export interface KeptContext {
  context: BrowserContext
  /**
   * A page that has been nowhere, in the process that the context's pages share from its beginning: one that `context.newPage`
   * makes starts its own process, and leaves it with its first address.
   */
  newPage: () => Promise<Page>
  /** Cached responses outlive a test; one that depends on their content empties the cache first. */
  emptyHttpCache: () => Promise<unknown>
  /** Brings the context back to its beginnings; false where something was done to it that cannot be undone. */
  reset: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * What may be done to a context that is kept, since `reset` undoes it or it changes nothing. Whatever is not here, a
 * method of a later Playwright included, makes a context unfit: permissions, scripts that each page runs first, clocks.
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

/** DevTools commands whose effect ends with their session, as a page's ends with the page. */
const endsWithSession = /^(Emulation|WebAuthn)\./

/** Calls `onOther` before each DevTools command of another kind. */
const watchDevtools = (context: BrowserContext, onOther: () => void): void => {
  const open = context.newCDPSession.bind(context)
  context.newCDPSession = async (target) => {
    const session = await open(target)
    const send = session.send.bind(session)
    const watched: CDPSession['send'] = (command, parameters) => {
      if (!endsWithSession.test(command)) onOther()
      return send(command, parameters)
    }
    return Object.assign(session, { send: watched })
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
  // A page that is always there, of the product's origin and without its own script: with --process-per-site all
  // pages of the context are in its process, which ends with the last of them.
  const anchor = await context.newPage()
  await anchor.goto(`${origin}/robots.txt`)
  // It has nothing to show beside the pictures of a test that failed.
  anchor.screenshot = () => Promise.reject(new Error('there is nothing to see'))
  const devtools = await context.newCDPSession(anchor)
  const origins = new Set([origin])
  let isFit = true
  const spoil = () => void (isFit = false)
  const noteOrigin = (frame: Frame) => {
    const url = frame.url()
    if (!/^https?:/.test(url)) return
    origins.add(new URL(url).origin)
    // What a frame keeps beneath a page of another origin is kept apart, and not emptied.
    if (frame.parentFrame() !== null) spoil()
  }
  /** Empties what pages keep in a browser: storage, databases, caches, service workers. */
  const emptyStorage = async () => {
    const clear = (visited: string) =>
      devtools.send('Storage.clearDataForOrigin', { origin: visited, storageTypes: 'all' })
    await Promise.all([...origins].map(clear))
    origins.clear()
    origins.add(origin)
  }
  anchor.on('crash', spoil)
  anchor.on('close', spoil)
  context.on('close', spoil)
  context.on('page', (page) => {
    // A page that another opened may be there already.
    noteOrigin(page.mainFrame())
    page.on('framenavigated', noteOrigin)
  })
  const removeListeners = listenersOf(context)
  watchMethods(context, spoil, resettable)
  watchDevtools(context, spoil)
  watchMethods(context.clock, spoil)

  return {
    context,
    newPage: async () => {
      const opened = anchor.waitForEvent('popup')
      await anchor.evaluate(() => {
        const page = window.open('about:blank')
        // No page is to know of the anchor.
        if (page) page.opener = null
      })
      return opened
    },
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
