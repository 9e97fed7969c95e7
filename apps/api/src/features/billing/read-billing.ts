import { billingAccounts } from '@knockwire/db/schema/billing'
import type { AccountBillingView, BillingView } from '@knockwire/domain/billing/billing'
import type { BillingRow } from '@knockwire/services/billing/lease'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)
const epochSecondsOrNull = (date: Date | null) => (date === null ? null : epochSeconds(date))

/** `row` undefined: nothing was ever bought or saved. */
export const presentBilling = (row: BillingRow | undefined): BillingView => ({
  nextBillingDate: epochSecondsOrNull(row?.nextBillingAt ?? null) ?? -1,
  hasPaymentMethod: (row?.paymentMethodId ?? null) !== null,
  lastFour: row?.cardLastFour ?? null,
  endDate: epochSecondsOrNull(row?.endsAt ?? null),
  failedPayment: row?.paymentFailedAt
    ? {
        failedDate: epochSeconds(row.paymentFailedAt),
        nextAttemptDate: epochSecondsOrNull(row.nextPaymentAttemptAt),
      }
    : null,
})

/** As Stripe last said it: reading the page asks nobody else. */
export const readBilling = async ({ db, settings }: ApiContext, { accountId }: Caller): Promise<AccountBillingView> => {
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.accountId, accountId))
  return { stripePublicKey: settings.stripe?.publicKey ?? null, billing: presentBilling(row) }
}
