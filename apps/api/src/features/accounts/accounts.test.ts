import { countUsage } from '@knockwire/services/usage/usage'
import { plans } from '@knockwire/domain/plans/plans'
import { accounts } from '@knockwire/db/schema/accounts'
import { networkOutages } from '@knockwire/db/schema/outages'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailedTo } from '../../testing/calls/mails.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

describe('the account', () => {
  let test: TestApp
  let ada: TestUser
  let bob: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
    bob = await test.signUp('Bob')
  })
  afterAll(() => test.close())

  const read = async (user: TestUser) => (await user.inject({ url: '/api/v1/accounts/me' })).json()

  it('[AP-05, AC-06..AC-09] GET /accounts/me answers the account, to its owner alone', async () => {
    expect(await read(ada)).toEqual({
      id: ada.accountId,
      name: 'Ada Example',
      role: 'OWNER',
      plan: 'FREE',
      maxTaskNumber: 25,
      user: { id: ada.userId, email: 'ada@example.com', firstName: 'Ada', lastName: 'Example' },
      isEmailVerified: false,
      verifiedEmails: [],
      usage: { emailCount: 0, smsCount: 0 },
      taskListSortKey: 'createdAt',
      settings: { isAdvancedConditionEnabled: true },
      server: {
        isSlackConfigured: false,
        isBillingConfigured: false,
        canSendMail: true,
        makesCalls: true,
        networkOutageSince: null,
        banner: null,
        callsPausedAt: null,
      },
      suspendedReason: null,
      isOperator: false,
    })
    expect(await read(bob)).toMatchObject({ user: { email: 'bob@example.com' } })
    expect((await test.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(401)
  })

  it('says since when the server’s own network fails, as long as an executor says so', async () => {
    const since = new Date(test.clock.now() - 600_000)
    await test.db.insert(networkOutages).values({ id: uuidv7(), fromAt: since, lastAt: sql`now()` })
    expect((await read(ada)).server).toMatchObject({ networkOutageSince: since.toISOString() })
    await test.db.update(networkOutages).set({ lastAt: sql`now() - interval '2 minutes'` })
    expect((await read(ada)).server).toMatchObject({ networkOutageSince: null })
    await test.db.update(networkOutages).set({ lastAt: sql`now()`, endedAt: sql`now()` })
    expect((await read(ada)).server).toMatchObject({ networkOutageSince: null })
  })

  it('shows the limits of its plan', async () => {
    await test.db.update(accounts).set({ plan: 'BUSINESS' }).where(eq(accounts.id, bob.accountId))
    expect(await read(bob)).toMatchObject({ plan: 'BUSINESS', maxTaskNumber: 50 })
  })

  it('[AC-08] counts what was sent in the current period of the plan', async () => {
    const free = { accountId: ada.accountId, limits: plans.FREE, kind: 'email' } as const
    await countUsage(test.db, { ...free, nowMs: test.clock.now() })
    await countUsage(test.db, { ...free, nowMs: test.clock.now() })
    await countUsage(test.db, { ...free, nowMs: test.clock.now() - 86_400_000 })
    expect(await read(ada)).toMatchObject({ usage: { emailCount: 2, smsCount: 0 } })
  })

  it('[AP-06] POST /accounts/me/settings keeps the sort key, for its owner alone', async () => {
    const save = (user: { inject: TestUser['inject'] }, payload: object) =>
      user.inject({ method: 'POST', url: '/api/v1/accounts/me/settings', payload })
    const answer = await save(ada, { taskListSortKey: 'name' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ taskListSortKey: 'name' })
    expect(await read(ada)).toMatchObject({ taskListSortKey: 'name' })
    expect(await read(bob)).toMatchObject({ taskListSortKey: 'createdAt' })
    expect((await save(test, { taskListSortKey: 'name' })).statusCode).toBe(401)
    for (const bad of [{ taskListSortKey: 'size' }, { taskListSortKey: 'name', plan: 'SUPER' }, {}]) {
      expect((await save(ada, bad)).statusCode).toBe(400)
    }
    expect(await read(ada)).toMatchObject({ taskListSortKey: 'name', plan: 'FREE' })
  })

  it('[AC-09] POST /accounts/me/settings turns combined conditions off and on, and leaves the sort key', async () => {
    const save = (isAdvancedConditionEnabled: boolean) =>
      ada.inject({ method: 'POST', url: '/api/v1/accounts/me/settings', payload: { isAdvancedConditionEnabled } })
    const { taskListSortKey } = await read(ada)
    for (const isAdvancedConditionEnabled of [false, true]) {
      expect((await save(isAdvancedConditionEnabled)).json()).toMatchObject({
        settings: { isAdvancedConditionEnabled },
        taskListSortKey,
      })
      expect(await read(bob)).toMatchObject({ settings: { isAdvancedConditionEnabled: true } })
    }
  })

  it('confirms the address that it was opened with by the code that sign-up mailed', async () => {
    const payload = { email: bob.email, otp: await codeMailedTo(test, bob.email) }
    const url = '/api/v1/accounts/me/verify_email_validation_code'
    const answer = await bob.inject({ method: 'POST', url, payload })
    expect(answer.json()).toMatchObject({ isEmailVerified: true, verifiedEmails: ['bob@example.com'] })
  })

  it('is signed out where the account was deleted under an open session', async () => {
    const carl = await test.signUp('Carl')
    await test.db.delete(accounts).where(eq(accounts.id, carl.accountId))
    expect((await carl.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(401)
  })
})
