import type { Billing } from '@knockwire/services/billing/billing'
import { isHandled, syncAccount } from '@knockwire/services/billing/sync-account'
import { billingAccounts } from '@knockwire/db/schema/billing'
import { AppError } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'

interface Received {
  /** As it came: the signature is over these bytes. */
  body: Buffer
  signature: string | undefined
}

/**
 * An event says only that something about a customer has changed; what, is read from Stripe. So an event that comes
 * late, twice or before an earlier one changes nothing that is newer.
 */
export const handleEvent = async (billing: Billing, received: Received): Promise<void> => {
  const { id, type, data } = verify(billing, received)
  const customerId = customerOf(data.object)
  if (customerId === null || (await isHandled(billing, id))) return
  const [account] = await billing.db
    .select({ accountId: billingAccounts.accountId })
    .from(billingAccounts)
    .where(eq(billingAccounts.customerId, customerId))
  // A customer that is none of ours, or no longer.
  if (account === undefined) return
  await syncAccount(billing, account.accountId, { event: { id, type } })
}

const verify = ({ stripe, settings }: Billing, { body, signature }: Received): Stripe.Event => {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', settings.webhookSecret)
  } catch (error) {
    throw new AppError('FOREIGN_ORIGIN', 'This event is not signed by Stripe.', { cause: error })
  }
}

const customerOf = (object: Stripe.Event.Data.Object): string | null => {
  if ('object' in object && object.object === 'customer' && 'id' in object) return String(object.id)
  const customer: unknown = 'customer' in object ? object.customer : null
  return typeof customer === 'string' ? customer : null
}
