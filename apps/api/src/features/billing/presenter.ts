import type { BillingRow } from '@knockwire/services/billing/lease'
import type { BillingView } from '@knockwire/domain/billing/billing'

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
