import type { ChannelType } from './channel-types.ts'

/** How long after a delivery, in milliseconds, its provider may still report that it failed; null where it never does. */
export const deliveryReportMs: Readonly<Record<ChannelType, number | null>> = {
  EMAIL: null,
  // A text message counts as delivered once Twilio has it; that it did not reach its phone is reported within minutes.
  SMS: 5 * 60_000,
  SLACK: null,
  HTTP: null,
}
