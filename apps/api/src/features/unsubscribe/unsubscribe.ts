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
export const unsubscribe = async (context: ApiContext, token: string): Promise<Subscriber> => {
  const subscriber = readSubscriber(context, token)
  const { accountId, address, unsubscribedAt } = verifiedEmails
  await context.db
    .update(verifiedEmails)
    .set({ unsubscribedAt: new Date(context.now()) })
    .where(and(eq(accountId, subscriber.accountId), eq(address, subscriber.address), isNull(unsubscribedAt)))
  return subscriber
}

/** Ends the account's daily mortgage rates. */
export const unsubscribeFromRates = async (context: ApiContext, token: string): Promise<Subscriber> => {
  const subscriber = readSubscriber(context, token, 'rates')
  await endSubscription(context, subscriber)
  return subscriber
}
