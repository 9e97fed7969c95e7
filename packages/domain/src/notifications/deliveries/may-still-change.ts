import { deliveryReportMs } from '../../channels/delivery-reports.ts'
import type { DeliveryView } from './delivery.ts'

/** Whether the delivery's status may still change, so that what shows it has to be fetched again. */
export const mayStillChange = (
  { status, type, deliveredAt }: Pick<DeliveryView, 'status' | 'type' | 'deliveredAt'>,
  nowMs: number,
): boolean => {
  if (status === 'PENDING') return true
  const reportMs = deliveryReportMs[type]
  if (status !== 'DELIVERED' || reportMs === null || deliveredAt === null) return false
  return nowMs - Date.parse(deliveredAt) < reportMs
}
