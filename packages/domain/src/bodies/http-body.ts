import { z } from 'zod'

/** A body as it was sent or received, in executions, received requests and replays alike: text, or base64 where it is none. */
export const HttpBody = z.object({
  encoding: z.enum(['text', 'base64']),
  /** Empty where there is no body, and where a long list leaves it out (`isTruncated` is true then). */
  content: z.string(),
  /** Of a text whose bytes are not its characters in UTF-8, such as one with a byte order mark or in UTF-16: its bytes, in base64. */
  base64: z.string().optional(),
  /** The size of the body as far as it was read, which may be more than `content` holds. */
  bytes: z.number().int(),
  /** Whether `content` is only the beginning of the body. */
  isTruncated: z.boolean(),
})
export type HttpBody = z.infer<typeof HttpBody>

/** A body that is text, whole unless said otherwise. `bytes`: its size in UTF-8. */
export const textBody = (content: string, bytes: number, isTruncated = false): HttpBody => ({
  encoding: 'text',
  content,
  bytes,
  isTruncated,
})
