import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'

const longestTarget = 500
const longestError = 500
const hourMs = 3_600_000

const targetMessage = 'Give an http or https URL.'

/** Without user and password: they open something on the developer's machine, and say nothing about what was sent. */
const withoutUser = (text: string): string => {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  if (url.username === '' && url.password === '') return text
  url.username = ''
  url.password = ''
  return url.href
}

const Target = z
  .string()
  .trim()
  .max(longestTarget)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), targetMessage)
  .overwrite(withoutUser)

/** What a machine responded to a request that was forwarded to it: a status code, or why none came. */
export const RequestForwardInput = z
  .strictObject({
    target: Target,
    startedAt: Timestamp,
    durationMs: z.number().int().min(0).max(hourMs),
    status: z.number().int().min(100).max(599).nullable().default(null),
    error: z.string().min(1).max(longestError).nullable().default(null),
  })
  .refine(({ status, error }) => (status === null) !== (error === null), {
    path: ['status'],
    message: 'Give either the status code of the response or the error.',
  })
export type RequestForwardInput = z.infer<typeof RequestForwardInput>

export const RequestForwardView = z.object({
  id: Id,
  target: z.string(),
  startedAt: Timestamp,
  durationMs: z.number().int(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
})
export type RequestForwardView = z.infer<typeof RequestForwardView>

/** How many of one request are kept, the newest. */
export const mostForwards = 10
