import { insertRetriedDelivery } from '../../testing/rows/retried-delivery.ts'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { schedules } from '@knockwire/db/schema/tasks'
import type { AccountView } from '@knockwire/domain/accounts/account'
import type { AuditPage } from '@knockwire/domain/audit/audit-event'
import type {
  OperatorAccountPage,
  OperatorOverview,
  OperatorUserPage,
  ReportedErrorList,
} from '@knockwire/domain/operator/operator'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadReceivers } from '../../ingress/settings/receiver-settings.ts'
import { eventsOf, withoutLog } from '../../testing/audit-events.ts'
import { mailsTo } from '../../testing/calls/mails.ts'
import { joinAs } from '../../testing/calls/member-calls.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { get, makeTask, post, remove, taskInput } from '../../testing/calls/task-calls.ts'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'
import { routesLeftTo } from '../../testing/routes/personal-routes.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let operator: TestUser
beforeAll(async () => {
  const settings = {
    isEmbedded: false,
    operators: ['olga@example.com', 'pretender@example.com'],
    inForce: [
      { name: 'PORT', value: '3000', isSecret: false },
      { name: 'ENCRYPTION_KEY', value: null, isSecret: true },
    ],
  }
  test = await createTestApp({ settings })
  operator = await test.signUp('Olga')
})
afterAll(() => test.close())

/** A program that calls this server by its name. */
const programOf = async (user: TestUser): Promise<Pick<TestUser, 'inject'>> => {
  const program = withToken(test, (await makeToken(user, 'WRITE')).token)
  const { host } = new URL(test.context.settings.publicOrigin)
  return { inject: (options) => program.inject({ ...options, headers: { host } }) }
}
const accountsOf = async (search: string) =>
  (await get(operator, `/operator/accounts?search=${encodeURIComponent(search)}`)).json<OperatorAccountPage>()
const usersOf = async (search: string) =>
  (await get(operator, `/operator/users?search=${encodeURIComponent(search)}`)).json<OperatorUserPage>()
const suspend = (user: TestUser, reason = 'Spam was sent.') =>
  post(operator, `/operator/accounts/${user.accountId}/suspend`, { reason })
const resume = (user: TestUser) => post(operator, `/operator/accounts/${user.accountId}/resume`)

