import { AccountView } from '@knockwire/domain/accounts/account'
import { ChangePasswordInput, ConfirmInput, SessionList, SignInMethodsView } from '@knockwire/domain/accounts/security'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { type FieldKeyOf, requireCaller, requireSession } from '../../plugins/route-config.ts'
import { clientOf } from '../../access/client/client.ts'
import { setSessionCookie } from '../auth/set-session-cookie.ts'
import { changePassword } from './change-password.ts'
import { confirmSession, readSignInMethods } from './confirm-session.ts'
import { endOtherSessions, listSessions, revokeSession } from './sessions.ts'

const ownKey: FieldKeyOf = ([field]) => field
/** Of the caller's own sign-in, whatever their role in the account. */
const config = { needs: 'session', role: 'VIEWER', whileSuspended: true, fieldKeyOf: ownKey } as const
const params = z.object({ sessionId: Id })
const tags = ['Security']
const noContent = { 204: z.undefined() }

export const securityRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(sessionRoutes(context))

    app.get(
      '/accounts/me/sign-in-methods',
      { config, schema: { tags, summary: 'Get your sign-in methods', response: { 200: SignInMethodsView } } },
      async (request) => readSignInMethods(context, requireCaller(request)),
    )

    app.get(
      '/accounts/me/confirm',
      {
        config: { needs: 'confirmed-session' },
        schema: {
          tags,
          summary: 'Check whether the session was confirmed within ten minutes',
          description: 'Used by a page before it opens a file that only a confirmed session gets.',
          response: noContent,
        },
      },
      async (_request, reply) => reply.code(204).send(),
    )

    app.post(
      '/accounts/me/confirm',
      {
        config,
        schema: {
          tags,
          summary: 'Confirm your identity with your password',
          description: 'For ten minutes the session may then change the account’s sign-in methods.',
          body: ConfirmInput,
          response: noContent,
        },
      },
      async (request, reply) => {
        const { id } = requireSession(request)
        await confirmSession(context, requireCaller(request), id, request.body, clientOf(request))
        return reply.code(204).send()
      },
    )

    app.post(
      '/accounts/me/password',
      {
        config,
        schema: {
          tags,
          summary: 'Change your password, and end all other sessions',
          body: ChangePasswordInput,
          response: { 200: AccountView },
        },
      },
      async (request, reply) => {
        const asking = { session: requireSession(request), client: clientOf(request) }
        const opened = await changePassword(context, requireCaller(request), request.body, asking)
        return setSessionCookie(context, request, reply, opened)
      },
    )
  }

const sessionRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/accounts/me/sessions',
      { config, schema: { tags, summary: 'List your sessions', response: { 200: SessionList } } },
      async (request) => listSessions(context, requireCaller(request), requireSession(request).id),
    )

    app.delete(
      '/accounts/me/sessions',
      { config, schema: { tags, summary: 'End all your other sessions', response: noContent } },
      async (request, reply) => {
        await endOtherSessions(context, requireCaller(request), requireSession(request).id)
        return reply.code(204).send()
      },
    )

    app.delete(
      '/accounts/me/sessions/:sessionId',
      { config, schema: { tags, summary: 'End a session', params, response: noContent } },
      async (request, reply) => {
        await revokeSession(context, requireCaller(request), request.params.sessionId)
        return reply.code(204).send()
      },
    )
  }
