import { SigningSecretView } from '@knockwire/domain/channels/http/http'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../../context.ts'
import { requireCaller } from '../../../plugins/caller.ts'
import { readSigningSecret } from './read-signing-secret.ts'

export const signingSecretRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/notifications/signing-secret',
      {
        config: { needs: 'session' },
        schema: {
          tags: ['Notifications'],
          summary: 'Read the secret that signs the HTTP notifications of the account',
          response: { 200: SigningSecretView },
        },
      },
      (request) => readSigningSecret(context, requireCaller(request)),
    )
  }
