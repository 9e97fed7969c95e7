import { z } from 'zod'
import { ExecutionView } from '../executions/execution.ts'
import { ReceivedRequestView } from '../receivers/receiver.ts'
import { longestCursor, parseCursor } from './cursor.ts'

/** The longest that one call waits, in seconds: shorter than proxies let a connection be silent. */
export const longestWaitSeconds = 25

const CursorText = z
  .string()
  .max(longestCursor)
  .refine((text) => parseCursor(text) !== null, 'Give now, start, or a cursor as it was answered.')

/**
 * What a call takes that follows a history. `cursor`: `now`, `start` (the oldest that is kept) or a cursor that was answered. `wait`: so
 * many seconds the call waits for something new where there is nothing. `limit`: the answer has no more rows, and fewer where they are large.
 */
export const FollowExecutionsQuery = z.strictObject({
  cursor: CursorText.default('now'),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  wait: z.coerce.number().int().min(0).max(longestWaitSeconds).default(0),
})
export type FollowExecutionsQuery = z.infer<typeof FollowExecutionsQuery>

/** `reveal`: secret headers have their values, for who may change the receiver. */
export const FollowRequestsQuery = FollowExecutionsQuery.extend({ reveal: z.literal('headers').optional() })
export type FollowRequestsQuery = z.infer<typeof FollowRequestsQuery>

/** By which one goes on behind a row. */
const ofRow = { cursor: z.string() }

const place = {
  /** To go on with: that of the last row, or, where there is none, where the caller stands. */
  cursor: z.string(),
  /** There is more to be read at once. */
  hasMore: z.boolean(),
}

/** Whole rows, the one that was recorded first in front. */
export const FollowedRequests = z.object({ results: z.array(ReceivedRequestView.extend(ofRow)), ...place })
export type FollowedRequests = z.infer<typeof FollowedRequests>

export const FollowedExecutions = z.object({ results: z.array(ExecutionView.extend(ofRow)), ...place })
export type FollowedExecutions = z.infer<typeof FollowedExecutions>
