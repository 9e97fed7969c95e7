import type { AlertWords } from '@knockwire/domain/notifications/alert-words'
import type { DeliveryOccasion, DeliveryVerdict } from '@knockwire/db/schema/notifications'

interface DecidedDelivery {
  occasion: DeliveryOccasion
  verdict: DeliveryVerdict | null
}

/** The condition that triggered a delivery, or what is true again; null where none was decided. */
export const conditionText = ({ occasion, verdict }: DecidedDelivery): string | null => {
  if (verdict === null) return null
  if (occasion !== 'RECOVERED') return verdict.description
  return `Recovered: ${verdict.recovery ?? verdict.description}`
}

/** The state and the summary of a message's subject; those that are not stored are the condition itself. */
export const wordsOf = (delivery: DecidedDelivery): AlertWords => {
  const { occasion, verdict } = delivery
  if (verdict?.words) return verdict.words
  const isRecovery = occasion === 'RECOVERED'
  const summary = isRecovery ? (verdict?.recovery ?? verdict?.description) : verdict?.description
  return { state: isRecovery ? 'Recovered' : 'Alert', summary: summary ?? '' }
}
