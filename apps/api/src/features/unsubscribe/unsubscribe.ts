import { verifiedEmails } from '@knockwire/db/schema/accounts'
import {
  createUnsubscribeTokens,
  type Subscriber,
  type UnsubscribePurpose,
} from '@knockwire/services/secrets/unsubscribe-token'
import { notFound } from '@knockwire/domain/errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { endSubscription } from '../rates/subscription/subscription.ts'
import type { Client } from '../../access/client/client.ts'
import { type AuditActor, recordEvent } from '@knockwire/services/audit/record-event'

/** Whom an unsubscribe link is for. Throws where it is none of ours. */
export const readSubscriber = (
  { settings }: ApiContext,
  token: string,
  purpose: UnsubscribePurpose = 'notifications',
): Subscriber => {
  const subscriber = createUnsubscribeTokens(settings.keyring, purpose).read(token)
  if (subscriber === null) throw notFound('link')
  return subscriber
}

/** The account may not write to this address any more. What it wrote to before stays as it is. */
export const unsubscribe = async (context: ApiContext, token: string, client: Client): Promise<Subscriber> => {
  const subscriber = readSubscriber(context, token)
  const { accountId, address, unsubscribedAt } = verifiedEmails
  await context.db.transaction(async (tx) => {
    const ended = await tx
      .update(verifiedEmails)
      .set({ unsubscribedAt: new Date(context.now()) })
      .where(and(eq(accountId, subscriber.accountId), eq(address, subscriber.address), isNull(unsubscribedAt)))
      .returning({ name: address })
    const object = { type: 'EMAIL_ADDRESS', name: subscriber.address } as const
    const event = { action: 'email_address.unsubscribed', object } as const
    if (ended.length > 0) await recordEvent(tx, [subscriber.accountId], reader(client), event, context.now())
  })
  return subscriber
}

/** For anyone who has the mail: its link is the proof. */
const reader = ({ address, requestId }: Client): AuditActor => ({ kind: 'VISITOR', address, requestId })

/** Ends the account's daily mortgage rates. */
export const unsubscribeFromRates = async (context: ApiContext, token: string, client: Client): Promise<Subscriber> => {
  const subscriber = readSubscriber(context, token, 'rates')
  await endSubscription(context, subscriber.accountId, reader(client))
  return subscriber
}
