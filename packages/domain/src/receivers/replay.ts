import { z } from 'zod'
import { ExecutionErrorCode } from '../executions/execution.ts'
import { HeaderList } from '../headers/header-list.ts'
import { ReceivedBody } from './receiver.ts'

/** Where to send a recorded request again. */
export const ReplayInput = z.strictObject({ uri: z.string().trim().max(2048, 'The URL is too long.') })
export type ReplayInput = z.infer<typeof ReplayInput>

/** What came back. */
const ReplayResponse = z.object({
  kind: z.literal('response'),
  statusCode: z.number().int(),
  headers: HeaderList,
  body: ReceivedBody,
  isTruncated: z.boolean(),
  responseTimeMs: z.number(),
})

/** Why nothing did, as a message. */
const ReplayFailure = z.object({
  kind: z.literal('failure'),
  code: ExecutionErrorCode,
  message: z.string(),
  responseTimeMs: z.number(),
})

export const ReplayView = z.discriminatedUnion('kind', [ReplayResponse, ReplayFailure])
export type ReplayView = z.infer<typeof ReplayView>
