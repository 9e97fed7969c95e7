import { AccountView } from '@knockwire/domain/accounts/account'
import { SignInInput, SignInOptionsView, SignUpInput } from '@knockwire/domain/accounts/credentials'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import type { FieldKeyOf } from '../../plugins/route-config.ts'
import { throwIfDemoElsewhere } from '../../plugins/origin/this-machine.ts'
import { clientOf } from '../../access/client/client.ts'
import { sessionCookieName, sessionCookieOptions } from '../../access/session-cookie.ts'
import { setSessionCookie } from './set-session-cookie.ts'
import { signIn, signOut } from './sign-in.ts'
import { signUp } from './sign-up.ts'

/** The forms' fields are called as the body's. */
const ownKey: FieldKeyOf = ([field]) => field
const config = { public: true, fieldKeyOf: ownKey } as const
const tags = ['Sign-in']

export const authRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/auth/options',
      {
        config: { public: true, anonymous: true },
        schema: {
          tags,
          summary: 'Check whether single sign-on is set up',
          description: 'For pages of earlier versions. `GET /api/v1/instance` says more.',
          deprecated: true,
          response: { 200: SignInOptionsView },
        },
      },
      async () => ({ isOidcConfigured: context.settings.oidc !== null }),
    )

    app.post(
      '/auth/sign-up',
      { config, schema: { tags, summary: 'Sign up', body: SignUpInput, response: { 201: AccountView } } },
      async (request, reply) => {
        throwIfDemoElsewhere(context.settings, request.body.email, request)
        const opened = await signUp(context, request.body, clientOf(request))
        return reply.code(201).send(await setSessionCookie(context, request, reply, opened))
      },
    )

    app.post(
      '/auth/sign-in',
      {
        config: { ...config, signsInBy: 'password' },
        schema: { tags, summary: 'Sign in', body: SignInInput, response: { 200: AccountView } },
      },
      async (request, reply) => {
        throwIfDemoElsewhere(context.settings, request.body.email, request)
        const opened = await signIn(context, request.body, clientOf(request))
        return setSessionCookie(context, request, reply, opened)
      },
    )

    app.post(
      '/auth/sign-out',
      { config: { public: true }, schema: { tags, summary: 'Sign out', response: { 204: z.undefined() } } },
      async (request, reply) => {
        const name = sessionCookieName(context.settings)
        const sessionId = request.cookies[name]
        if (sessionId !== undefined) await signOut(context, sessionId, clientOf(request))
        return reply.clearCookie(name, sessionCookieOptions(context.settings)).code(204).send()
      },
    )
  }
