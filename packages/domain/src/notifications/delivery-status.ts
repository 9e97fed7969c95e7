import { channels } from '../channels/registry.ts'
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

/** Whether the delivery's status may still change, so that what shows it has to be fetched again. */
export const mayStillChange = (
  { status, type, deliveredAt }: Pick<DeliveryView, 'status' | 'type' | 'deliveredAt'>,
  nowMs: number,
): boolean => {
  if (status === 'PENDING') return true
  const { deliveryReportMs } = channels[type]
  if (status !== 'DELIVERED' || deliveryReportMs === null || deliveredAt === null) return false
  return nowMs - Date.parse(deliveredAt) < deliveryReportMs
}
