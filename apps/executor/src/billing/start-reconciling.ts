import { openBilling } from '@knockwire/services/billing/billing'
import { reconcile } from './reconcile.ts'
import type { ExecutorContext } from '../context.ts'
import { repeat, type RepeatingTask } from '@knockwire/queue/wakeable-timer'

const everyMs = 60_000

/**
 * Reads each customer at Stripe once a day, should a webhook never have come, and closes those of deleted accounts. Looked
 * for each minute, so that it is no matter when executors start, and spread over the day as accounts are. Any number of
 * executors may do it: each account is handled by one at a time.
 */
export const startReconciling = async (
  { settings, maintenance, queue, log, onError }: ExecutorContext,
  firstAfterMs = everyMs * Math.random(),
): Promise<RepeatingTask> => {
  if (settings.stripe === null) return { stop: async () => {} }
  const { stripe, publicOrigin } = settings
  const billing = await openBilling({ db: maintenance.db, queue, settings: stripe, publicOrigin, log, now: Date.now })
  return repeat(firstAfterMs, async () => {
    try {
      const looked = await reconcile(billing)
      if (looked > 0) log.info({ event: 'billing reconciled', accounts: looked }, 'billing reconciled')
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
    }
    return everyMs
  })
}
