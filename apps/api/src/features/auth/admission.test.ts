import { invitations } from '@knockwire/db/schema/credentials'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { inviteTo } from '../../testing/calls/member-calls.ts'
import { signInOn } from '../../testing/calls/sign-in-on.ts'
import { get, post } from '../../testing/calls/task-calls.ts'
import { type Admission, createAdmission, signUp } from './testing/admission.ts'

describe('who is let in', () => {
  let admission: Admission
  beforeAll(async () => {
    admission = await createAdmission()
  })
  afterAll(() => admission.close())

  it('is said to everybody', async () => {
    await admission.withInstance(
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
    await admission.withInstance({ ...instance, allowedDomains: [...instance.allowedDomains] }, async (app) => {
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
      const token = await inviteTo(admission.test, admission.ada, 'invited-to-closed@example.com', 'VIEWER')
      await admission.withInstance({ signUps: 'closed' }, async (app) => {
        for (const more of [{}, { invitation: token }]) {
          const answer = await signUp(app, 'invited-to-closed@example.com', more)
          expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'SIGN_UPS_CLOSED' }])
        }
        expect(await admission.hasUser('invited-to-closed@example.com')).toBe(false)
        const { email } = admission.ada
        expect((await post(app, '/auth/sign-in', { email, password: admission.ada.password })).statusCode).toBe(200)
      })
    })

    it('is nobody who could be invited: the answer to an owner says so, unless the address has a user', async () => {
      const zoe = await admission.test.signUp('Zoe')
      await admission.withInstance({ signUps: 'closed' }, async (app) => {
        const owner = await signInOn(app, zoe)
        const invite = (email: string) => post(owner, '/accounts/me/invitations', { email, role: 'VIEWER' })
        const rejected = await invite('friend-of-zoe@example.com')
        expect([rejected.statusCode, rejected.json()]).toMatchObject([
          422,
          { errors: { email: 'This server accepts no new accounts, and this address has none. Ask its operator.' } },
        ])
        expect(await mailsTo(admission.test, 'friend-of-zoe@example.com')).toHaveLength(0)
        expect((await invite(admission.ada.email)).statusCode).toBe(201)
      })
    })

    it('is nobody new by the provider either, but who has an account', async () => {
      admission.people.set('stranger', { email: 'stranger@corp.example', email_verified: true })
      admission.people.set('ada', { email: admission.ada.email, email_verified: true })
      await admission.withInstance({ signUps: 'closed', signInMethods: ['password', 'oidc'] }, async (app) => {
        expect(await admission.singleSignOn(app, 'stranger')).toContain('/signin?problem=provider-closed')
        expect(await admission.hasUser('stranger@corp.example')).toBe(false)
        expect(await admission.singleSignOn(app, 'ada')).toBe('/dashboard')
      })
    })
  })

  describe('where sign-ups are by invitation', () => {
    it('is who has the link that was mailed to the address, and only with that address', async () => {
      const email = 'bob@example.com'
      const token = await inviteTo(admission.test, admission.ada, email, 'EDITOR')
      await admission.withInstance({ signUps: 'invited' }, async (app) => {
        for (const [address, more] of [
          [email, {}],
          [email, { invitation: 'x' }],
          ['mallory@example.com', { invitation: token }],
        ] as const) {
          const answer = await signUp(app, address, more)
          expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'INVITATION_NEEDED' }])
          expect(await admission.hasUser(address)).toBe(false)
        }
        expect((await signUp(app, 'Bob@Example.com', { invitation: token })).statusCode).toBe(201)
      })
    })

    it('is nobody whose invitation was revoked or has expired', async () => {
      const [revoked, expired] = ['revoked@example.com', 'expired@example.com']
      const tokens = new Map<string, string>()
      for (const email of [revoked, expired])
        tokens.set(email, await inviteTo(admission.test, admission.ada, email, 'VIEWER'))
      await admission.test.db.delete(invitations).where(eq(invitations.email, revoked))
      const yesterday = new Date(admission.test.clock.now() - 86_400_000)
      await admission.test.db.update(invitations).set({ expiresAt: yesterday }).where(eq(invitations.email, expired))
      await admission.withInstance({ signUps: 'invited' }, async (app) => {
        for (const [email, invitation] of tokens)
          expect((await signUp(app, email, { invitation })).json()).toMatchObject({ code: 'INVITATION_NEEDED' })
      })
    })

    it('is whom the provider names with an address that was invited', async () => {
      admission.people.set('carol', { email: 'carol@example.com', email_verified: true })
      admission.people.set('dave', { email: 'dave@example.com', email_verified: true })
      await inviteTo(admission.test, admission.ada, 'carol@example.com', 'VIEWER')
      await admission.withInstance({ signUps: 'invited', signInMethods: ['oidc'] }, async (app) => {
        expect(await admission.singleSignOn(app, 'carol')).toBe('/dashboard')
        expect(await admission.singleSignOn(app, 'dave')).toContain('/signin?problem=provider-uninvited')
        expect(await admission.hasUser('dave@example.com')).toBe(false)
      })
    })
  })
})
