import type { Transaction } from '@knockwire/db/client'
import { accounts, sessions } from '@knockwire/db/schema/accounts'
import { apiTokens } from '@knockwire/db/schema/credentials'
import { closeAccount } from '@knockwire/services/accounts/close-account'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashSessionId, startSession } from '../../access/sessions.ts'
import { hashToken, newToken } from '../tokens/read-token.ts'
import { type Asker, get, makeDraft, post, taskInput } from '../../testing/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { withToken } from '../../testing/token-calls.ts'

describe('an account that is being deleted', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  const isWaiting = async () => {
    const { rows } = await test.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rows[0]?.count ?? 0) > 0
  }
  /** Asks when the account has been closed and that is not yet committed; gives the status. */
  const whileClosing = async ({ accountId }: TestUser, ask: () => ReturnType<typeof post>) => {
    let isSettled = false
    const pending = await test.db.transaction(async (tx: Transaction) => {
      await closeAccount(tx, { accountId, nowMs: test.clock.now() })
      const answer = ask().finally(() => {
        isSettled = true
      })
      await vi.waitFor(async () => expect(isSettled || (await isWaiting())).toBe(true), 60_000)
      return { answer }
    })
    return (await pending.answer).statusCode
  }

  it('gets no token that is made at the same time', async () => {
    const user = await test.signUp('Tokenbeside')
    expect(await whileClosing(user, () => post(user, '/accounts/me/tokens', { name: 'left behind' }))).toBe(401)
    expect(await test.db.$count(apiTokens, eq(apiTokens.accountId, user.accountId))).toBe(0)
  })

  it('gets no password and no session that are made at the same time', async () => {
    const user = await test.signUp('Passwordbeside')
    const payload = { currentPassword: user.password, newPassword: 'a fresh phrase to remember' }
    expect(await whileClosing(user, () => post(user, '/accounts/me/password', payload))).toBe(401)
    expect(await test.db.$count(sessions, eq(sessions.accountId, user.accountId))).toBe(0)
    const [account] = await test.db.select().from(accounts).where(eq(accounts.id, user.accountId))
    expect(account?.passwordHash).toBeNull()
  })

  it('gets no task, receiver or draft that is created at the same time', async () => {
    const user = await test.signUp('Taskbeside')
    const draft = await makeDraft(user)
    expect(await whileClosing(user, () => post(user, `/tasks/${draft}?activate=true`, taskInput()))).toBe(401)
    const other = await test.signUp('Receiverbeside')
    expect(await whileClosing(other, () => post(other, '/receivers'))).toBe(401)
  })

  it('is opened by no session and no token that are left, should there be any', async () => {
    const user = await test.signUp('Leftbehind')
    await test.db.transaction((tx) => closeAccount(tx, { accountId: user.accountId, nowMs: test.clock.now() }))
    const { accountId } = user
    const client = { address: '127.0.0.1', userAgent: undefined, browserCookie: undefined }
    const sessionId = await startSession(test.db, { accountId, client, nowMs: test.clock.now() })
    expect(await test.db.$count(sessions, eq(sessions.idHash, hashSessionId(sessionId)))).toBe(1)
    const token = newToken()
    const made = { id: accountId, accountId, name: 'left', tokenHash: hashToken(token), prefix: 'kw_' }
    await test.db.insert(apiTokens).values({ ...made, scope: 'WRITE', createdAt: new Date(test.clock.now()) })
    const withSession: Asker = {
      inject: (options) =>
        test.inject({ ...options, headers: { cookie: `knockwire_session=${sessionId}`, ...options.headers } }),
    }
    for (const asker of [withSession, withToken(test, token)]) {
      expect((await get(asker, '/accounts/me')).statusCode).toBe(401)
      expect((await post(asker, '/tasks/empty')).statusCode).toBe(401)
    }
  })
})
