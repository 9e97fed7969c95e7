import { invitations } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import type { AccountView } from '@knockwire/domain/accounts/account'
import type { InstanceView } from '@knockwire/domain/instance/instance'
import { openInstance } from '@knockwire/domain/instance/instance-rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inviteUser } from '../operator/invite-user.ts'
import { inviteTo } from '../../testing/calls/member-calls.ts'
import { type OidcPeer, startOidcPeer } from '../../testing/peers/oidc-peer.ts'
import type { Settings } from '../../settings.ts'
import { codeMailedTo, mailsTo } from '../../testing/calls/mails.ts'
import { signInOn } from '../../testing/calls/sign-in-on.ts'
import { type Asker, get, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const publicOrigin = 'http://127.0.0.1:3000'

describe('who is let in', () => {
  let test: TestApp
  let ada: TestUser
  let peer: OidcPeer
  beforeAll(async () => {
    peer = await startOidcPeer(`${publicOrigin}/api/v1/auth/oidc/callback`)
    test = await createTestApp({ settings: { isEmbedded: false, publicOrigin } })
    ada = await test.signUp('Ada')
  })
  afterAll(async () => {
    await test.close()
    await peer.close()
  })

  const password = 'a long password of somebody'
  const signUp = (app: TestApp, email: string, more: object = {}) =>
    post(app, '/auth/sign-up', { email, password, ...more })
  const hasUser = async (email: string) => (await test.db.$count(users, eq(users.email, email))) > 0

  /** Another process on the same database, whose operator set this up. */
  const withInstance = async (
    instance: Partial<InstanceView>,
    use: (app: TestApp) => Promise<void>,
    more: Partial<Settings> = {},
  ) => {
    const isOidcOn = instance.signInMethods?.includes('oidc') ?? false
    const app = await createTestApp({
      sharing: test,
      settings: {
        isEmbedded: false,
        publicOrigin,
        instance: { ...openInstance, ...instance },
        oidc: isOidcOn ? peer.settings : null,
        ...more,
      },
    })
    try {
      await use(app)
    } finally {
      await app.close()
    }
  }

  /** Where somebody is led to who signs in with the provider. */
  const singleSignOn = async (app: TestApp, login: string) => {
    const left = await app.inject({ url: '/api/v1/auth/oidc/start' })
    const cookie = left.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const { pathname, search } = await peer.signIn(String(left.headers.location), login)
    const back = await app.inject({ url: pathname + search, headers: { cookie } })
    return String(back.headers.location)
  }

  it('is said to everybody', async () => {
    await withInstance(
      { signUps: 'invited', allowedDomains: ['example.com'], signInMethods: ['password'] },
      async (app) => {
        const answer = await get(app, '/instance')
        expect([answer.statusCode, answer.json()]).toMatchObject([
          200,
          { signUps: 'invited', allowedDomains: ['example.com'], signInMethods: ['password'] },
        ])
      },
    )
  })

  it('is said by every document of the web, so that a page needs no call for it', async () => {
    const instance = { signUps: 'closed', allowedDomains: ['x.example'] } as const
    await withInstance({ ...instance, allowedDomains: [...instance.allowedDomains] }, async (app) => {
      const user = await get(app, '/instance')
      for (const url of ['/signin', '/rates']) {
        const { body } = await app.inject({ url, headers: { accept: 'text/html' } })
        const [, content = ''] = /<meta name="knockwire-instance" content="([^"]*)"/.exec(body) ?? []
        expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual(user.json())
      }
    })
  })

  describe('where sign-ups are closed', () => {
    it('is nobody new, whatever they show', async () => {
      const token = await inviteTo(test, ada, 'invited-to-closed@example.com', 'VIEWER')
      await withInstance({ signUps: 'closed' }, async (app) => {
        for (const more of [{}, { invitation: token }]) {
          const answer = await signUp(app, 'invited-to-closed@example.com', more)
          expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'SIGN_UPS_CLOSED' }])
        }
        expect(await hasUser('invited-to-closed@example.com')).toBe(false)
        const { email } = ada
        expect((await post(app, '/auth/sign-in', { email, password: ada.password })).statusCode).toBe(200)
      })
    })

    it('is nobody who could be invited: an owner is told so, unless the address has a user', async () => {
      const zoe = await test.signUp('Zoe')
      await withInstance({ signUps: 'closed' }, async (app) => {
        const owner = await signInOn(app, zoe)
        const invite = (email: string) => post(owner, '/accounts/me/invitations', { email, role: 'VIEWER' })
        const rejected = await invite('friend-of-zoe@example.com')
        expect([rejected.statusCode, rejected.json()]).toMatchObject([
          422,
          { errors: { email: 'This server takes no new accounts, and this address has none. Ask its operator.' } },
        ])
        expect(await mailsTo(test, 'friend-of-zoe@example.com')).toHaveLength(0)
        expect((await invite(ada.email)).statusCode).toBe(201)
      })
    })

    it('is nobody new by the provider either, but who has an account', async () => {
      peer.people.set('stranger', { email: 'stranger@corp.example', email_verified: true })
      peer.people.set('ada', { email: ada.email, email_verified: true })
      await withInstance({ signUps: 'closed', signInMethods: ['password', 'oidc'] }, async (app) => {
        expect(await singleSignOn(app, 'stranger')).toContain('/signin?problem=provider-closed')
        expect(await hasUser('stranger@corp.example')).toBe(false)
        expect(await singleSignOn(app, 'ada')).toBe('/dashboard')
      })
    })
  })

  describe('where sign-ups are by invitation', () => {
    it('is who has the link that was mailed to the address, and only with that address', async () => {
      const email = 'bob@example.com'
      const token = await inviteTo(test, ada, email, 'EDITOR')
      await withInstance({ signUps: 'invited' }, async (app) => {
        for (const [address, more] of [
          [email, {}],
          [email, { invitation: 'x' }],
          ['mallory@example.com', { invitation: token }],
        ] as const) {
          const answer = await signUp(app, address, more)
          expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'INVITATION_NEEDED' }])
          expect(await hasUser(address)).toBe(false)
        }
        expect((await signUp(app, 'Bob@Example.com', { invitation: token })).statusCode).toBe(201)
      })
    })

    it('is nobody whose invitation was revoked or has expired', async () => {
      const [revoked, expired] = ['revoked@example.com', 'expired@example.com']
      const tokens = new Map<string, string>()
      for (const email of [revoked, expired]) tokens.set(email, await inviteTo(test, ada, email, 'VIEWER'))
      await test.db.delete(invitations).where(eq(invitations.email, revoked))
      const yesterday = new Date(test.clock.now() - 86_400_000)
      await test.db.update(invitations).set({ expiresAt: yesterday }).where(eq(invitations.email, expired))
      await withInstance({ signUps: 'invited' }, async (app) => {
        for (const [email, invitation] of tokens)
          expect((await signUp(app, email, { invitation })).json()).toMatchObject({ code: 'INVITATION_NEEDED' })
      })
    })

    it('is whom the provider names with an address that was invited', async () => {
      peer.people.set('carol', { email: 'carol@example.com', email_verified: true })
      peer.people.set('dave', { email: 'dave@example.com', email_verified: true })
      await inviteTo(test, ada, 'carol@example.com', 'VIEWER')
      await withInstance({ signUps: 'invited', signInMethods: ['oidc'] }, async (app) => {
        expect(await singleSignOn(app, 'carol')).toBe('/dashboard')
        expect(await singleSignOn(app, 'dave')).toContain('/signin?problem=provider-uninvited')
        expect(await hasUser('dave@example.com')).toBe(false)
      })
    })
  })

  describe('who runs the server', () => {
    const operators = ['root@example.com']
    const isOperator = async (user: Asker) => (await get(user, '/accounts/me')).json<AccountView>().isOperator

    it.each(['invited', 'closed'] as const)(
      'signs up where sign-ups are %s, and is nobody but somebody unconfirmed until the mailed code is given back',
      async (signUps) => {
        const email = `${signUps}-${operators[0]}`
        await withInstance(
          { signUps },
          async (app) => {
            expect((await signUp(app, 'x@example.com')).statusCode).toBe(403)
            expect((await signUp(app, email)).statusCode).toBe(201)
            const operator = await signInOn(app, { email, password })
            expect(await isOperator(operator)).toBe(false)
            expect((await get(operator, '/operator/accounts')).statusCode).toBe(404)
            expect((await post(operator, '/tasks/empty')).json()).toMatchObject({ code: 'ADDRESS_UNCONFIRMED' })
            const otp = await codeMailedTo(test, email)
            const payload = { email, otp }
            expect((await post(operator, '/accounts/me/verify_email_validation_code', payload)).statusCode).toBe(200)
            expect(await isOperator(operator)).toBe(true)
            expect((await get(operator, '/operator/accounts')).statusCode).toBe(200)
            expect((await post(operator, '/tasks/empty')).statusCode).toBe(201)
          },
          { operators: [email] },
        )
      },
    )

    it('comes by the provider where sign-ups are closed', async () => {
      peer.people.set('root', { email: 'root@example.com', email_verified: true })
      await withInstance(
        { signUps: 'closed', signInMethods: ['oidc'] },
        async (app) => expect(await singleSignOn(app, 'root')).toBe('/dashboard'),
        { operators },
      )
    })

    it('takes an address back that a stranger signed up with, by the code of a reset', async () => {
      const email = 'taken-root@example.com'
      await withInstance(
        { signUps: 'closed' },
        async (app) => {
          expect((await signUp(app, email)).statusCode).toBe(201)
          const stranger = await signInOn(app, { email, password })
          await post(app, '/auth/forgot', { email })
          await app.context.background.settled()
          const otp = await codeMailedTo(test, email)
          const fresh = 'another long password of mine'
          expect((await post(app, '/auth/reset', { email, otp, password: fresh })).statusCode).toBe(200)
          expect((await get(stranger, '/accounts/me')).statusCode).toBe(401)
          expect(await isOperator(await signInOn(app, { email, password: fresh }))).toBe(true)
        },
        { operators: [email] },
      )
    })
  })

  describe('where domains are named', () => {
    const allowedDomains = ['acme.example']

    it('is who signs up with an address of them', async () => {
      await withInstance({ allowedDomains }, async (app) => {
        const answer = await signUp(app, 'eve@example.com')
        expect([answer.statusCode, answer.json()]).toMatchObject([
          422,
          { code: 'INVALID_FIELDS', errors: { email: 'This server takes addresses of acme.example only.' } },
        ])
        expect((await signUp(app, 'eve@acme.example')).statusCode).toBe(201)
      })
    })

    it('is an operator with whatever address, by a password, by the provider, and by another operator’s invitation', async () => {
      const [byPassword, bySso, invited] = ['op@elsewhere.example', 'sso@elsewhere.example', 'next@elsewhere.example']
      peer.people.set('operator', { email: bySso, email_verified: true })
      await withInstance(
        { allowedDomains, signUps: 'closed', signInMethods: ['password', 'oidc'] },
        async (app) => {
          expect((await signUp(app, byPassword)).statusCode).toBe(201)
          expect(await singleSignOn(app, 'operator')).toBe('/dashboard')
          await inviteUser(app.context, { kind: 'OPERATOR' }, invited)
          expect(await hasUser(invited)).toBe(true)
          const stranger = inviteUser(app.context, { kind: 'OPERATOR' }, 'eve@elsewhere.example')
          await expect(stranger).rejects.toMatchObject({ code: 'INVALID_FIELDS' })
        },
        { operators: [byPassword, bySso, invited] },
      )
    })

    it('is who is invited with an address of them', async () => {
      await withInstance({ allowedDomains: [...allowedDomains, 'example.com'] }, async (app) => {
        const owner = await app.signUp('Inviter')
        const invite = (email: string) => post(owner, '/accounts/me/invitations', { email, role: 'VIEWER' })
        expect((await invite('x@other.example')).json()).toMatchObject({ errors: { email: expect.any(String) } })
        expect((await invite('x@acme.example')).statusCode).toBe(201)
      })
    })

    it('is who comes by the provider with an address of them, also when they were here before', async () => {
      peer.people.set('inside', { email: 'inside@acme.example', email_verified: true })
      peer.people.set('outside', { email: 'outside@other.example', email_verified: true })
      const signInMethods: InstanceView['signInMethods'] = ['password', 'oidc']
      await withInstance({ signInMethods }, async (app) => {
        expect(await singleSignOn(app, 'outside')).toBe('/dashboard')
      })
      await withInstance({ signInMethods, allowedDomains }, async (app) => {
        expect(await singleSignOn(app, 'outside')).toContain('/signin?problem=provider-domain')
        expect(await singleSignOn(app, 'inside')).toBe('/dashboard')
      })
    })

    it('is nobody who changes to another address afterwards', async () => {
      await withInstance({ allowedDomains: [...allowedDomains, 'example.com'] }, async (app) => {
        const user = await app.signUp('Mover')
        const answer = await post(user, '/accounts/me/email', { email: 'mover@other.example' })
        expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: { email: expect.any(String) } }])
      })
    })
  })

  describe('by a way that the operator left out', () => {
    const credential = { id: 'AA', rawId: 'AA', type: 'public-key', response: {} }

    it('is nobody: without passwords', async () => {
      await withInstance({ signInMethods: ['passkey', 'oidc'] }, async (app) => {
        const { email } = ada
        const user = { inject: app.inject }
        const answers = await Promise.all([
          signUp(app, 'frank@example.com'),
          post(user, '/auth/sign-in', { email, password: ada.password }),
          post(user, '/auth/forgot', { email }),
          post(user, '/auth/reset', { email, otp: 'K7QM-3XRT-9WAC', password }),
        ])
        for (const answer of answers)
          expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'SIGN_IN_METHOD_OFF' }])
      })
    })

    it('is nobody: without passkeys', async () => {
      await withInstance({ signInMethods: ['password'] }, async (app) => {
        for (const [path, body] of [
          ['/auth/passkey/options', undefined],
          ['/auth/passkey', { credential }],
        ] as const) {
          const answer = await post(app, path, body)
          expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'SIGN_IN_METHOD_OFF' }])
        }
        const user = await app.signUp('Keyless')
        const rejected = await post(user, '/accounts/me/passkeys/options')
        expect([rejected.statusCode, rejected.json()]).toMatchObject([403, { code: 'SIGN_IN_METHOD_OFF' }])
        const methods = (await get(user, '/accounts/me/sign-in-methods')).json()
        expect(methods).toEqual({ hasPassword: true, isProviderLinked: false, passkeys: 0 })
      })
    })

    it('is nobody: without single sign-on', async () => {
      await withInstance({ signInMethods: ['password'] }, async (app) => {
        expect((await app.inject({ url: '/api/v1/auth/oidc/start' })).statusCode).toBe(404)
        expect((await get(app, '/auth/options')).json()).toEqual({ isOidcConfigured: false })
      })
    })

    it('cannot be set up, nor prove who somebody is', async () => {
      const user = await test.signUp('Passworded')
      await withInstance({ signInMethods: ['passkey', 'oidc'] }, async (app) => {
        const cookie = (await post(test, '/auth/sign-in', { email: user.email, password: user.password })).cookies.map(
          ({ name, value }) => `${name}=${value}`,
        )
        const asker = {
          inject: (options: Parameters<TestApp['inject']>[0]) =>
            app.inject({ ...options, headers: { ...options.headers, cookie: cookie.join('; ') } }),
        }
        for (const [path, body] of [
          ['/accounts/me/password', { currentPassword: user.password, newPassword: password }],
          ['/accounts/me/confirm', { password: user.password }],
        ] as const)
          expect((await post(asker, path, body)).json()).toMatchObject({ code: 'SIGN_IN_METHOD_OFF' })
        expect((await get(asker, '/accounts/me/sign-in-methods')).json()).toMatchObject({ hasPassword: false })
      })
    })
  })
})
