import { webhookSecretOf } from '@knockwire/services/secrets/webhook-secret'
import type { ApiContext, Caller } from '../../../context.ts'

/** The account's own; made when it is first asked for. */
export const readSigningSecret = async ({ db, secrets }: ApiContext, { accountId }: Caller) => ({
  secret: await webhookSecretOf(db, secrets, accountId),
})
