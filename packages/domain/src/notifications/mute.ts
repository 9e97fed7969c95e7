import { z } from 'zod'
import { AppError, invalidFields } from '../errors.ts'
import { Timestamp } from '../id.ts'

export const muteSeconds = { min: 60, max: 366 * 86_400 } as const

/** Of a notification that sends nothing: until when. Null: until it is unmuted. */
export const MuteView = z.object({ until: Timestamp.nullable() })
export type MuteView = z.infer<typeof MuteView>

/** One of the two: until a moment, null for no end, or for so long by the server's clock. */
export const MuteInput = z.strictObject({
  until: Timestamp.nullable().optional(),
  forSeconds: z.number().int().min(muteSeconds.min).max(muteSeconds.max).optional(),
})
export type MuteInput = z.infer<typeof MuteInput>

/** When the mute ends. Throws where the input names no moment that is still to come. */
export const muteEnd = ({ until, forSeconds }: MuteInput, nowMs: number): Date | 'infinity' => {
  if ((until === undefined) === (forSeconds === undefined))
    throw new AppError('MALFORMED', 'Send either until or forSeconds.')
  if (forSeconds !== undefined) return new Date(nowMs + forSeconds * 1000)
  if (until === null || until === undefined) return 'infinity'
  if (Date.parse(until) <= nowMs)
    throw invalidFields({ until: 'Enter a time in the future.' }, 'Enter a time in the future.')
  return new Date(until)
}

/** Why a message was not sent, beside that message in the history. */
export const mutedMessage = 'Not sent: this notification was muted.'
