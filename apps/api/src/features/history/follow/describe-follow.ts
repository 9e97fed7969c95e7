import { longestCursor } from '@knockwire/domain/history/cursor'
import { z } from 'zod'

/** Other headers pass. */
export const LastEventId = z.looseObject({
  'last-event-id': z
    .string()
    .max(longestCursor)
    .describe('Of a stream that is connected again: the `id` of the last event that came, in place of `cursor`.')
    .optional(),
})

export const followDescription =
  'Whole rows in the order of their commits, the one that was recorded first in front: who goes on with the cursor of the last answer misses none and gets none twice. ' +
  'Where rows behind the cursor were deleted before they were read, the answer is 410 `GONE` with the `cursor` to go on with and how many are `missed`. ' +
  'With `Accept: text/event-stream`, rows come as events as they are recorded (`id` is the cursor), and what was deleted as an event `gap`. ' +
  'At most 20 calls that wait and streams of an account at once.'

/** The rows as one JSON document, or as a stream of events that are named after them. */
export const followedResponse = <T extends z.ZodType>(rows: T, event: string) => ({
  description: `What is new, or a stream of events: \`cursor\`, \`${event}\`, \`gap\` and \`end\`.`,
  content: { 'application/json': { schema: rows }, 'text/event-stream': { schema: z.string() } },
})
