import { billingAccounts } from '@knockwire/db/schema/billing'
import type { AccountBillingView } from '@knockwire/domain/billing/billing'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { presentBilling } from './presenter.ts'

/** As Stripe last said it: reading the page asks nobody else. */
export const readBilling = async ({ db, settings }: ApiContext, { accountId }: Caller): Promise<AccountBillingView> => {
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.accountId, accountId))
  return { stripePublicKey: settings.stripe?.publicKey ?? null, billing: presentBilling(row) }
}
