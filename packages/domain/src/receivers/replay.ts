import { z } from 'zod'
import { HttpBody } from '../bodies/http-body.ts'
import { ExecutionErrorCode } from '../executions/execution.ts'
import { HeaderList } from '../headers/header-list.ts'
import { requestLimits } from '../requests/request-rules.ts'
import { withScheme } from '../requests/with-scheme.ts'

const headerName = /^[\w!#$%&'*+.^`|~-]{1,256}$/
// Latin-1 without control characters but the tab.
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]{0,8192}$/

const EditedHeader = z.tuple([
  z.string().regex(headerName, 'Enter each header as Name: value.'),
  z.string().regex(headerValue, 'A header holds characters that cannot be sent.'),
])

/** Where to send a recorded request again, and what of it is edited first: `headers` and `body` replace the recorded ones. */
export const ReplayInput = z.strictObject({
  uri: z.string().trim().overwrite(withScheme).max(2048, 'The URL is too long.'),
  headers: z.array(EditedHeader).max(300, 'A request has at most 300 headers.').optional(),
  body: z.string().max(requestLimits.bodyLength, 'The body is too long to be edited here.').optional(),
})
export type ReplayInput = z.infer<typeof ReplayInput>

/** What came back. */
const ReplayResponse = z.object({
  kind: z.literal('response'),
  statusCode: z.number().int(),
  headers: HeaderList,
  body: HttpBody,
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
