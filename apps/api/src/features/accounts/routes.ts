import {
  AccountView,
  ChangeEmailInput,
  UpdateProfileInput,
  UpdateSettingsInput,
  UsageView,
} from '@knockwire/domain/accounts/account'
import { CodeSentView, SendCodeInput, VerifyCodeInput } from '@knockwire/domain/accounts/credentials'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'
import { type Credential, type FieldKeyOf, requireCaller } from '../../plugins/route-config.ts'
import { clientOf } from '../../access/client/client.ts'
import { browserCookie } from '../../access/session-cookie.ts'
import { readAccount, readUsage, updateProfile, updateSettings } from './account.ts'
import { changeEmail } from './change-email.ts'
import { sendCode, verifyCode } from './verify-code.ts'

/** The dialog has one place for errors of an address and its code. */
const newEmailKey: FieldKeyOf = ([field]) => (field === 'email' || field === 'otp' ? 'newEmail' : undefined)
const tags = ['Account']

const tokenOf = ({ scope, scopes, project }: Extract<Credential, { kind: 'token' }>): AccountView['token'] => ({
  scope,
  scopes: scopes === null ? null : [...scopes],
  project,
})

export const accountRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/accounts/me',
      { schema: { tags, summary: 'Get your account', response: { 200: AccountView } } },
      async (request) => ({
        ...(await readAccount(context, requireCaller(request))),
        ...(request.credential?.kind === 'token' && { token: tokenOf(request.credential) }),
      }),
    )

    app.get(
      '/accounts/me/usage',
      { schema: { tags, summary: 'Get your usage', response: { 200: UsageView } } },
      async (request) => readUsage(context, requireCaller(request)),
    )

    app.post(
      '/accounts/me/settings',
      {
        config: { role: 'VIEWER' },
        schema: { tags, summary: 'Change your settings', body: UpdateSettingsInput, response: { 200: AccountView } },
      },
      async (request) => {
        const caller = requireCaller(request)
        await updateSettings(context, caller, request.body)
        return readAccount(context, caller)
      },
    )

    app.post(
      '/accounts/me/send_email_validation_code',
      {
        config: { role: 'VIEWER', whileUnconfirmed: true, fieldKeyOf: newEmailKey },
        schema: {
          tags,
          summary: 'Email a code to confirm an address',
          body: SendCodeInput,
          response: { 200: CodeSentView },
        },
      },
      async (request) => sendCode(context, requireCaller(request), request.body, clientOf(request)),
    )

    app.post(
      '/accounts/me/verify_email_validation_code',
      {
        config: { role: 'VIEWER', whileUnconfirmed: true, fieldKeyOf: newEmailKey },
        schema: {
          tags,
          summary: 'Confirm an address with its code',
          body: VerifyCodeInput,
          response: { 200: AccountView },
        },
      },
      async (request) => {
        const caller = requireCaller(request)
        await verifyCode(context, caller, request.body)
        return readAccount(context, caller)
      },
    )

    await app.register(profileRoutes(context))
  }

const ownKey: FieldKeyOf = ([field]) => field

const profileRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/accounts/me/profile',
      {
        config: { role: 'VIEWER', whileSuspended: true, fieldKeyOf: ownKey },
        schema: { tags, summary: 'Change your name', body: UpdateProfileInput, response: { 200: AccountView } },
      },
      async (request) => {
        const caller = requireCaller(request)
        await updateProfile(context, caller, request.body)
        return readAccount(context, caller)
      },
    )

    app.post(
      '/accounts/me/email',
      {
        config: { needs: 'confirmed-session', role: 'VIEWER', whileSuspended: true, fieldKeyOf: ownKey },
        schema: {
          tags,
          summary: 'Change your account’s address to a verified one',
          body: ChangeEmailInput,
          response: { 200: AccountView },
        },
      },
      async (request, reply) => {
        const caller = requireCaller(request)
        await changeEmail(context, caller, request.body, clientOf(request))
        const account = await readAccount(context, caller)
        reply.setCookie(...browserCookie(context.settings, account.user.email))
        return account
      },
    )
  }
