import type { ChannelType } from './channel-types.ts'
import { smsDeliveryReportMs } from './sms/sms-delivery-report.ts'

/** How long after a delivery, in milliseconds, its provider may still report that it failed; null where it never does. */
export const deliveryReportMs: Readonly<Record<ChannelType, number | null>> = {
  EMAIL: null,
  SMS: smsDeliveryReportMs,
  SLACK: null,
  HTTP: null,
}
