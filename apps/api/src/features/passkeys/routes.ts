import { AccountView } from '@knockwire/domain/accounts/account'
import {
  AddPasskeyInput,
  PasskeyList,
  PasskeySignInInput,
  PasskeyView,
  WebAuthnOptions,
} from '@knockwire/domain/accounts/passkey'
import { AppError } from '@knockwire/domain/errors'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { type FieldKeyOf, requireCaller } from '../../plugins/route-config.ts'
import { startChallenge, takeChallenge } from '../../access/challenges.ts'
import { clientOf } from '../../access/client/client.ts'
import { clientNetwork } from '../../access/client/client-network.ts'
import { setSessionCookie } from '../auth/set-session-cookie.ts'
import { throttle } from '../../access/throttle.ts'
import { addPasskey, passkeyOptions } from './add-passkey.ts'
import { listPasskeys, removePasskey } from './manage-passkeys.ts'
import { passkeySignInOptions, signInWithPasskey } from './sign-in-with-passkey.ts'

const ownKey: FieldKeyOf = ([field]) => field
const params = z.object({ passkeyId: Id })
const Challenge = z.object({ challenge: z.string(), userId: z.string().optional() })

export const passkeyRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(signInRoutes(context))
    await app.register(ownPasskeyRoutes(context))
  }

const signInRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const tags = ['Sign-in']

    app.post(
      '/auth/passkey/options',
      {
        config: { public: true },
        schema: { tags, summary: 'Begin a sign-in with a passkey', response: { 200: WebAuthnOptions } },
      },
      async (request, reply) => {
        const key = `passkey:network:${clientNetwork(request.clientAddress)}`
        await throttle(context, [{ key, limit: context.settings.codesPerHour * 15, perMs: 3_600_000 }])
        const options = await passkeySignInOptions(context)
        await startChallenge(context, reply, 'PASSKEY_SIGN_IN', { challenge: options.challenge })
        return { ...options }
      },
    )

    app.post(
      '/auth/passkey',
      {
        config: { public: true, signsInBy: 'passkey' },
        schema: { tags, summary: 'Sign in with a passkey', body: PasskeySignInInput, response: { 200: AccountView } },
      },
      async (request, reply) => {
        const kept = Challenge.safeParse(await takeChallenge(context, request, reply, 'PASSKEY_SIGN_IN'))
        const challenge = kept.success ? kept.data.challenge : null
        const opened = await signInWithPasskey(context, request.body, challenge, clientOf(request))
        return setSessionCookie(context, request, reply, opened)
      },
    )
  }

const ownPasskeyRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const tags = ['Security']
    const [needs, role, whileSuspended] = ['confirmed-session', 'VIEWER', true] as const

    app.get(
      '/accounts/me/passkeys',
      { config: { needs: 'session' }, schema: { tags, summary: 'List your passkeys', response: { 200: PasskeyList } } },
      async (request) => listPasskeys(context, requireCaller(request)),
    )

    app.post(
      '/accounts/me/passkeys/options',
      {
        config: { needs, role, whileSuspended },
        schema: { tags, summary: 'Begin to add a passkey', response: { 200: WebAuthnOptions } },
      },
      async (request, reply) => {
        const caller = requireCaller(request)
        const options = await passkeyOptions(context, caller)
        await startChallenge(context, reply, 'PASSKEY_REGISTER', {
          challenge: options.challenge,
          userId: caller.userId,
        })
        return { ...options }
      },
    )

    app.post(
      '/accounts/me/passkeys',
      {
        config: { needs, role, whileSuspended, fieldKeyOf: ownKey },
        schema: { tags, summary: 'Add a passkey', body: AddPasskeyInput, response: { 201: PasskeyView } },
      },
      async (request, reply) => {
        const caller = requireCaller(request)
        const kept = Challenge.safeParse(await takeChallenge(context, request, reply, 'PASSKEY_REGISTER'))
        if (!kept.success || kept.data.userId !== caller.userId) {
          throw new AppError('CONFLICT', 'That took too long. Try again.')
        }
        return reply.code(201).send(await addPasskey(context, caller, request.body, kept.data.challenge))
      },
    )

    app.delete(
      '/accounts/me/passkeys/:passkeyId',
      {
        config: { needs, role, whileSuspended },
        schema: { tags, summary: 'Remove a passkey', params, response: { 204: z.undefined() } },
      },
      async (request, reply) => {
        await removePasskey(context, requireCaller(request), request.params.passkeyId)
        return reply.code(204).send()
      },
    )
  }
