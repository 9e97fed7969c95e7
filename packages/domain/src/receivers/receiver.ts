import { z } from 'zod'
import { HttpBody } from '../bodies/http-body.ts'
import { describedViews } from '../definitions/described.ts'
import { Expectation } from '../heartbeats/expectation.ts'
import { HeartbeatState, HeartbeatView } from '../heartbeats/heartbeat.ts'
import { heartbeatStates } from '../heartbeats/heartbeat-rules.ts'
import { recordedSignalKinds } from '../heartbeats/signals/recorded-signal.ts'
import { HeaderList } from '../headers/header-list.ts'
import { Id, Timestamp } from '../id.ts'
import { DeliveryView } from '../notifications/deliveries/delivery.ts'
import { DeliveryMarkView, embeddedPageOf, historyPageOf, historyQuery } from '../history/history.ts'
import { receiverHistoryFilters } from '../history/filters.ts'
import { countsBy, pageOf, pageQuery, WithoutIds } from '../page.ts'
import { longestName } from '../text/names.ts'
import { pageSizes } from '../page-sizes.ts'
import { Version } from '../versions.ts'
import { RequestForwardView } from './forward.ts'
import { receivedMethods, receiverStatuses } from './receiver-rules.ts'

export const ReceiverStatus = z.enum(receiverStatuses)
export type ReceiverStatus = z.infer<typeof ReceiverStatus>

/** RFC 9110's media type, so that nothing but one reaches the header. */
const mediaType =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+( *; *[\w!#$%&'*+.^`|~-]+=([\w!#$%&'*+.^`|~-]+|"[ !#-[\]-~]*"))*$/

const contentTypeMessage = 'Enter a content type, such as application/json.'
const ResponseHeaders = z.strictObject({
  'content-type': z.string().trim().max(256, contentTypeMessage).regex(mediaType, contentTypeMessage),
})

const responseCodeMessage = 'Enter a status code from 200 to 599.'

/** What a receiver answers until its owner says otherwise. */
export const defaultResponse = { code: 200, contentType: 'text/plain', body: '' } as const

/** The answer that a receiver gives; `responseBody` is a Liquid template. */
export const SaveReceiverInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(longestName),
  responseBody: z.string().max(262_144).default(defaultResponse.body),
  responseCode: z
    .number(responseCodeMessage)
    .int(responseCodeMessage)
    .min(200, responseCodeMessage)
    .max(599, responseCodeMessage)
    .default(defaultResponse.code),
  responseHeaders: ResponseHeaders.default({ 'content-type': defaultResponse.contentType }),
  /** When calls are expected; null: never. Not given, it stays as it is. */
  expectation: Expectation.nullable().optional(),
  /**
   * Addresses of Healthchecks, Uptime Kuma or Cronitor at which the receiver is reached, too, on the receivers' host name. Not given, they
   * stay as they are.
   */
  otherAddresses: z.array(z.string().max(500)).max(10, 'A receiver has at most 10 other addresses.').optional(),
  /** The version that was read; absent, the save replaces whatever is stored. */
  version: Version.optional(),
  /** As it was read; a save does not change it, and is rejected where it is another one. */
  status: ReceiverStatus.optional(),
})
export type SaveReceiverInput = z.infer<typeof SaveReceiverInput>

export const ReceiverView = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  url: z.string(),
  status: ReceiverStatus,
  /** It is being created still: activating it creates it. */
  isDraft: z.boolean(),
  ...describedViews,
  responseCode: z.number().int(),
  responseBody: z.string(),
  responseHeaders: z.object({ 'content-type': z.string() }),
  expectation: Expectation.nullable(),
  /** Paths of other services at which it is reached, too. */
  otherAddresses: z.array(z.string()),
  /** Of a receiver that expects calls. */
  heartbeat: HeartbeatView.nullable(),
  createdAt: Timestamp,
})
export type ReceiverView = z.infer<typeof ReceiverView>

/** The last request, how many are stored, and how many were rejected. */
export const ReceiverListItem = ReceiverView.extend({
  lastRequestAt: Timestamp.nullable(),
  requestCount: z.number().int(),
  /** Requests that were not recorded in the last hour. */
  rejectedLastHour: z.number().int(),
})
export type ReceiverListItem = z.infer<typeof ReceiverListItem>

export const ReceiverState = ReceiverView.shape.status
export type ReceiverState = z.infer<typeof ReceiverState>

/**
 * `counts`: how many receivers there are by status, `heartbeats`: by the state of their heartbeat, whatever is asked for.
 * `receiverCount`: how many the account has.
 */
export const ReceiverPage = pageOf(ReceiverListItem).extend({
  counts: countsBy(receiverStatuses),
  heartbeats: countsBy(heartbeatStates),
  receiverCount: z.number().int(),
})
export type ReceiverPage = z.infer<typeof ReceiverPage>
/** `counts` and `heartbeats` of the page are those of all that match the search, whatever state is asked for. */
export const ReceiverListQuery = z.strictObject({
  ...pageQuery(pageSizes.receivers),
  /** Of names and URLs. */
  search: z.string().max(200).default(''),
  status: ReceiverState.optional(),
  /** Those that expect calls and whose heartbeat has this state. */
  heartbeat: HeartbeatState.optional(),
  without: WithoutIds,
})

