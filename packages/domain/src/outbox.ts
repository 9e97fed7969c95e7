import { z } from 'zod'
import { Timestamp } from './id.ts'

/** What would have been sent, were there a provider: embedded mode only. */
export const OutboxItem = z.object({
  channel: z.string(),
  to: z.string(),
  subject: z.string().nullable(),
  /** The text; of an email the text part. */
  body: z.string(),
  /** Of an email. */
  html: z.string().nullable(),
  createdAt: Timestamp,
})
export type OutboxItem = z.infer<typeof OutboxItem>
