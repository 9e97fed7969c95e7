import type { Billing } from '@knockwire/services/billing/billing'
import { isHandled, syncAccount } from '@knockwire/services/billing/sync-account'
import { billingAccounts } from '@knockwire/db/schema/billing'
import { AppError } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { z } from 'zod'

interface Received {
  /** As received: the signature is over these bytes. */
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

/** The part of an event that is read; Stripe adds fields at any time. */
const StripeEvent = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({
    object: z.object({ object: z.unknown().optional(), id: z.unknown().optional(), customer: z.unknown().optional() }),
  }),
})
type StripeEvent = z.infer<typeof StripeEvent>

const verify = ({ stripe, settings }: Billing, { body, signature }: Received): StripeEvent => {
  const event = StripeEvent.safeParse(signedContent(stripe, settings.webhookSecret, { body, signature }))
  if (!event.success) throw new AppError('MALFORMED', 'This is not a Stripe event.', { cause: event.error })
  return event.data
}

const signedContent = (stripe: Stripe, secret: string, { body, signature }: Received): unknown => {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret)
  } catch (error) {
    throw new AppError('FOREIGN_ORIGIN', 'This event is not signed by Stripe.', { cause: error })
  }
}

const customerOf = ({ object, id, customer }: StripeEvent['data']['object']): string | null => {
  const customerId = object === 'customer' ? id : customer
  return typeof customerId === 'string' ? customerId : null
}
