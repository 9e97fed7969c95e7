import { channels } from '../channels/registry.ts'
import type { DeliveryView } from './delivery.ts'

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
