import type { Transaction } from '@knockwire/db/client'
import { apiTokens } from '@knockwire/db/schema/credentials'
import { sessions, users } from '@knockwire/db/schema/users'
import { closeAccount } from '@knockwire/services/accounts/close-account'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { get, makeDraft, post, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'

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
    expect(await test.db.$count(sessions, eq(sessions.userId, user.userId))).toBe(0)
    expect(await test.db.$count(users, eq(users.id, user.userId))).toBe(0)
  })

  it('gets no task, receiver or draft that is created at the same time', async () => {
    const user = await test.signUp('Taskbeside')
    const draft = await makeDraft(user)
    expect(await whileClosing(user, () => post(user, `/tasks/${draft}?activate=true`, taskInput()))).toBe(401)
    const other = await test.signUp('Receiverbeside')
    expect(await whileClosing(other, () => post(other, '/receivers'))).toBe(401)
  })

  it('leaves no session and no token that work, nor rows of them', async () => {
    const user = await test.signUp('Leftbehind')
    const { token } = await makeToken(user, 'WRITE')
    await test.db.transaction((tx) => closeAccount(tx, { accountId: user.accountId, nowMs: test.clock.now() }))
    expect(await test.db.$count(sessions, eq(sessions.accountId, user.accountId))).toBe(0)
    expect(await test.db.$count(apiTokens, eq(apiTokens.accountId, user.accountId))).toBe(0)
    for (const asker of [user, withToken(test, token)]) {
      expect((await get(asker, '/accounts/me')).statusCode).toBe(401)
      expect((await post(asker, '/tasks/empty')).statusCode).toBe(401)
    }
  })
})
