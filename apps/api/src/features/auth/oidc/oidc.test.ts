import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { users } from '@knockwire/db/schema/users'
import { oidcIdentities } from '@knockwire/db/schema/credentials'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../testing/calls/mails.ts'
import { type OidcPeer, startOidcPeer } from '../../../testing/peers/oidc-peer.ts'
import { type Asker, get, makeDraft, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { makeToken, withToken } from '../../../testing/calls/token-calls.ts'

const publicOrigin = 'http://127.0.0.1:3000'
const callback = `${publicOrigin}/api/v1/auth/oidc/callback`

describe('sign-in with an OpenID Connect provider', () => {
  let peer: OidcPeer
  let test: TestApp
  beforeAll(async () => {
    peer = await startOidcPeer(callback)
    test = await createTestApp({ settings: { oidc: peer.settings, publicOrigin } })
  })
  afterAll(async () => {
    await test.close()
    await peer.close()
  })

  /** A browser of this site, with its cookies. */
  const openBrowser = () => {
    const cookies = new Map<string, string>()
    const inject: Asker['inject'] = async (options) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await test.inject({ ...options, headers: { cookie, ...options.headers } })
      for (const { name, value } of answer.cookies) {
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    }
    const leave = async (query = '', path = 'start') => {
      const answer = await inject({ url: `/api/v1/auth/oidc/${path}${query}` })
      expect(answer.statusCode).toBe(303)
      return String(answer.headers.location)
    }
    const comeBack = async ({ pathname, search }: URL) => {
      const answer = await inject({ url: pathname + search })
      expect(answer.statusCode).toBe(303)
      return String(answer.headers.location)
    }
    const signIn = async (login: string, query = '') => comeBack(await peer.signIn(await leave(query), login))
    const statusOfMe = async () => (await inject({ url: '/api/v1/accounts/me' })).statusCode
    return { cookies, inject, leave, comeBack, signIn, statusOfMe }
  }
  const userOf = async (email: string) => {
    const [user] = await test.db.select().from(users).where(eq(users.email, email))
    return user
  }
  const countIdentities = (userId: string) => test.db.$count(oidcIdentities, eq(oidcIdentities.userId, userId))

  it('opens an account through login form and consent, confirmed and named as the provider says, and leads back', async () => {
    peer.people.set('ada', { email: 'Ada@Corp.example', email_verified: true, given_name: 'Ada', family_name: 'Byron' })
    const browser = openBrowser()
    expect(await browser.signIn('ada', '?returnUrl=%2Fdashboard%2Freceivers')).toBe('/dashboard/receivers')
    const me = await browser.inject({ url: '/api/v1/accounts/me' })
    expect(me.json()).toMatchObject({
      user: { email: 'ada@corp.example', firstName: 'Ada', lastName: 'Byron' },
      isEmailVerified: true,
    })
    expect((await get(browser, '/accounts/me/sign-in-methods')).json()).toMatchObject({
      hasPassword: false,
      isProviderLinked: true,
    })
    expect(await mailsTo(test, 'ada@corp.example')).toEqual([])
  })

  it('follows the subject, not the address, from then on', async () => {
    const first = openBrowser()
    await first.signIn('grace')
    const account = await userOf('grace@corp.example')
    peer.people.set('grace', { email: 'grace.hopper@corp.example', email_verified: true })
    const second = openBrowser()
    expect(await second.signIn('grace')).toBe('/dashboard')
    expect((await second.inject({ url: '/api/v1/accounts/me' })).json()).toMatchObject({
      user: { email: account?.email },
    })
    expect(await countIdentities(account?.id ?? '')).toBe(1)
  })

  it('confirms an old session at the provider, by the account’s own identity only', async () => {
    const browser = openBrowser()
    await browser.signIn('confirmer')
    // The clock stays: the provider has its own, by which it says when somebody signed in there.
    await test.pool.query(`update sessions set created_at = created_at - interval '11 minutes'`)
    expect((await post(browser, '/accounts/me/tokens', { name: 'x' })).statusCode).toBe(403)
    const page = '/dashboard/account/tokens'
    const leave = async () => browser.leave(`?returnUrl=${encodeURIComponent(page)}`, 'confirm')
    const url = await leave()
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
    expect(await browser.comeBack(await peer.signIn(url, 'somebody-else'))).toContain('problem=provider-mismatch')
    expect((await post(browser, '/accounts/me/tokens', { name: 'x' })).statusCode).toBe(403)
    expect(await browser.comeBack(await peer.signIn(await leave(), 'confirmer'))).toBe(page)
    expect((await post(browser, '/accounts/me/tokens', { name: 'x' })).statusCode).toBe(201)
  })

  it('sends state, nonce and a PKCE challenge, and uses each once', async () => {
    const browser = openBrowser()
    const { searchParams } = new URL(await browser.leave())
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    const back = await peer.signIn(await browser.leave(), 'once')
    expect(await browser.comeBack(back)).toBe('/dashboard')
    const replayed = openBrowser()
    for (const [name, value] of browser.cookies) replayed.cookies.set(name, value)
    expect(await replayed.comeBack(back)).toContain('problem=provider-expired')
  })

  it('rejects a code in a browser that did not ask for it, so that nobody is signed in to a stranger’s account', async () => {
    const attacker = openBrowser()
    const back = await peer.signIn(await attacker.leave(), 'mallory')
    const victim = openBrowser()
    expect(await victim.comeBack(back)).toContain('problem=provider-expired')
    expect(await victim.statusOfMe()).toBe(401)
    // Nor where the victim has just left for the provider, too: the state is another.
    await victim.leave()
    expect(await victim.comeBack(back)).toContain('problem=provider-failed')
    expect(await victim.statusOfMe()).toBe(401)
  })

  it('rejects what was tampered with, and what comes ten minutes late', async () => {
    const browser = openBrowser()
    const back = await peer.signIn(await browser.leave(), 'tampered')
    back.searchParams.set('code', 'made-up')
    expect(await browser.comeBack(back)).toContain('problem=provider-failed')
    const late = await peer.signIn(await browser.leave(), 'late')
    test.clock.advance(10 * 60_000 + 1)
    expect(await browser.comeBack(late)).toContain('problem=provider-expired')
    expect(await browser.statusOfMe()).toBe(401)
  })

  it('rejects an ID token whose signature is not the provider’s', async () => {
    peer.isForging = true
    try {
      const browser = openBrowser()
      expect(await browser.signIn('forged')).toContain('problem=provider-failed')
      expect(await browser.statusOfMe()).toBe(401)
    } finally {
      peer.isForging = false
    }
    expect(await openBrowser().signIn('forged')).toBe('/dashboard')
  })

  it('comes back to sign-in where the person cancels at the provider', async () => {
    const browser = openBrowser()
    const state = new URL(await browser.leave()).searchParams.get('state') ?? ''
    const cancelled = new URL(`${callback}?error=access_denied&state=${state}&iss=${peer.settings.issuer}`)
    expect(await browser.comeBack(cancelled)).toBe('/signin?problem=provider-failed&returnUrl=%2Fdashboard')
  })

  it.each(['https://evil.example/', '//evil.example', '/.//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'leads to the dashboard and never elsewhere: %s',
    async (returnUrl) => {
      expect(await openBrowser().signIn('returner', `?returnUrl=${encodeURIComponent(returnUrl)}`)).toBe('/dashboard')
    },
  )

  it('gives a new session, and ends the one that the browser had before (no fixation)', async () => {
    const browser = openBrowser()
    await browser.signIn('fixed')
    const before = browser.cookies.get('knockwire') ?? ''
    await browser.signIn('fixed')
    expect(browser.cookies.get('knockwire')).not.toBe(before)
    const old = await test.inject({ url: '/api/v1/accounts/me', headers: { cookie: `knockwire=${before}` } })
    expect(old.statusCode).toBe(401)
  })

  it('joins the account whose confirmed address the provider confirms, keeps its password, and mails a notice', async () => {
    const user = await test.signUp('Joiner')
    await test.db
      .insert(verifiedEmails)
      .values({ accountId: user.accountId, address: user.email, verifiedAt: new Date(test.clock.now()) })
    peer.people.set('joiner', { email: user.email, email_verified: true })
    const browser = openBrowser()
    expect(await browser.signIn('joiner')).toBe('/dashboard')
    expect((await get(browser, '/accounts/me/sign-in-methods')).json()).toMatchObject({
      hasPassword: true,
      isProviderLinked: true,
    })
    expect((await mailsTo(test, user.email)).at(-1)?.subject).toBe(
      'Single sign-on was linked to your Knockwire account',
    )
  })

  it('takes over an account whose address nobody had confirmed: the one who opened it is shut out', async () => {
    const squatter = await test.signUp('Squatter')
    await makeDraft(squatter)
    const { token } = await makeToken(squatter, 'WRITE')
    peer.people.set('owner', { email: squatter.email, email_verified: true })
    expect(await openBrowser().signIn('owner')).toBe('/dashboard')
    expect((await get(squatter, '/accounts/me')).statusCode).toBe(401)
    expect((await get(withToken(test, token), '/accounts/me')).statusCode).toBe(401)
    const { email, password } = squatter
    expect((await post(test, '/auth/sign-in', { email, password })).statusCode).toBe(401)
  })

  it('signs the HTTP notifications of an account that was taken over with a secret that the stranger never saw', async () => {
    const signingSecretOf = async (asker: Asker) =>
      (await get(asker, '/notifications/signing-secret')).json<{ secret: string }>().secret
    const stranger = await test.signUp('Signed')
    const before = await signingSecretOf(stranger)
    peer.people.set('signed', { email: stranger.email, email_verified: true })
    const browser = openBrowser()
    await makeDraft(stranger)
    await browser.signIn('signed')
    const after = await signingSecretOf(browser)
    expect(after).toMatch(/^whsec_/)
    expect(after).not.toBe(before)
  })

  it('is started by a navigation only: an image on a foreign page uses up nothing of its visitors’ network', async () => {
    await test.pool.query('delete from rate_windows')
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    const { statusCode, cookies } = await test.inject({ url: '/api/v1/auth/oidc/start', headers })
    expect([statusCode, cookies]).toEqual([403, []])
    const { rows } = await test.pool.query("select key from rate_windows where key like 'oidc:%'")
    expect(rows).toEqual([])
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await test.inject({ url: '/api/v1/auth/oidc/start', headers: link })).statusCode).toBe(303)
  })

  it('leads back to sign-in with a message where a network has started too many', async () => {
    const one = await createTestApp({ sharing: test, settings: { oidc: peer.settings, publicOrigin, codesPerHour: 0 } })
    try {
      const answer = await one.inject({ url: '/api/v1/auth/oidc/start?returnUrl=%2Fdashboard%2Freceivers' })
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        '/signin?problem=provider-busy&returnUrl=%2Fdashboard%2Freceivers',
      ])
    } finally {
      await one.close()
    }
  })

  it.each(['true', 'True'])('takes an address as confirmed where the provider says so as text: %s', async (claim) => {
    const login = `text-${claim}`
    peer.people.set(login, { email: `${login}@corp.example`, email_verified: claim })
    const browser = openBrowser()
    expect(await browser.signIn(login)).toBe('/dashboard')
    expect(await browser.statusOfMe()).toBe(200)
  })

  it('opens nothing where the provider has not confirmed the address', async () => {
    const user = await test.signUp('Victim')
    for (const [login, person] of Object.entries({
      claimant: { email: user.email, email_verified: false },
      'in-text': { email: user.email, email_verified: 'false' },
      empty: { email: user.email, email_verified: '' },
      list: { email: user.email, email_verified: ['true'] },
      number: { email: user.email, email_verified: 1 },
      silent: { email: user.email },
      nameless: {},
    })) {
      peer.people.set(login, person)
      const browser = openBrowser()
      expect(await browser.signIn(login)).toContain('problem=provider-unconfirmed')
      expect(await browser.statusOfMe()).toBe(401)
    }
    expect(await countIdentities(user.userId)).toBe(0)
  })

  it('opens one account for two first sign-ins at once', async () => {
    const browsers = [openBrowser(), openBrowser()]
    const backs = await Promise.all(browsers.map(async (browser) => peer.signIn(await browser.leave(), 'twin')))
    const targets = await Promise.all(browsers.map((browser, n) => browser.comeBack(backs[n] ?? new URL(callback))))
    expect(targets).toEqual(['/dashboard', '/dashboard'])
    expect(await countIdentities((await userOf('twin@corp.example'))?.id ?? '')).toBe(1)
  })

  it('logs sign-ins and rejections without tokens, codes and addresses', async () => {
    const log = test.logLines.join('\n')
    expect(log).toContain('"method":"oidc"')
    expect(log).toContain('"event":"oidc sign-in rejected"')
    expect(log).not.toMatch(/@corp\.example|id_token|the secret of the client/)
  })
})

describe('a server without a provider, or with one that is away', () => {
  it('has no such routes where none is configured', async () => {
    const test = await createTestApp()
    try {
      expect((await test.inject({ url: '/api/v1/auth/oidc/start' })).statusCode).toBe(404)
      expect((await test.inject({ url: '/api/v1/auth/options' })).json()).toMatchObject({ isOidcConfigured: false })
    } finally {
      await test.close()
    }
  })

  it('leads back to sign-in where the provider does not answer, and asks it again the next time', async () => {
    const away = { issuer: 'http://127.0.0.1:9', clientId: 'knockwire', clientSecret: 'secret' }
    const test = await createTestApp({ settings: { oidc: away } })
    try {
      for (let n = 0; n < 2; n++) {
        const answer = await test.inject({ url: '/api/v1/auth/oidc/start' })
        expect(answer.headers.location).toBe('/signin?problem=provider-failed&returnUrl=%2Fdashboard')
      }
      expect((await test.inject({ url: '/api/v1/auth/options' })).json()).toMatchObject({ isOidcConfigured: true })
    } finally {
      await test.close()
    }
  })
})
