/**
 * How long after a delivery Twilio may still report that it failed, in milliseconds. A text message counts as delivered once the
 * provider has it; that it did not reach its phone is reported within minutes.
 */
export const smsDeliveryReportMs = 5 * 60_000
