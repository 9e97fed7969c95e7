import { stripeEvents } from '@knockwire/db/schema/billing'
import { eq } from 'drizzle-orm'
import type { Billing } from './billing.ts'
import { cancelGivenUp } from './change.ts'
import { withBillingLease } from './lease.ts'
import { type RecordOptions, recordState } from './record-state.ts'
import { readStripeState } from './stripe-state.ts'

/**
 * Reads an account's customer at Stripe and records it. Whatever led here, the result is what Stripe says now: so events
 * may come twice, late or in any order, or not at all.
 */
export const syncAccount = (
  billing: Billing,
  accountId: string,
  { event }: Pick<RecordOptions, 'event'> = {},
): Promise<void> =>
  withBillingLease(billing.db, accountId, async (lease) => {
    const { customerId } = lease.row
    if (customerId === null || (event !== undefined && (await isHandled(billing, event.id)))) return
    const state = await readStripeState(billing, customerId)
    await cancelGivenUp(billing, lease, state)
    await recordState(billing, lease, state, event && { event })
  })

export const isHandled = async ({ db }: Billing, eventId: string): Promise<boolean> =>
  (await db.$count(stripeEvents, eq(stripeEvents.id, eventId))) > 0
