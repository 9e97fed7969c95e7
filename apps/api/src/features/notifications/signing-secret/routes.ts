import { SigningSecretView } from '@knockwire/domain/channels/http/signing-secret'
import { webhookSecretOf } from '@knockwire/services/secrets/webhook-secret'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext, Caller } from '../../../context.ts'
import { requireCaller } from '../../../plugins/route-config.ts'
import { audit } from '../../../access/audit.ts'

/** The account's own; created when it is first requested. */
const readSigningSecret = async (context: ApiContext, caller: Caller) => {
  await audit(context, context.db, caller, { action: 'signing_secret.revealed', object: { type: 'SIGNING_SECRET' } })
  return { secret: await webhookSecretOf(context.db, context.secrets, caller.accountId) }
}

export const signingSecretRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/notifications/signing-secret',
      {
        config: { needs: 'confirmed-session', role: 'EDITOR' },
        schema: {
          tags: ['Notifications'],
          summary: 'Get the secret that signs the HTTP notifications of the account',
          response: { 200: SigningSecretView },
        },
      },
      (request) => readSigningSecret(context, requireCaller(request)),
    )
  }
