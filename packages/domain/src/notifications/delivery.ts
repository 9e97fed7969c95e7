import { z } from 'zod'
import { channelTypes } from '../channels/settings.ts'
import { Id, Timestamp } from '../id.ts'

export const NotificationType = z.enum(channelTypes)
export type NotificationType = z.infer<typeof NotificationType>

/** LIMIT_EXCEEDED: the plan's limit was reached, so it was not sent. */
export const DeliveryStatus = z.enum(['PENDING', 'DELIVERED', 'FAILED', 'LIMIT_EXCEEDED'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** What became of one notification for one execution or received request. */
export const DeliveryView = z.object({
  notificationId: Id,
  type: NotificationType,
  recipient: z.string(),
  status: DeliveryStatus,
  attempts: z.number().int(),
  error: z.string().nullable(),
  deliveredAt: Timestamp.nullable(),
  /** Of one that is PENDING after an attempt that failed. */
  nextAttemptAt: Timestamp.nullable(),
})
export type DeliveryView = z.infer<typeof DeliveryView>
