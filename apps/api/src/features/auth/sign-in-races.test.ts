import { sessions, users } from '@knockwire/db/schema/users'
import { closeAccount } from '@knockwire/services/accounts/close-account'
import { passkeys } from '@knockwire/db/schema/credentials'
import type { Transaction } from '@knockwire/db/client'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSoftwareAuthenticator } from '../../testing/peers/software-authenticator.ts'
import { type Asker, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const origin = 'https://knockwire.example'
const site = { origin, rpId: 'knockwire.example' }

describe('a sign-in while what it signs in with is being revoked', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ settings: { publicOrigin: origin } })
  })
  afterAll(() => test.close())

  const isWaiting = async () => {
    const { rows } = await test.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count === 1
  }
  /** Signs in when `revoke` has been done and is not yet committed. */
  const signInDuring = async (revoke: (tx: Transaction) => Promise<unknown>, signIn: () => ReturnType<typeof post>) => {
    let isSettled = false
    const pending = await test.db.transaction(async (tx) => {
      await revoke(tx)
      const answer = signIn().finally(() => {
        isSettled = true
      })
      await vi.waitFor(async () => expect(isSettled || (await isWaiting())).toBe(true), 60_000)
      return { answer }
    })
    return (await pending.answer).statusCode
  }
  /** Keeps its cookies. */
  const createBrowser = (): Asker => {
    const cookies = new Map<string, string>()
    return {
      inject: async (options) => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await test.inject({ ...options, headers: { cookie } })
        for (const { name, value } of answer.cookies) cookies.set(name, value)
        return answer
      },
    }
  }
  const sessionsOf = ({ userId }: TestUser) => test.db.$count(sessions, eq(sessions.userId, userId))
  const byPassword = (user: TestUser) => () =>
    post(test, '/auth/sign-in', { email: user.email, password: user.password })

  it('opens no session by a password that was replaced meanwhile, since that has ended all sessions', async () => {
    const user = await test.signUp('Replaced')
    const replace = async (tx: Transaction) => {
      await tx.update(users).set({ passwordHash: '$argon2id$replaced' }).where(eq(users.id, user.userId))
      await tx.delete(sessions).where(eq(sessions.userId, user.userId))
    }
    expect(await signInDuring(replace, byPassword(user))).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })

  it('opens no session of an account that is being deleted', async () => {
    const user = await test.signUp('Deleted')
    const close = (tx: Transaction) => closeAccount(tx, { accountId: user.accountId, nowMs: test.clock.now() })
    expect(await signInDuring(close, byPassword(user))).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })

  it('opens no session by a passkey that was revoked meanwhile', async () => {
    const user = await test.signUp('Keyed')
    const authenticator = createSoftwareAuthenticator()
    const browser = createBrowser()
    await post(browser, '/auth/sign-in', { email: user.email, password: user.password })
    const options = (await post(browser, '/accounts/me/passkeys/options')).json<{ challenge: string }>()
    const credential = authenticator.create({ ...site, challenge: options.challenge })
    expect((await post(browser, '/accounts/me/passkeys', { name: 'Laptop', credential })).statusCode).toBe(201)
    const { challenge } = (await post(browser, '/auth/passkey/options')).json<{ challenge: string }>()
    const revoke = async (tx: Transaction) => {
      await tx.update(users).set({ passwordHash: null }).where(eq(users.id, user.userId))
      for (const table of [sessions, passkeys]) await tx.delete(table).where(eq(table.userId, user.userId))
    }
    const signIn = () => post(browser, '/auth/passkey', { credential: authenticator.get({ ...site, challenge }) })
    expect(await signInDuring(revoke, signIn)).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })
})
