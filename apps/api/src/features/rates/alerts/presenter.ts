import type { rateAlerts } from '@knockwire/db/schema/rates'
import type { RateAlertView } from '@knockwire/domain/rates/rate-subscription'

export const presentAlert = (alert: typeof rateAlerts.$inferSelect): RateAlertView => {
  const { id, loanAmount, loanPurpose, product, rate, createdAt, triggeredAt, triggeredBy } = alert
  const isTriggered = triggeredAt !== null && triggeredBy !== null
  return {
    id,
    loanAmount,
    loanPurpose,
    product,
    rate,
    createdAt: createdAt.toISOString(),
    triggered: isTriggered ? { at: triggeredAt.toISOString(), ...triggeredBy } : null,
  }
}
