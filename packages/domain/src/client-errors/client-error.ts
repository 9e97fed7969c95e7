import { z } from 'zod'
import { maxMessageLength } from './without-values.ts'

/**
 * How it was noticed: thrown to the window, a rejection that nobody handled, a part of the page that crashed and was replaced by
 * a message, or code that could not be loaded.
 */
export const clientErrorKinds = ['error', 'rejection', 'crash', 'code'] as const

/** One error in a browser, without anything that was typed. */
export const ClientError = z.strictObject({
  kind: z.enum(clientErrorKinds),
  name: z.string().max(100),
  message: z.string().max(maxMessageLength),
  frames: z.array(z.string().max(130)).max(12),
  /** As `/dashboard/tasks/:id`. */
  page: z.string().max(200),
})
export type ClientError = z.infer<typeof ClientError>

/** What a page reports at once. */
export const ClientErrorReport = z.strictObject({
  /** Which build the page is of. */
  build: z.string().max(40),
  errors: z.array(ClientError).min(1).max(10),
})
export type ClientErrorReport = z.infer<typeof ClientErrorReport>
