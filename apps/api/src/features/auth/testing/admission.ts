import { users } from '@knockwire/db/schema/users'
import type { InstanceView } from '@knockwire/domain/instance/instance'
import { openInstance } from '@knockwire/domain/instance/instance-rules'
import { eq } from 'drizzle-orm'
import type { Settings } from '../../../settings.ts'
import { post } from '../../../testing/calls/task-calls.ts'
import { startOidcPeer } from '../../../testing/peers/oidc-peer.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

const publicOrigin = 'http://127.0.0.1:3000'

export const password = 'a long password of somebody'

export const signUp = (app: TestApp, email: string, more: object = {}) =>
  post(app, '/auth/sign-up', { email, password, ...more })

/** A server that lets everybody in, a provider of identities, and somebody who has an account. */
export async function createAdmission() {
  const peer = await startOidcPeer(`${publicOrigin}/api/v1/auth/oidc/callback`)
  const test = await createTestApp({ settings: { isEmbedded: false, publicOrigin } })
  const ada = await test.signUp('Ada')
  return {
    test,
    ada,
    people: peer.people,
    hasUser: async (email: string) => (await test.db.$count(users, eq(users.email, email))) > 0,
    /** Another process on the same database, whose operator set this up. */
    withInstance: async (
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
    },
    /** Where somebody is led to who signs in with the provider. */
    singleSignOn: async (app: TestApp, login: string) => {
      const left = await app.inject({ url: '/api/v1/auth/oidc/start' })
      const cookie = left.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const { pathname, search } = await peer.signIn(String(left.headers.location), login)
      const back = await app.inject({ url: pathname + search, headers: { cookie } })
      return String(back.headers.location)
    },
    close: async () => {
      await test.close()
      await peer.close()
    },
  }
}

export type Admission = Awaited<ReturnType<typeof createAdmission>>
