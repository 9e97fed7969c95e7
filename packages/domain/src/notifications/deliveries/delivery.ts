import { z } from 'zod'
import { channelTypes } from '../../channels/channel-types.ts'
import { Id, Timestamp } from '../../id.ts'

export const NotificationType = z.enum(channelTypes)
export type NotificationType = z.infer<typeof NotificationType>

/** LIMIT_EXCEEDED: the plan's limit was reached, so it was not sent. MUTED: nor was it, since its notification was muted. */
export const DeliveryStatus = z.enum(['PENDING', 'DELIVERED', 'FAILED', 'LIMIT_EXCEEDED', 'MUTED'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** What became of one notification for one execution or received request. */
export const DeliveryView = z.object({
  id: Id,
  notificationId: Id,
  type: NotificationType,
  recipient: z.string(),
  /**
   * The condition that triggered it, in words, as it was then; after a recovery, what is true again. Null for a test
   * message and for a received request.
   */
  condition: z.string().nullable(),
  status: DeliveryStatus,
  attempts: z.number().int(),
  error: z.string().nullable(),
  /** Of HTTP: what the target answered last. The body is cut, and null where it is not text. */
  response: z.object({ statusCode: z.number().int(), body: z.string().nullable() }).nullable(),
  /** Of a mail that is joined with others of its notification: the delivery whose mail lists it, its own id for that one. */
  joinedTo: Id.nullable(),
  deliveredAt: Timestamp.nullable(),
  /** Of one that is PENDING after an attempt that failed, or that waits for its turn: then without an attempt. */
  nextAttemptAt: Timestamp.nullable(),
})
export type DeliveryView = z.infer<typeof DeliveryView>
