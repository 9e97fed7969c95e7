import type { DeliveryOccasion, DeliveryVerdict } from '@knockwire/db/schema/notifications'

interface DecidedDelivery {
  occasion: DeliveryOccasion
  verdict: DeliveryVerdict | null
}

/** The condition that triggered a delivery, or what is true again; null where none was decided. */
export const conditionText = ({ occasion, verdict }: DecidedDelivery): string | null => {
  if (verdict === null) return null
  if (occasion !== 'RECOVERED') return verdict.description
  // A verdict without `recovery` was stored by an earlier version.
  return verdict.recovery === undefined
    ? `Recovered. The condition was: ${verdict.description}`
    : `Recovered: ${verdict.recovery}`
}
