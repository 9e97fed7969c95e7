import { randomUUID } from 'node:crypto'
import { test as base, expect, type Browser, type BrowserContextOptions } from '@playwright/test'
import { apiOf, type Api, type Person } from './api.ts'
import { newKeptContext, type KeptContext } from './kept-context.ts'
import type { Product } from './product.ts'
import { startTargetServer, type TargetServer } from './target-server.ts'
import { collectPageErrors, type Problem } from './problem.ts'

interface Fixtures {
  /** A test that is about what is loaded says so, and has a browser that has loaded nothing yet. */
  isFirstVisit: boolean
  /** Empties the HTTP cache before the test, for tests of responses that may be cached, such as mortgage rates. */
  hasEmptyHttpCache: boolean
  /** Playwright's own: the options of the test's context, from the configuration and `test.use`. */
  _combinedContextOptions: BrowserContextOptions
  /** Fails the test on whatever goes wrong in the browser unannounced. */
  problem: Problem
  /** What `context` and `page` are of. */
  keptContext: KeptContext
  /** An account of the test's own, signed in. */
  person: Person
  /** Acts for `person`. */
  api: Api
}

interface WorkerFixtures {
  product: Product
  targets: TargetServer
  contexts: ContextKeeper
}

/** Hands out the contexts that the tests of a worker have one after the other. */
interface ContextKeeper {
  take: (browser: Browser, origin: string, options: string) => Promise<KeptContext>
  /** The test has ended. */
  release: (kept: KeptContext, options: string, isWorthKeeping: boolean) => Promise<void>
}

/** Nearly all tests have the default options; a context of others is kept for the rest of their file. */
const maxKept = 2

const contextKeeper = (): ContextKeeper => {
  const free = new Map<string, KeptContext>()
  return {
    take: async (browser, origin, options) => {
      const kept = free.get(options) ?? (await newKeptContext(browser, origin))
      free.delete(options)
      return kept
    },
    release: async (kept, options, isWorthKeeping) => {
      if (!isWorthKeeping || !(await kept.reset())) return kept.close()
      free.set(options, kept)
      const [oldest] = free
      if (oldest === undefined || free.size <= maxKept) return
      free.delete(oldest[0])
      await oldest[1].close()
    },
  }
}

const parts = (): Product => JSON.parse(process.env['KNOCKWIRE_E2E_PRODUCT'] ?? '{}')

/** Somebody who has no account yet. */
export const newPerson = (firstName = 'Ada'): Person => ({
  email: `${firstName.toLowerCase() || 'nobody'}-${randomUUID()}@example.com`,
  password: 'a short sentence works',
  firstName,
})

export const test = base.extend<Fixtures, WorkerFixtures>({
  // The form of fixtures asks for a first argument that is taken apart, even where nothing is taken.
  // oxlint-disable-next-line no-empty-pattern
  product: [async ({}, use) => use(parts()), { scope: 'worker' }],
  targets: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startTargetServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  contexts: [async ({}, use) => use(contextKeeper()), { scope: 'worker' }],
  isFirstVisit: [false, { option: true }],
  hasEmptyHttpCache: [false, { option: true }],
  keptContext: async (
    { browser, product, contexts, isFirstVisit, hasEmptyHttpCache, _combinedContextOptions },
    use,
    testInfo,
  ) => {
    const options = JSON.stringify(_combinedContextOptions)
    const origin = product.dashboardUrl
    const kept = isFirstVisit ? await newKeptContext(browser, origin) : await contexts.take(browser, origin, options)
    if (hasEmptyHttpCache) await kept.emptyHttpCache()
    await use(kept)
    await contexts.release(kept, options, testInfo.status === 'passed' && !isFirstVisit)
  },
  context: async ({ keptContext }, use) => use(keptContext.context),
  page: async ({ keptContext }, use) => use(await keptContext.newPage()),
  baseURL: async ({ product }, use) => use(product.dashboardUrl),
  problem: [
    async ({ context }, use) => {
      const { problem, found } = collectPageErrors(context)
      await use(problem)
      expect(found(), 'what went wrong in the browser').toEqual([])
    },
    { auto: true },
  ],
  person: async ({ context, product }, use) => {
    const person = newPerson()
    await apiOf(context.request, product.dashboardUrl).signUp(person)
    await use(person)
  },
  api: async ({ context, product, person: _signedIn }, use) => use(apiOf(context.request, product.dashboardUrl)),
})

export { expect }
