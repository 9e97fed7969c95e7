import type { DeliveryView } from './delivery.ts'

/** A text counts as delivered once its provider has it; that it did not reach its phone is heard within minutes. */
const textHeardOfWithinMs = 5 * 60_000

/** Whether another word on the delivery may come: what shows it is then to be looked at again. */
export const mayStillChange = (
  { status, type, deliveredAt }: Pick<DeliveryView, 'status' | 'type' | 'deliveredAt'>,
  nowMs: number,
): boolean => {
  if (status === 'PENDING') return true
  if (status !== 'DELIVERED' || type !== 'SMS' || deliveredAt === null) return false
  return nowMs - Date.parse(deliveredAt) < textHeardOfWithinMs
}
