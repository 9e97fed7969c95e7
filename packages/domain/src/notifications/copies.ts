import { z } from 'zod'
import { Id } from '../id.ts'
import { mostCopies } from './notification-limits.ts'

export const CopyNotificationInput = z.strictObject({ taskIds: z.array(Id).min(1).max(mostCopies) })
export type CopyNotificationInput = z.infer<typeof CopyNotificationInput>

/**
 * What became of a copy. FULL: the task has as many notifications as one may have. ALREADY_THERE: it has one that is the same.
 * NOT_FOUND: the account has no such task.
 */
export const CopyOutcome = z.enum(['COPIED', 'FULL', 'ALREADY_THERE', 'NOT_FOUND'])
export type CopyOutcome = z.infer<typeof CopyOutcome>

/** One result for each task, in the order in which they were given, each once. `notificationId`: the copy's. */
export const NotificationCopiesView = z.object({
  results: z.array(z.object({ taskId: Id, outcome: CopyOutcome, notificationId: Id.nullable() })),
})
export type NotificationCopiesView = z.infer<typeof NotificationCopiesView>
