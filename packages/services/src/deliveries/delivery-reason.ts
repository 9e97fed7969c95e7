import type { DeliveryOccasion, DeliveryVerdict } from '@knockwire/db/schema/notifications'

interface DecidedDelivery {
  occasion: DeliveryOccasion
  verdict: DeliveryVerdict | null
}

/** Why there is a delivery: the condition in words, or what is true again. Null where no condition was decided. */
export const deliveryReason = ({ occasion, verdict }: DecidedDelivery): string | null => {
  if (verdict === null || occasion !== 'RECOVERED') return verdict?.description ?? null
  // Without its own words the verdict is of an earlier version.
  return verdict.recovery === undefined
    ? `Recovered. The condition was: ${verdict.description}`
    : `Recovered: ${verdict.recovery}`
}
