import type { DeliveryStatus, DeliveryView } from './delivery.ts'

/** The deliveries of one execution or received request, at a glance. */
export interface DeliverySummary {
  /** Of all, the one that most wants to be seen. */
  worst: DeliveryStatus
  /** Such as "Notifications: 1 failed, 2 delivered". */
  label: string
}

/** The first wants to be seen the most. */
const wordOf: readonly (readonly [DeliveryStatus, string])[] = [
  ['FAILED', 'failed'],
  ['LIMIT_EXCEEDED', 'over the limit'],
  ['PENDING', 'pending'],
  ['MUTED', 'muted'],
  ['DELIVERED', 'delivered'],
]

/** Null where no notification was due. */
export const summarizeDeliveries = (results: readonly Pick<DeliveryView, 'status'>[]): DeliverySummary | null => {
  const counted = wordOf.flatMap(([status, word]) => {
    const count = results.filter((result) => result.status === status).length
    return count === 0 ? [] : [{ status, words: `${count} ${word}` }]
  })
  const [worst] = counted
  if (worst === undefined) return null
  return { worst: worst.status, label: `Notifications: ${counted.map(({ words }) => words).join(', ')}` }
}
