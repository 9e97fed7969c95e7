import { AccountView } from '@knockwire/domain/accounts/account'
import { SignInInput, SignUpInput } from '@knockwire/domain/accounts/credentials'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import type { FieldKeyOf } from '../../plugins/route-config.ts'
import { readAccount } from '../accounts/read-account.ts'
import { clientOf } from './client.ts'
import { endSession } from './end-session.ts'
import { sessionCookieName, sessionCookieOptions } from './session-cookie.ts'
import { sessionRules } from './session-rules.ts'
import { signIn, type SignedIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'

/** The forms' fields are called as the body's. */
const ownKey: FieldKeyOf = ([field]) => field
const config = { public: true, fieldKeyOf: ownKey } as const
const tags = ['Sign-in']

/** Hands the new session to the browser; the one that it had before ends. */
const welcome = async (context: ApiContext, request: FastifyRequest, reply: FastifyReply, opened: SignedIn) => {
  const name = sessionCookieName(context.settings)
  const before = request.cookies[name]
  if (before !== undefined) await endSession(context, before)
  const maxAge = sessionRules.absoluteMs / 1000
  reply.setCookie(name, opened.sessionId, { ...sessionCookieOptions(context.settings), maxAge })
  return readAccount(context, opened)
}

export const authRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/auth/sign-up',
      { config, schema: { tags, summary: 'Open an account', body: SignUpInput, response: { 201: AccountView } } },
      async (request, reply) => {
        const opened = await signUp(context, request.body, clientOf(request))
        return reply.code(201).send(await welcome(context, request, reply, opened))
      },
    )

    app.post(
      '/auth/sign-in',
      { config, schema: { tags, summary: 'Sign in', body: SignInInput, response: { 200: AccountView } } },
      async (request, reply) => {
        const opened = await signIn(context, request.body, clientOf(request))
        return welcome(context, request, reply, opened)
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
