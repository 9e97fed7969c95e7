import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, post } from '../../testing/calls/task-calls.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type Admission, createAdmission, password, signUp } from './testing/admission.ts'

describe('who is let in', () => {
  let admission: Admission
  beforeAll(async () => {
    admission = await createAdmission()
  })
  afterAll(() => admission.close())

  describe('by a way that the operator left out', () => {
    const credential = { id: 'AA', rawId: 'AA', type: 'public-key', response: {} }

    it('is nobody: without passwords', async () => {
      await admission.withInstance({ signInMethods: ['passkey', 'oidc'] }, async (app) => {
        const { email } = admission.ada
        const user = { inject: app.inject }
        const answers = await Promise.all([
          signUp(app, 'frank@example.com'),
          post(user, '/auth/sign-in', { email, password: admission.ada.password }),
          post(user, '/auth/forgot', { email }),
          post(user, '/auth/reset', { email, otp: 'K7QM-3XRT-9WAC', password }),
        ])
        for (const answer of answers)
          expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'SIGN_IN_METHOD_OFF' }])
      })
    })

    it('is nobody: without passkeys', async () => {
      await admission.withInstance({ signInMethods: ['password'] }, async (app) => {
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
      await admission.withInstance({ signInMethods: ['password'] }, async (app) => {
        expect((await app.inject({ url: '/api/v1/auth/oidc/start' })).statusCode).toBe(404)
        expect((await get(app, '/auth/options')).json()).toEqual({ isOidcConfigured: false })
      })
    })

    it('cannot be set up, nor prove who somebody is', async () => {
      const user = await admission.test.signUp('Passworded')
      await admission.withInstance({ signInMethods: ['passkey', 'oidc'] }, async (app) => {
        const cookie = (
          await post(admission.test, '/auth/sign-in', { email: user.email, password: user.password })
        ).cookies.map(({ name, value }) => `${name}=${value}`)
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
