import type { PasskeyView } from '@knockwire/domain/accounts/passkey'
import { eventsOf } from '../../testing/audit-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '../../testing/peers/software-authenticator.ts'
import { type Asker, get, post, remove } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const origin = 'https://knockwire.example'
const site = { origin, rpId: 'knockwire.example' }

describe('passkeys', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ settings: { publicOrigin: origin } })
  })
  afterAll(() => test.close())

  /** A browser with its cookies, signed in as `user` where one is given. */
  const openBrowser = async (user?: TestUser) => {
    const cookies = new Map<string, string>()
    const inject: Asker['inject'] = async (options) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await test.inject({ ...options, headers: { cookie, ...options.headers } })
      for (const { name, value } of answer.cookies) cookies.set(name, value)
      return answer
    }
    const browser = { inject, cookies }
    if (user !== undefined) await post(browser, '/auth/sign-in', { email: user.email, password: user.password })
    return browser
  }
  const challengeOf = async (browser: Asker, url: string) => {
    const answer = await post(browser, url)
    expect(answer.statusCode).toBe(200)
    return answer.json<{ challenge: string }>().challenge
  }
  const add = async (browser: Asker, authenticator: SoftwareAuthenticator, changes: object = {}, name = 'Laptop') => {
    const challenge = await challengeOf(browser, '/accounts/me/passkeys/options')
    const credential = authenticator.create({ ...site, challenge, ...changes })
    return post(browser, '/accounts/me/passkeys', { name, credential })
  }
  const signIn = async (browser: Asker, authenticator: SoftwareAuthenticator, changes: object = {}) => {
    const challenge = await challengeOf(browser, '/auth/passkey/options')
    return post(browser, '/auth/passkey', { credential: authenticator.get({ ...site, challenge, ...changes }) })
  }
  const withPasskey = async (name: string) => {
    const user = await test.signUp(name)
    const authenticator = createSoftwareAuthenticator()
    const added = await add(await openBrowser(user), authenticator)
    expect(added.statusCode).toBe(201)
    return { user, authenticator, passkey: added.json<PasskeyView>() }
  }

  it('are a second way in: added in a session, they sign in without an address and a password', async () => {
    const { user, authenticator, passkey } = await withPasskey('Ada')
    expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null })
    expect((await mailsTo(test, user.email)).at(-1)?.subject).toBe('A passkey was added to your Knockwire account')
    const browser = await openBrowser()
    const answer = await signIn(browser, authenticator)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: { email: user.email } })
    expect((await get(browser, '/accounts/me')).statusCode).toBe(200)
    const [listed] = (await get(browser, '/accounts/me/passkeys')).json<{ results: PasskeyView[] }>().results
    expect(listed?.lastUsedAt).toBe(new Date(test.clock.now()).toISOString())
    expect(await eventsOf(test, user, 'passkey.added')).toMatchObject([{ object: { id: passkey.id, name: 'Laptop' } }])
    const [signedIn] = await eventsOf(test, user, 'user.signed_in')
    expect(signedIn).toMatchObject({ changes: [{ field: 'method', after: 'passkey' }] })
  })

  it('sign in once for each challenge, in the browser that requested it, within ten minutes', async () => {
    const { authenticator } = await withPasskey('Replayed')
    const browser = await openBrowser()
    const challenge = await challengeOf(browser, '/auth/passkey/options')
    const credential = authenticator.get({ ...site, challenge })
    const elsewhere = await openBrowser()
    await challengeOf(elsewhere, '/auth/passkey/options')
    expect((await post(elsewhere, '/auth/passkey', { credential })).statusCode).toBe(401)
    const cookies = new Map(browser.cookies)
    expect((await post(browser, '/auth/passkey', { credential })).statusCode).toBe(200)
    const replaying = await openBrowser()
    for (const [name, value] of cookies) replaying.cookies.set(name, value)
    expect((await post(replaying, '/auth/passkey', { credential })).statusCode).toBe(401)

    const late = await challengeOf(browser, '/auth/passkey/options')
    test.clock.advance(10 * 60_000 + 1)
    const answer = await post(browser, '/auth/passkey', { credential: authenticator.get({ ...site, challenge: late }) })
    expect(answer.statusCode).toBe(401)
  })

  it.each([
    ['made for another site', { origin: 'https://evil.example', rpId: 'evil.example' }],
    ['passed on by another site’s page', { origin: 'https://evil.example' }],
    ['not unlocked by its owner', { isUserVerified: false }],
    ['for another challenge', { challenge: 'bWFkZSB1cA' }],
  ])('are rejected where the answer is %s', async (what, changes) => {
    const { user, authenticator } = await withPasskey(`Refused${what.length}`)
    expect((await signIn(await openBrowser(), authenticator, changes)).statusCode).toBe(401)
    expect((await add(await openBrowser(user), createSoftwareAuthenticator(), changes)).statusCode).toBe(409)
  })

  it('are rejected with one answer, whether the passkey is unknown, cut or another’s', async () => {
    const { authenticator } = await withPasskey('Known')
    const browser = await openBrowser()
    const unknown = await signIn(browser, createSoftwareAuthenticator())
    const challenge = await challengeOf(browser, '/auth/passkey/options')
    const foreign = createSoftwareAuthenticator().get({ ...site, challenge })
    const forged = await post(browser, '/auth/passkey', { credential: { ...foreign, id: authenticator.credentialId } })
    expect([unknown.statusCode, forged.statusCode]).toEqual([401, 401])
    expect({ ...forged.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' })
    expect((await post(browser, '/auth/passkey', { credential: { id: 'x' } })).statusCode).toBe(400)
  })

  it('are recorded as rejected once a minute, however often somebody tries', async () => {
    const { user, authenticator } = await withPasskey('Tried')
    const other = await withPasskey('Elsewhere')
    const reject = async (tried: SoftwareAuthenticator) =>
      expect((await signIn(await openBrowser(), tried, { challenge: 'bWFkZSB1cA' })).statusCode).toBe(401)
    const recorded = async (of: TestUser) => (await eventsOf(test, of, 'user.sign_in_failed')).length
    for (let n = 0; n < 3; n += 1) await reject(authenticator)
    await reject(other.authenticator)
    expect([await recorded(user), await recorded(other.user)]).toEqual([1, 1])
    test.clock.advance(61_000)
    await reject(authenticator)
    expect([await recorded(user), await recorded(other.user)]).toEqual([2, 1])
  })

  it('are rejected where their counter went back, as that of a copy would', async () => {
    const { authenticator } = await withPasskey('Cloned')
    expect((await signIn(await openBrowser(), authenticator)).statusCode).toBe(200)
    await test.pool.query('update passkeys set counter = 1000 where credential_id = $1', [authenticator.credentialId])
    expect((await signIn(await openBrowser(), authenticator)).statusCode).toBe(401)
  })

  it('belong to one account: another can neither add the same one, nor see or remove it', async () => {
    const { user, authenticator, passkey } = await withPasskey('Owner')
    const other = await openBrowser(await test.signUp('Other'))
    expect((await add(other, authenticator)).statusCode).toBe(409)
    expect((await get(other, '/accounts/me/passkeys')).json()).toEqual({ results: [] })
    expect((await remove(other, `/accounts/me/passkeys/${passkey.id}`)).statusCode).toBe(404)
    const own = await openBrowser(user)
    expect((await remove(own, `/accounts/me/passkeys/${passkey.id}`)).statusCode).toBe(204)
    expect((await signIn(await openBrowser(), authenticator)).statusCode).toBe(401)
    expect((await mailsTo(test, user.email)).at(-1)?.subject).toBe('A passkey was removed from your Knockwire account')
  })

  it('are added and removed only in a session whose owner proved who they are within ten minutes', async () => {
    const { user, passkey } = await withPasskey('Stale')
    const browser = await openBrowser(user)
    test.clock.advance(11 * 60_000)
    for (const answer of [
      await post(browser, '/accounts/me/passkeys/options'),
      await remove(browser, `/accounts/me/passkeys/${passkey.id}`),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
    }
  })

  it('are logged when they are added, removed, used and rejected', () => {
    const log = test.logLines.join('\n')
    for (const event of ['passkey added', 'passkey removed', 'passkey rejected', 'passkey sign-in rejected']) {
      expect(log).toContain(`"event":"${event}"`)
    }
    expect(log).toContain('"method":"passkey"')
  })
})
