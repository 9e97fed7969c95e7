import { z } from 'zod'
import { Timestamp } from '../id.ts'

/**
 * Why a receiver did not record a request: the plan's requests per minute were used up (429), the body was too large
 * (413), the method was none of GET, HEAD and POST (405), the receiver was disabled (404), or it could not be recorded (503).
 */
export const RejectionReason = z.enum(['OVER_LIMIT', 'TOO_LARGE', 'METHOD_NOT_ALLOWED', 'DISABLED', 'UNAVAILABLE'])
export type RejectionReason = z.infer<typeof RejectionReason>

/** How many requests a receiver rejected for one reason. They are counted by the minute, and appear within seconds. */
export const RejectedRequests = z.object({
  reason: RejectionReason,
  lastHour: z.number().int(),
  lastDay: z.number().int(),
  /** As long as counts are kept (`rejectionDays`). */
  lastWeek: z.number().int(),
  /** The minutes of the first and of the last of the week. */
  firstAt: Timestamp,
  lastAt: Timestamp,
})
export type RejectedRequests = z.infer<typeof RejectedRequests>

/** The requests that a receiver rejected in the last week: an item for each reason, the one that occurred last first. */
export const RejectedRequestsView = z.object({
  /** How many requests a minute the account's limits allow each receiver. */
  requestsPerMinute: z.number().int(),
  results: z.array(RejectedRequests),
})
export type RejectedRequestsView = z.infer<typeof RejectedRequestsView>
