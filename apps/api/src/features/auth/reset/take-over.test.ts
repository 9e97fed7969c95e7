import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeMailedTo } from '../../../testing/calls/mails.ts'
import { verifyAddress } from '../../../testing/calls/notification-calls.ts'
import { createSoftwareAuthenticator } from '../../../testing/peers/software-authenticator.ts'
import { type Asker, get, makeTask, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { makeToken, withToken } from '../../../testing/calls/token-calls.ts'

const origin = 'https://knockwire.example'
const site = { origin, rpId: 'knockwire.example' }

describe('what opens an account, after a password reset by anyone who reads the mail of its address', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ settings: { publicOrigin: origin } })
  })
  afterAll(() => test.close())

  /** Keeps its cookies. */
  const openBrowser = (): Asker => {
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
  const challengeOf = async (browser: Asker, url: string) =>
    (await post(browser, url)).json<{ challenge: string }>().challenge
  const makePasskey = async ({ email, password }: TestUser) => {
    const authenticator = createSoftwareAuthenticator()
    const browser = openBrowser()
    await post(browser, '/auth/sign-in', { email, password })
    const challenge = await challengeOf(browser, '/accounts/me/passkeys/options')
    const credential = authenticator.create({ ...site, challenge })
    expect((await post(browser, '/accounts/me/passkeys', { name: 'Laptop', credential })).statusCode).toBe(201)
    return authenticator
  }

  /** A task, tokens and a passkey, and who still gets in by what. */
  const furnish = async (user: TestUser) => {
    await makeTask(user)
    const tokens = [await makeToken(user, 'READ'), await makeToken(user, 'WRITE')]
    const passkey = await makePasskey(user)
    const passkeyStatus = async () => {
      const browser = openBrowser()
      const challenge = await challengeOf(browser, '/auth/passkey/options')
      return (await post(browser, '/auth/passkey', { credential: passkey.get({ ...site, challenge }) })).statusCode
    }
    const { email, password } = user
    return async () => ({
      tokens: await Promise.all(
        tokens.map(async ({ token }) => (await get(withToken(test, token), '/accounts/me')).statusCode),
      ),
      passkey: await passkeyStatus(),
      session: (await get(user, '/accounts/me')).statusCode,
      password: (await post(test, '/auth/sign-in', { email, password })).statusCode,
    })
  }
  const resetPassword = async ({ email }: TestUser): Promise<Asker> => {
    await post(test, '/auth/forgot', { email })
    await test.context.background.settled()
    const otp = await vi.waitFor(() => codeMailedTo(test, email), 30_000)
    const browser = openBrowser()
    const answer = await post(browser, '/auth/reset', { email, otp, password: 'a fresh phrase to remember' })
    expect(answer.statusCode).toBe(200)
    return browser
  }

  it('lets in no stranger who held the unconfirmed address: not by tokens, a passkey, a session or the password', async () => {
    const squatter = await test.signUp('Squatter')
    const statuses = await furnish(squatter)
    expect(await statuses()).toEqual({ tokens: [200, 200], passkey: 200, session: 200, password: 200 })
    const owner = await resetPassword(squatter)
    expect(await statuses()).toEqual({ tokens: [401, 401], passkey: 401, session: 401, password: 401 })
    expect((await get(owner, '/accounts/me')).json()).toMatchObject({ user: { email: squatter.email } })
    for (const list of ['tokens', 'passkeys']) {
      expect((await get(owner, `/accounts/me/${list}`)).json()).toMatchObject({ results: [] })
    }
  })

  it('keeps the tokens and the passkey of an owner who had confirmed the address before', async () => {
    const owner = await test.signUp('Owner')
    await verifyAddress(test, owner, owner.email)
    const statuses = await furnish(owner)
    await resetPassword(owner)
    expect(await statuses()).toEqual({ tokens: [200, 200], passkey: 200, session: 401, password: 401 })
  })
})