/** `draft`: the receiver is a draft until it is activated. */
export const CreateReceiverQuery = z.strictObject({ draft: z.stringbool().default(false) })

/**
 * `deactivate`: one that is active is deactivated first; without it, deleting one is a conflict. `untouched`:
 * only a draft that was never saved and has no notification is deleted, and anything else is left as it is.
 */
export const DeleteReceiverQuery = z.strictObject({
  deactivate: z.stringbool().default(false),
  untouched: z.stringbool().default(false),
})

export const ReceiverDraftList = z.object({
  results: z.array(ReceiverView.pick({ id: true, name: true }).extend({ updatedAt: Timestamp })),
})
export type ReceiverDraftList = z.infer<typeof ReceiverDraftList>

/** What a request says to the heartbeat of its receiver; `exitCode` where the sender wrote one behind the URL. */
export const RequestSignalView = z.object({
  kind: z.enum(recordedSignalKinds),
  exitCode: z.number().int().nullable(),
})
export type RequestSignalView = z.infer<typeof RequestSignalView>

/** A received request (the specification's receiver execution). */
export const ReceivedRequestView = z.object({
  id: Id,
  receiverId: Id,
  createdAt: Timestamp,
  httpMethod: z.enum(receivedMethods),
  url: z.string(),
  responseCode: z.number().int(),
  remoteAddress: z.string(),
  requestHeaders: HeaderList,
  requestBody: HttpBody,
  /** Without its Content-Encoding, at most 1 MiB of it; of one request alone, where it came with an encoding and can be decoded. */
  decodedRequestBody: HttpBody.optional(),
  responseHeaders: HeaderList,
  /** Only the beginning of a long one is kept; `bytes` is the size of all of it. */
  responseBody: HttpBody,
  errors: z.array(z.string()),
  /** Null where the receiver expected no calls, or as many as usual. An API of the version before has none. */
  signal: RequestSignalView.nullable().default(null),
  notificationResults: z.array(DeliveryView),
  /** To which machines it was forwarded (`knockwire listen`), the last first; of one request alone. */
  forwards: z.array(RequestForwardView).optional(),
  /** How long the run took that it ended; null where it ended none, or the run began long before. Of one request alone. */
  runDurationMs: z.number().int().nullable().optional(),
})
export type ReceivedRequestView = z.infer<typeof ReceivedRequestView>

/** The longest URL in a row; the details have the whole of it. */
export const rowUrlLength = 500

/** A received request as a row of its history shows it: no headers, no bodies. */
export const ReceivedRequestRow = z.object({
  ...ReceivedRequestView.pick({
    id: true,
    receiverId: true,
    createdAt: true,
    httpMethod: true,
    responseCode: true,
    remoteAddress: true,
    signal: true,
  }).shape,
  /** Path and query behind the receiver's own URL, its beginning where it is long. */
  target: z.string().max(rowUrlLength),
  contentType: z.string().nullable(),
  requestBytes: z.number().int(),
  /** What the sender calls it, such as `push`: of a header, or `type` of a JSON body. */
  event: z.string().nullable(),
  hasErrors: z.boolean(),
  notificationResults: z.array(DeliveryMarkView),
})
export type ReceivedRequestRow = z.infer<typeof ReceivedRequestRow>

export const ReceivedRequestPage = historyPageOf(ReceivedRequestRow)
export type ReceivedRequestPage = z.infer<typeof ReceivedRequestPage>

/** The received request and the page that it stands on. */
export const ReceivedRequestWithPage = z.object({
  ...ReceivedRequestView.shape,
  _embedded: embeddedPageOf(ReceivedRequestRow),
})
export type ReceivedRequestWithPage = z.infer<typeof ReceivedRequestWithPage>

/** `pageTopObject` is the id of the first request of the page that the browser shows. */
export const ReceivedRequestListQuery = z.strictObject({
  ...historyQuery(pageSizes.receiverHistory),
  ...receiverHistoryFilters,
})

/** What narrows an export of a receiver's history down. Its lines are whole requests (`ReceivedRequestView`). */
export const ReceivedRequestExportQuery = z.strictObject(receiverHistoryFilters)

/** Where a receiver is called. */
export const receiverUrl = (receiverOrigin: string, token: string): string => `${receiverOrigin}/r/${token}`

/** Where the dashboard shows it. */
export const receiverPagePath = (receiverId: string): string => `/dashboard/receivers/${receiverId}`

/** Where the dashboard shows one received request; those of a receiver stand below it. */
export const receivedRequestPath = (receiverId: string, requestId: string): string =>
  `${receiverPagePath(receiverId)}/executions/${requestId}`

export const receiverPageUrl = (publicOrigin: string, receiverId: string): string =>
  `${publicOrigin}${receiverPagePath(receiverId)}`

/**
 * What every answer of a receiver carries. Its content is the user's: sandboxed, it runs nothing where it is opened, no
 * page frames it, and no cache keeps it from being requested again.
 */
export const answerHeaders = (contentType: string): HeaderList => [
  ['Content-Type', contentType],
  ['Content-Security-Policy', "sandbox; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
]
