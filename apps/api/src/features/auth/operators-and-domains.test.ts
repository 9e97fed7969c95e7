import type { AccountView } from '@knockwire/domain/accounts/account'
import type { InstanceView } from '@knockwire/domain/instance/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailedTo } from '../../testing/calls/mails.ts'
import { signInOn } from '../../testing/calls/sign-in-on.ts'
import { type Asker, get, post } from '../../testing/calls/task-calls.ts'
import { inviteUser } from '../operator/invite-user.ts'
import { type Admission, createAdmission, password, signUp } from './testing/admission.ts'

describe('who is let in', () => {
  let admission: Admission
  beforeAll(async () => {
    admission = await createAdmission()
  })
  afterAll(() => admission.close())

  describe('who runs the server', () => {
    const operators = ['root@example.com']
    const isOperator = async (user: Asker) => (await get(user, '/accounts/me')).json<AccountView>().isOperator

    it.each(['invited', 'closed'] as const)(
      'signs up where sign-ups are %s, and is nobody but somebody unconfirmed until the mailed code is given back',
      async (signUps) => {
        const email = `${signUps}-${operators[0]}`
        await admission.withInstance(
          { signUps },
          async (app) => {
            expect((await signUp(app, 'x@example.com')).statusCode).toBe(403)
            expect((await signUp(app, email)).statusCode).toBe(201)
            const operator = await signInOn(app, { email, password })
            expect(await isOperator(operator)).toBe(false)
            expect((await get(operator, '/operator/accounts')).statusCode).toBe(404)
            expect((await post(operator, '/tasks/empty')).json()).toMatchObject({ code: 'ADDRESS_UNCONFIRMED' })
            const otp = await codeMailedTo(admission.test, email)
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
      admission.people.set('root', { email: 'root@example.com', email_verified: true })
      await admission.withInstance(
        { signUps: 'closed', signInMethods: ['oidc'] },
        async (app) => expect(await admission.singleSignOn(app, 'root')).toBe('/dashboard'),
        { operators },
      )
    })

    it('takes an address back that a stranger signed up with, by the code of a reset', async () => {
      const email = 'taken-root@example.com'
      await admission.withInstance(
        { signUps: 'closed' },
        async (app) => {
          expect((await signUp(app, email)).statusCode).toBe(201)
          const stranger = await signInOn(app, { email, password })
          await post(app, '/auth/forgot', { email })
          await app.context.background.settled()
          const otp = await codeMailedTo(admission.test, email)
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
      await admission.withInstance({ allowedDomains }, async (app) => {
        const answer = await signUp(app, 'eve@example.com')
        expect([answer.statusCode, answer.json()]).toMatchObject([
          422,
          { code: 'INVALID_FIELDS', errors: { email: 'This server accepts addresses at acme.example only.' } },
        ])
        expect((await signUp(app, 'eve@acme.example')).statusCode).toBe(201)
      })
    })

    it('is an operator with whatever address, by a password, by the provider, and by another operator’s invitation', async () => {
      const [byPassword, bySso, invited] = ['op@elsewhere.example', 'sso@elsewhere.example', 'next@elsewhere.example']
      admission.people.set('operator', { email: bySso, email_verified: true })
      await admission.withInstance(
        { allowedDomains, signUps: 'closed', signInMethods: ['password', 'oidc'] },
        async (app) => {
          expect((await signUp(app, byPassword)).statusCode).toBe(201)
          expect(await admission.singleSignOn(app, 'operator')).toBe('/dashboard')
          await inviteUser(app.context, { kind: 'OPERATOR' }, invited)
          expect(await admission.hasUser(invited)).toBe(true)
          const stranger = inviteUser(app.context, { kind: 'OPERATOR' }, 'eve@elsewhere.example')
          await expect(stranger).rejects.toMatchObject({ code: 'INVALID_FIELDS' })
        },
        { operators: [byPassword, bySso, invited] },
      )
    })

    it('is who is invited with an address of them', async () => {
      await admission.withInstance({ allowedDomains: [...allowedDomains, 'example.com'] }, async (app) => {
        const owner = await app.signUp('Inviter')
        const invite = (email: string) => post(owner, '/accounts/me/invitations', { email, role: 'VIEWER' })
        expect((await invite('x@other.example')).json()).toMatchObject({ errors: { email: expect.any(String) } })
        expect((await invite('x@acme.example')).statusCode).toBe(201)
      })
    })

    it('is who comes by the provider with an address of them, also when they were here before', async () => {
      admission.people.set('inside', { email: 'inside@acme.example', email_verified: true })
      admission.people.set('outside', { email: 'outside@other.example', email_verified: true })
      const signInMethods: InstanceView['signInMethods'] = ['password', 'oidc']
      await admission.withInstance({ signInMethods }, async (app) => {
        expect(await admission.singleSignOn(app, 'outside')).toBe('/dashboard')
      })
      await admission.withInstance({ signInMethods, allowedDomains }, async (app) => {
        expect(await admission.singleSignOn(app, 'outside')).toContain('/signin?problem=provider-domain')
        expect(await admission.singleSignOn(app, 'inside')).toBe('/dashboard')
      })
    })

    it('is nobody who changes to another address afterwards', async () => {
      await admission.withInstance({ allowedDomains: [...allowedDomains, 'example.com'] }, async (app) => {
        const user = await app.signUp('Mover')
        const answer = await post(user, '/accounts/me/email', { email: 'mover@other.example' })
        expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: { email: expect.any(String) } }])
      })
    })
  })
})
