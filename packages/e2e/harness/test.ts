import { randomUUID } from 'node:crypto'
import { test as base, expect } from '@playwright/test'
import { apiOf, type Api, type Person } from './api.ts'
import type { Product } from './product.ts'
import { startTargetServer, type TargetServer } from './target-server.ts'
import { collectPageErrors, type Problem } from './problem.ts'

interface Fixtures {
  /** Fails the test on whatever goes wrong in the browser unannounced. */
  problem: Problem
  /** An account of the test's own, signed in. */
  person: Person
  /** Acts for `person`. */
  api: Api
}

interface WorkerFixtures {
  product: Product
  targets: TargetServer
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