describe('the operator’s calls', () => {
  it('are there for the addresses of OPERATORS, once confirmed, in a browser that proved who it is; to others there are none', async () => {
    const routes = test.routes.filter(({ url }) => url.includes('/operator/'))
    expect(routes.length).toBeGreaterThan(12)
    const owner = await test.signUp('Owner')
    const unconfirmed = await test.signUp('Pretender', { isConfirmed: false })
    const viewer = await test.signUp('Viewer')
    await joinAs(test, operator, viewer, 'VIEWER')
    const program = await programOf(operator)
    const statuses = async (
      asker: Pick<TestUser, 'inject'>,
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      url: string,
    ) =>
      (
        await asker.inject({
          method,
          url: url.replace(/:\w+/, owner.accountId),
          ...(method === 'POST' && { payload: { reason: 'x', plan: 'FREE', banner: null, areCallsPaused: false } }),
        })
      ).statusCode
    for (const { method, url } of routes) {
      expect([url, await statuses(test, method, url)]).toEqual([url, 401])
      expect([url, await statuses(program, method, url)]).toEqual([url, 403])
      for (const asker of [owner, unconfirmed, viewer])
        expect([method, url, await statuses(asker, method, url)]).toEqual([
          method,
          url,
          method === 'DELETE' && url.endsWith(':accountId') ? 403 : 404,
        ])
    }
    const views = [operator, owner, unconfirmed].map(async (user) =>
      (await get(user, '/accounts/me')).json<AccountView>(),
    )
    expect((await Promise.all(views)).map((view) => view.isOperator)).toEqual([true, false, false])
  })

  it('need a proof of who it is that is not older than ten minutes', async () => {
    const stale = await createTestApp({
      sharing: test,
      settings: { isEmbedded: false, operators: ['sven@example.com'] },
    })
    const sven = await stale.signUp('Sven')
    await stale.db.update(accounts).set({ name: 'Sven' }).where(eq(accounts.id, sven.accountId))
    expect((await get(sven, '/operator/overview')).statusCode).toBe(200)
    stale.clock.advance(11 * 60_000)
    expect((await get(sven, '/operator/overview')).json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
    stale.clock.advance(-11 * 60_000)
    await stale.close()
  })

  it('say how the server is, and with which settings it runs, without values of secrets', async () => {
    const overview = (await get(operator, '/operator/overview')).json<OperatorOverview>()
    expect(overview).toMatchObject({
      state: { banner: null, callsPausedAt: null },
      work: { executors: 0, oldestDueSeconds: expect.any(Number), mailsWaiting: expect.any(Number) },
      settings: [
        { name: 'PORT', value: '3000' },
        { name: 'ENCRYPTION_KEY', value: null, isSecret: true },
      ],
    })
    expect(overview.counts.users).toBeGreaterThan(1)
    expect(overview.counts.databaseBytes).toBeGreaterThan(1_000_000)
  })

  it('count what waits for its next attempt, and say why it failed', async () => {
    const before = (await get(operator, '/operator/overview')).json<OperatorOverview>()
    const deliveryId = await insertRetriedDelivery(test, 'EMAIL')
    await test.context.queue.send(test.db, 'deliver-email', [{ deliveryId }], { startAfterSeconds: 240 })
    const { work, channels } = (await get(operator, '/operator/overview')).json<OperatorOverview>()
    expect(work.deliveriesWaiting).toBe(before.work.deliveriesWaiting + 1)
    expect(work.oldestDeliverySeconds).toBeGreaterThanOrEqual(300)
    expect(channels.find(({ type }) => type === 'EMAIL')?.lastError).toBe(
      'The mail server could not be reached (ECONNREFUSED).',
    )
  })

  it('find accounts and users by a part of an address or name, whatever characters it has', async () => {
    const found = await test.signUp('Find_me')
    await makeTask(found)
    expect(await accountsOf('find_ME@')).toMatchObject({
      total: 1,
      results: [{ id: found.accountId, taskCount: 1, activeTaskCount: 1, members: [{ email: found.email }] }],
    })
    expect((await accountsOf('findXme')).results).toEqual([])
    expect((await accountsOf('%')).results).toEqual([])
    expect((await usersOf(found.userId)).results).toMatchObject([
      { email: found.email, isConfirmed: true, hasPassword: true, sessionCount: 1, accounts: [{ role: 'OWNER' }] },
    ])
    const page = (await get(operator, '/operator/accounts?size=1&page=1')).json<OperatorAccountPage>()
    expect([page.results.length, page.total > 2]).toEqual([1, true])
  })
})

describe('a suspended account', () => {
  it('runs nothing, takes no requests and changes nothing, says why, and goes on as it was afterwards', async () => {
    const ada = await test.signUp('Ada')
    const [active, disabled] = [await makeTask(ada), await makeTask(ada)]
    await post(ada, `/tasks/${disabled.id}/lifecycle/deactivate`)
    const receiver = await makeReceiver(ada)
    await post(ada, `/receivers/${receiver.id}/lifecycle/activate`)
    const receiverToken = receiver.url.split('/').at(-1) ?? ''
    const program = await programOf(ada)
    expect((await suspend(ada)).statusCode).toBe(204)

    const states = async () =>
      (await test.db.select().from(schedules).where(eq(schedules.accountId, ada.accountId))).map(
        ({ taskId, status, disabledReason, dueAt }) => [taskId, status, disabledReason, dueAt !== null],
      )
    expect(await states()).toEqual(
      expect.arrayContaining([
        [active.id, 'DISABLED', 'SUSPENDED', false],
        [disabled.id, 'DISABLED', 'USER', false],
      ]),
    )
    expect(await loadReceivers(test.appPool, [receiverToken])).toEqual([])
    expect((await get(ada, '/accounts/me')).json()).toMatchObject({ suspendedReason: 'Spam was sent.' })
    for (const asker of [ada, program]) {
      expect((await get(asker, `/tasks/${active.id}`)).statusCode).toBe(200)
      const answer = await post(asker, `/tasks/${active.id}`, taskInput({ name: 'Changed' }))
      expect([answer.statusCode, answer.json()]).toMatchObject([
        403,
        { code: 'ACCOUNT_SUSPENDED', message: 'This account is suspended: Spam was sent. Contact support.' },
      ])
      expect((await post(asker, `/tasks/${active.id}/lifecycle/activate`)).statusCode).toBe(403)
    }
    expect((await post(ada, '/accounts/me/profile', { firstName: 'A', lastName: 'B' })).statusCode).toBe(200)
    expect((await get(ada, '/accounts/me/export')).statusCode).toBe(200)
    expect((await suspend(ada)).statusCode).toBe(409)

    expect((await resume(ada)).statusCode).toBe(204)
    expect(await states()).toEqual(
      expect.arrayContaining([
        [active.id, 'ACTIVE', null, true],
        [disabled.id, 'DISABLED', 'USER', false],
      ]),
    )
    expect(await loadReceivers(test.appPool, [receiverToken])).toHaveLength(1)
    expect((await post(ada, `/tasks/${active.id}`, taskInput({ name: 'Changed' }))).statusCode).toBe(200)
    expect((await resume(ada)).statusCode).toBe(409)
    const actions = await eventsOf(test, ada)
    expect(actions.find(({ action }) => action === 'account.suspended')).toMatchObject({
      actor: { kind: 'OPERATOR', userId: operator.userId },
      changes: [{ field: 'reason', after: 'Spam was sent.' }],
    })
  })

  it('is refused every call that changes something but those about its members’ own sign-in and leaving', async () => {
    const sue = await test.signUp('Sue')
    await suspend(sue)
    const changing = test.routes.filter(
      ({ method, url, isPublic }) =>
        url.startsWith('/api/') && method !== 'GET' && !isPublic && !url.includes('/operator/'),
    )
    const [allowed, rejected] = [true, false].map((is) => changing.filter((route) => route.whileSuspended === is))
    expect(allowed?.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(routesLeftTo('suspended'))
    const codes = async (routes: typeof changing) => {
      const found: [string, number, string | undefined][] = []
      for (const { method, url } of routes) {
        const answer = await sue.inject({ method, url: url.replaceAll(/:\w+/g, operator.accountId), payload: {} })
        const { code } = answer.body === '' ? {} : answer.json<{ code?: string }>()
        found.push([`${method} ${url}`, answer.statusCode, code])
      }
      return found
    }
    expect(rejected?.length).toBeGreaterThan(30)
    expect(await codes(rejected ?? [])).toEqual(
      rejected?.map(({ method, url }) => [`${method} ${url}`, 403, 'ACCOUNT_SUSPENDED']),
    )
    for (const [name, , code] of await codes(allowed ?? [])) {
      expect([name, code]).not.toEqual([name, 'ACCOUNT_SUSPENDED'])
      expect([name, code]).not.toEqual([name, 'SIGNED_OUT'])
    }
  })

  it('of another account keeps nobody else from working, and needs a reason', async () => {
    const bob = await test.signUp('Bob')
    expect((await suspend(bob, ' ')).json()).toMatchObject({ errors: { reason: 'Say why: its members read it.' } })
    expect((await suspend(bob)).statusCode).toBe(204)
    expect((await post(operator, '/tasks/empty')).statusCode).toBe(201)
  })
})

describe('the operator', () => {
  it('sets a plan, and deletes an account after a fresh proof, which frees its address', async () => {
    const eve = await test.signUp('Eve')
    expect((await post(operator, `/operator/accounts/${eve.accountId}/plan`, { plan: 'SUPER' })).statusCode).toBe(204)
    expect((await accountsOf(eve.email)).results).toMatchObject([{ plan: 'SUPER' }])
    expect(await eventsOf(test, eve, 'account.plan_changed')).toMatchObject([{ actor: { kind: 'OPERATOR' } }])
    const path = `/operator/accounts/${eve.accountId}`
    expect((await remove(operator, path)).json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
    await post(operator, '/accounts/me/confirm', { password: operator.password })
    expect((await remove(operator, path)).statusCode).toBe(204)
    expect((await get(eve, '/accounts/me')).statusCode).toBe(401)
    expect((await accountsOf(eve.email)).results).toEqual([])
    await test.signUp('Eve')
    expect((await remove(operator, path)).statusCode).toBe(404)
  })

  it('ends a user’s sessions, and mails codes to reset the password and to confirm the address', async () => {
    const cy = await test.signUp('Cy', { isConfirmed: false })
    expect((await remove(operator, `/operator/users/${cy.userId}/sessions`)).statusCode).toBe(204)
    expect((await get(cy, '/accounts/me')).statusCode).toBe(401)
    expect((await post(operator, `/operator/users/${cy.userId}/reset`)).statusCode).toBe(204)
    expect((await mailsTo(test, cy.email)).at(-1)?.subject).toBe('Your Knockwire password reset code')
    const mails = (await mailsTo(test, cy.email)).length
    expect((await post(operator, `/operator/users/${cy.userId}/confirm`)).statusCode).toBe(204)
    expect(await mailsTo(test, cy.email)).toHaveLength(mails + 1)
    const verified = { address: cy.email, verifiedAt: new Date(), verifiedBy: cy.userId }
    await test.db.insert(verifiedEmails).values({ accountId: cy.accountId, ...verified })
    expect((await post(operator, `/operator/users/${cy.userId}/confirm`)).statusCode).toBe(409)
  })

  it('sets a banner that everybody sees, and pauses all calls: nothing that would call at once is queued', async () => {
    const dora = await test.signUp('Dora')
    const task = await makeTask(dora)
    const state = { banner: 'Maintenance tonight at 22:00.', areCallsPaused: true }
    expect((await post(operator, '/operator/state', state)).json()).toMatchObject({ banner: state.banner })
    expect((await get(dora, '/accounts/me')).json<AccountView>().server).toMatchObject({
      banner: state.banner,
      callsPausedAt: expect.any(String),
    })
    const tested = await post(dora, `/tasks/${task.id}/lifecycle/test`)
    expect([tested.statusCode, tested.json()]).toMatchObject([
      503,
      { message: 'The operator of this server has paused all calls. Nothing was sent.' },
    ])
    await post(operator, '/operator/state', { banner: null, areCallsPaused: false })
    expect((await post(dora, `/tasks/${task.id}/lifecycle/test`)).statusCode).toBe(202)
    const events = (await get(operator, '/operator/audit-events')).json<AuditPage>().results
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['instance.banner_changed', 'instance.calls_paused', 'instance.calls_resumed']),
    )
  })

  it('changes the banner alone, or the pause alone: what another operator did meanwhile stays', async () => {
    const state = async (change: object) => (await post(operator, '/operator/state', change)).json()
    await state({ banner: null, areCallsPaused: true })
    expect(await state({ banner: 'Back at noon.' })).toEqual({
      banner: 'Back at noon.',
      callsPausedAt: expect.any(String),
    })
    expect(await state({ areCallsPaused: false })).toEqual({ banner: 'Back at noon.', callsPausedAt: null })
    expect(await state({ banner: null })).toEqual({ banner: null, callsPausedAt: null })
  })

  it('does nothing that is not recorded', async () => {
    const fay = await test.signUp('Fay', { isConfirmed: false })
    const [account, user] = [`/operator/accounts/${fay.accountId}`, `/operator/users/${fay.userId}`]
    await post(operator, '/accounts/me/confirm', { password: operator.password })
    const dump = async () =>
      (
        await test.pool.query(`
        select a::text, u::text, (select count(*) from sessions) as sessions, i::text,
          (select count(*) from password_reset_codes) as codes, (select count(*) from reported_errors) as errors
        from accounts a, users u, instance_state i order by 1, 2`)
      ).rows
    const before = await dump()
    await withoutLog(test, async () => {
      for (const act of [
        () => suspend(fay),
        () => post(operator, `${account}/plan`, { plan: 'SUPER' }),
        () => remove(operator, account),
        () => remove(operator, `${user}/sessions`),
        () => post(operator, `${user}/reset`),
        () => post(operator, `${user}/confirm`),
        () => post(operator, '/operator/state', { banner: 'Hello', areCallsPaused: true }),
        () => remove(operator, '/operator/errors'),
      ])
        expect([act.toString(), (await act()).statusCode]).toEqual([act.toString(), 500])
    })
    await test.pool.query(`delete from reported_errors where message like '%room for events%'`)
    expect(await dump()).toEqual(before)
  })

  it('sees errors of browsers and of the server, each once with its number, and clears them', async () => {
    const error = { kind: 'crash', name: 'TypeError', message: 'x is null', frames: ['a-1.js:1:2'], page: '/signin' }
    const report = () => post(test, '/client-errors', { build: 'abc', errors: [error] })
    await report()
    await report()
    await test.pool.query('alter table charts rename to charts_gone')
    const task = await makeTask(operator)
    expect((await get(operator, `/tasks/${task.id}/charts`)).statusCode).toBe(500)
    await test.pool.query('alter table charts_gone rename to charts')
    await test.context.background.settled()
    const { results } = (await get(operator, '/operator/errors')).json<ReportedErrorList>()
    expect(results).toEqual([
      expect.objectContaining({ source: 'API', place: 'GET /api/v1/tasks/:taskId/charts', count: 1 }),
      expect.objectContaining({ source: 'BROWSER', message: 'x is null', place: '/signin', count: 2, build: 'abc' }),
    ])
    expect(JSON.stringify(results)).not.toContain(task.id)
    expect((await remove(operator, '/operator/errors')).statusCode).toBe(204)
    expect((await get(operator, '/operator/errors')).json()).toEqual({ results: [] })
  })
})
