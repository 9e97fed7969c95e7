import { z } from 'zod'
import { countsBy } from '../page.ts'

/**
 * Why a receiver did not record a request: the plan's requests per minute were used up (429), the body was too large
 * (413), the method was neither GET nor POST (405), or the receiver was disabled (404).
 */
export const RejectionReason = z.enum(['OVER_LIMIT', 'TOO_LARGE', 'METHOD_NOT_ALLOWED', 'DISABLED'])
export type RejectionReason = z.infer<typeof RejectionReason>

const Counts = countsBy(RejectionReason.options)

/** How many requests a receiver rejected, by reason. They are counted by the minute, and appear within seconds. */
export const RejectedRequestsView = z.object({
  /** How many requests a minute the account's plan allows each receiver. */
  requestsPerMinute: z.number().int(),
  lastHour: Counts,
  lastDay: Counts,
})
export type RejectedRequestsView = z.infer<typeof RejectedRequestsView>
