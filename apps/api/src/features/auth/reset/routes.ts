import { AccountView } from '@knockwire/domain/accounts/account'
import { CodeSentView, ForgotPasswordInput, ResetPasswordInput } from '@knockwire/domain/accounts/credentials'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../../context.ts'
import type { FieldKeyOf } from '../../../plugins/route-config.ts'
import { throwIfDemoElsewhere } from '../../../plugins/origin/this-machine.ts'
import { requireMail } from '../../../access/mails/require-mail.ts'
import { clientOf } from '../../../access/client/client.ts'
import { setSessionCookie } from '../set-session-cookie.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'

const ownKey: FieldKeyOf = ([field]) => field
const config = { public: true, fieldKeyOf: ownKey } as const
const tags = ['Sign-in']

export const resetRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/auth/forgot',
      {
        config,
        schema: {
          tags,
          summary: 'Email a code to set a new password',
          description: 'The response is the same whether or not the address has an account.',
          body: ForgotPasswordInput,
          response: { 200: CodeSentView },
        },
      },
      async (request) => {
        throwIfDemoElsewhere(context.settings, request.body.email, request)
        await requireMail(context)
        return forgotPassword(context, request.body, clientOf(request))
      },
    )

    app.post(
      '/auth/reset',
      {
        config,
        schema: {
          tags,
          summary: 'Set a new password with an emailed code, and sign in',
          body: ResetPasswordInput,
          response: { 200: AccountView },
        },
      },
      async (request, reply) => {
        throwIfDemoElsewhere(context.settings, request.body.email, request)
        const opened = await resetPassword(context, request.body, clientOf(request))
        return setSessionCookie(context, request, reply, opened)
      },
    )
  }
