import type { InstanceLimits, InstanceView } from '@knockwire/domain/instance/instance'
import { openInstance } from '@knockwire/domain/instance/instance-rules'
import { plans } from '@knockwire/domain/plans/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, makeDraft, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const html = { accept: 'text/html' }

describe('what an instance leaves out', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  const withInstance = async (instance: Partial<InstanceView>, use: (app: TestApp) => Promise<void>) => {
    const app = await createTestApp({ sharing: test, settings: { instance: { ...openInstance, ...instance } } })
    try {
      await use(app)
    } finally {
      await app.close()
    }
  }

  /** Whether the style sheets hide what is of the part. */
  const marks = async (app: TestApp, url: string, headers: Record<string, string> = html) =>
    /<html[^>]* data-without="([^"]*)"/.exec((await app.inject({ url, headers })).body)?.[1]?.split(' ') ?? []

  it('is nothing, where nothing is set', async () => {
    for (const url of ['/', '/docs', '/signin', '/rates', '/dev/outbox'])
      expect([url, await marks(test, url)]).toEqual([url, []])
  })

  describe('mortgage rates', () => {
    let ada: TestUser
    beforeAll(async () => {
      ada = await test.signUp('Ada')
    })

    it('has no page of them, and the dashboard at an address that contains /rates', async () => {
      await withInstance({ hasRates: false }, async (app) => {
        for (const url of ['/rates', '/en/rates', '/rates.html'])
          expect([url, (await app.inject({ url, headers: html })).statusCode]).toEqual([url, 404])
        const { cookie } = await sessionOf(ada)
        const answer = await app.inject({ url: '/dashboard/rates', headers: { ...html, cookie } })
        expect(answer.body).toContain('<title>Test page</title>')
      })
    })

    it('has no call about them, nor one in the description of the API', async () => {
      await withInstance({ hasRates: false }, async (app) => {
        for (const answer of await Promise.all([
          post(app, '/mortgage-rates', { loanAmount: 400_000, loanPurpose: 'PURCHASE' }),
          get(app, '/mortgage-rates/sources'),
          get(app, '/mortgage-rates/alerts'),
          get(app, '/mortgage-rates/history'),
        ]))
          expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
        expect((await get(app, '/openapi.json')).body).not.toContain('mortgage')
        expect((await get(test, '/openapi.json')).body).toContain('mortgage')
      })
    })

    it('has no link to them, on the site, the dashboard, and the pages of the server', async () => {
      await withInstance({ hasRates: false }, async (app) => {
        for (const url of ['/', '/docs', '/signin', '/dev/outbox'])
          expect([url, await marks(app, url)]).toEqual([url, ['rates']])
        expect((await app.inject({ url: '/', headers: html })).body).toContain('the rates of today, as the plan')
        expect((await app.inject({ url: '/', headers: html })).body).not.toContain('href="/rates">the rates')
      })
      expect((await test.inject({ url: '/', headers: html })).body).toContain('href="/rates">the rates')
    })

    const sessionOf = async (user: TestUser) => {
      const { email, password } = user
      const { cookies } = await post(test, '/auth/sign-in', { email, password })
      return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    }
  })

  describe('plans', () => {
    const limits: InstanceLimits = {
      ...plans.FREE,
      label: null,
      tasks: 2,
      receivers: 2,
      emails: { limit: 0, per: 'month' },
      receiverCallsPerMinute: 7,
      failuresBeforeDeactivation: null,
    }

    it('has no call about them or about bills, nor one in the description of the API', async () => {
      await withInstance({ limits }, async (app) => {
        const user = await app.signUp('Unbilled')
        for (const path of ['/accounts/me/billing', '/accounts/me/lifecycle/update-plan', '/stripe/webhook'])
          expect([path, (await get(user, path)).statusCode]).toEqual([path, 404])
        expect((await get(app, '/openapi.json')).body).not.toMatch(/billing|update-plan|stripe/)
      })
    })

    it('has the limits of its settings, and says so without a word of plans', async () => {
      await withInstance({ limits }, async (app) => {
        const user = await app.signUp('Limited')
        expect((await get(user, '/accounts/me')).json()).toMatchObject({ maxTaskNumber: 2 })
        await makeTask(user)
        await makeTask(user)
        const draft = await makeDraft(user)
        const task = await post(user, `/tasks/${draft}?activate=true`, taskInput())
        const receivers = [
          await post(user, '/receivers'),
          await post(user, '/receivers'),
          await post(user, '/receivers'),
        ]
        for (const [answer, most] of [
          [task, '2 tasks'],
          [receivers[2], '2 receivers'],
        ] as const) {
          expect([answer?.statusCode, answer?.json()]).toMatchObject([
            409,
            { code: 'PLAN_LIMIT', message: `An account has at most ${most} on this server. Delete one first.` },
          ])
        }
      })
    })

    it('has no page of them, no link to it, and nothing of them on the front page', async () => {
      await withInstance({ limits }, async (app) => {
        expect((await app.inject({ url: '/docs/plans', headers: html })).statusCode).toBe(404)
        expect(await marks(app, '/')).toEqual(['plans'])
        const { body } = await app.inject({ url: '/', headers: html })
        expect(body).toContain('as the plan allows')
        expect(body).not.toContain('href="/docs/plans#limits"')
      })
      expect((await test.inject({ url: '/docs/plans', headers: html })).statusCode).toBe(200)
      expect((await test.inject({ url: '/', headers: html })).body).toContain('<a href="/docs/plans#limits">allows</a>')
    })

    it('puts new accounts on the plan that the operator chose, where there are plans', async () => {
      const app = await createTestApp({ sharing: test, settings: { defaultPlan: 'BUSINESS' } })
      try {
        const user = await app.signUp('Chosen')
        expect((await get(user, '/accounts/me')).json()).toMatchObject({ plan: 'BUSINESS', maxTaskNumber: 50 })
      } finally {
        await app.close()
      }
    })
  })

  describe('the site', () => {
    it('leads from its address to the dashboard', async () => {
      await withInstance({ hasSite: false }, async (app) => {
        const answer = await app.inject({ url: '/', headers: html })
        expect([answer.statusCode, answer.headers.location]).toEqual([302, '/dashboard'])
        const dashboard = await app.inject({ url: '/dashboard', headers: html })
        expect(dashboard.headers.location).toBe('/signin?returnUrl=%2Fdashboard')
      })
    })

    it('has no front page, documentation, blog and their files, and asks robots to stay away', async () => {
      await withInstance({ hasSite: false }, async (app) => {
        for (const url of ['/docs', '/docs/schedules', '/blog', '/sitemap-index.xml', '/_astro/page.4f2a.js']) {
          const answer = await app.inject({ url, headers: html })
          expect([url, answer.statusCode]).toEqual([url, 404])
          expect(answer.body).toContain('There is no such page')
        }
        expect((await app.inject({ url: '/robots.txt' })).body).toBe('User-agent: *\nDisallow: /\n')
        expect((await app.inject({ url: '/nothing' })).json()).toMatchObject({ code: 'NOT_FOUND' })
      })
    })

    it('has no link to it', async () => {
      await withInstance({ hasSite: false }, async (app) => {
        for (const url of ['/signin', '/rates', '/dev/outbox', '/nothing'])
          expect([url, await marks(app, url)]).toEqual([url, ['site']])
      })
    })

    it('has no link to a sign-up that is not open to everybody', async () => {
      for (const signUps of ['invited', 'closed'] as const) {
        await withInstance({ signUps }, async (app) => {
          expect(await marks(app, '/')).toEqual(['sign-up'])
          expect((await app.inject({ url: '/', headers: html })).body).not.toContain('href="/signup">Create')
        })
      }
      expect((await test.inject({ url: '/', headers: html })).body).toContain('href="/signup">Create')
    })
  })
})
