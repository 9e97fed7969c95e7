import { httpClientAttributes } from './http-attributes.ts'
import type { Tracing } from '@knockwire/services/tracing/tracing'
import { isUnsent } from '../deliver/outcome/record-outcomes.ts'
import type { MadeAttempt } from '../deliver/delivery-worker.ts'

/**
 * Traces attempts at deliveries, in the trace of the run or the received request that caused them. A test has no such cause.
 *
 * @param now - by the clock that decides what is due, in epoch milliseconds.
 */
export const createDeliveryTraces =
  (tracing: Tracing, now: () => number) =>
  (ended: readonly MadeAttempt[]): void => {
    const endMs = now()
    // The worker's times are of another clock.
    const offsetMs = endMs - performance.now()
    for (const { attempt, outcome, startedAt, endedAt } of ended) {
      if (attempt.occasion === 'TEST') continue
      const { subjectId, deliveryId, accountId, type } = attempt
      const sentMs = endedAt + offsetMs
      const attributes = {
        'knockwire.delivery.id': deliveryId,
        'knockwire.account.id': accountId,
        'knockwire.channel': type,
        'knockwire.delivery.attempt': attempt.attempt,
      }
      tracing.record({
        subjectId,
        name: `deliver ${type}`,
        kind: 'CLIENT',
        startMs: startedAt + offsetMs,
        endMs: sentMs,
        attributes: { ...attributes, 'knockwire.delivery.outcome': outcome.kind, ...httpOf(attempt, outcome) },
        ...(outcome.kind !== 'delivered' && { error: outcome.kind }),
      })
      tracing.record({ subjectId, name: 'record delivery', startMs: sentMs, endMs, attributes })
    }
  }

const httpOf = ({ setting }: MadeAttempt['attempt'], outcome: MadeAttempt['outcome']) => {
  if (setting?.type !== 'HTTP' || isUnsent(outcome)) return {}
  const { uri, method } = setting.request
  return httpClientAttributes({ uri, method, statusCode: outcome.response?.statusCode })
}
