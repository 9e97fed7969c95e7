import { z } from 'zod'
import { HttpBody } from '../bodies/http-body.ts'
import { HeaderList } from '../headers/header-list.ts'
import { Id, Timestamp } from '../id.ts'
import { DeliveryMarkView, embeddedPageOf, historyPageOf, historyQuery } from '../history/history.ts'
import { taskHistoryFilters } from '../history/filters.ts'
import { pageSizes } from '../page-sizes.ts'
import { RequestMethod } from '../requests/request-target.ts'
import { DeliveryView } from '../notifications/deliveries/delivery.ts'
import { executionTriggers } from './triggers.ts'

/**
 * SUCCEEDED: an HTTP response came, whatever its code. FAILED: none came, or only a redirect that leads nowhere. WAITING: the target
 * has accepted the work, and has not said yet how it ended (`completion` of its task).
 */
export const ExecutionStatus = z.enum(['QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED'])
export type ExecutionStatus = z.infer<typeof ExecutionStatus>

export const ExecutionTrigger = z.enum(executionTriggers)
export type ExecutionTrigger = z.infer<typeof ExecutionTrigger>

export const ExecutionErrorCode = z.enum([
  'DNS_NOT_FOUND',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'TLS_INVALID',
  'TIMEOUT',
  'BLOCKED_ADDRESS',
  'TOO_MANY_REDIRECTS',
  'INVALID_RESPONSE',
  'NOT_COMPLETED',
  'COMPLETION_FAILED',
  'INTERRUPTED',
  'UNUSABLE_SECRET',
  'INTERNAL',
  'INCONCLUSIVE',
])
export type ExecutionErrorCode = z.infer<typeof ExecutionErrorCode>

/**
 * `details` is a message that a user can act on. INCONCLUSIVE and INTERNAL say nothing about the target
 * (`isInconclusive`).
 */
export const ExecutionError = z.object({ code: ExecutionErrorCode, message: z.string(), details: z.string() })

/** Where the time of a call went, in milliseconds; null where that part did not happen or is not known. */
export const ExecutionTiming = z.object({
  connectMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  totalMs: z.number(),
})
export type ExecutionTiming = z.infer<typeof ExecutionTiming>

export const ExecutionRequestView = z.object({
  uri: z.string(),
  method: RequestMethod,
  /** As they went out with the first request, before any redirect; secrets masked. */
  headers: HeaderList,
  body: HttpBody,
})

export const ExecutionResponseView = z.object({
  statusCode: z.number().int(),
  /** As they came, secrets masked. */
  headers: HeaderList,
  body: HttpBody,
  finalUri: z.string(),
})

/** Why a notification's condition could not be decided as it is meant: a value of it could not be read, and counted as null. */
export const ConditionProblemView = z.object({ notificationId: Id, reason: z.string() })

export const ExecutionView = z.object({
  id: Id,
  taskId: Id,
  status: ExecutionStatus,
  trigger: ExecutionTrigger,
  createdAt: Timestamp,
  scheduledFor: Timestamp,
  startedAt: Timestamp.nullable(),
  /** How long after its scheduled time it started; null of a test, and of one that has not started. */
  lagMs: z.number().nullable(),
  /** Of a completed execution that of the whole work, up to its completion. */
  responseTimeMs: z.number().nullable(),
  /** Until when a waiting execution may be completed; null of all others. */
  waitsUntil: Timestamp.nullable(),
  timing: ExecutionTiming.nullable(),
  request: ExecutionRequestView,
  /** Beside an error, the redirect that was not followed to its end. */
  response: ExecutionResponseView.nullable(),
  error: ExecutionError.nullable(),
  notificationResults: z.array(DeliveryView),
  conditionProblems: z.array(ConditionProblemView),
})
export type ExecutionView = z.infer<typeof ExecutionView>

/** An execution as a row of its history shows it: no request, no headers, no bodies. */
export const ExecutionRow = z.object({
  ...ExecutionView.pick({
    id: true,
    taskId: true,
    status: true,
    trigger: true,
    createdAt: true,
    scheduledFor: true,
    startedAt: true,
    lagMs: true,
    responseTimeMs: true,
  }).shape,
  response: z.object({ statusCode: z.number().int(), bodyBytes: z.number().int() }).nullable(),
  error: ExecutionError.pick({ code: true, message: true }).nullable(),
  notificationResults: z.array(DeliveryMarkView),
})
export type ExecutionRow = z.infer<typeof ExecutionRow>

export const ExecutionPage = historyPageOf(ExecutionRow)
export type ExecutionPage = z.infer<typeof ExecutionPage>

/** The page with `include=details`. */
export const DetailedExecutionPage = historyPageOf(ExecutionView)
export type DetailedExecutionPage = z.infer<typeof DetailedExecutionPage>

/** The execution and the page that it stands on. */
export const ExecutionWithPage = z.object({ ...ExecutionView.shape, _embedded: embeddedPageOf(ExecutionRow) })
export type ExecutionWithPage = z.infer<typeof ExecutionWithPage>

/**
 * `pageTopObject` is `{id}-{status}` of the first execution of the page that the browser shows. `include=details` gives
 * whole executions, with requests, headers and bodies.
 */
export const ExecutionListQuery = z.strictObject({
  ...historyQuery(pageSizes.taskHistory),
  ...taskHistoryFilters,
  include: z.literal('details').optional(),
})

/** `jsonl`: one execution (`ExecutionView`) a line. `har`: HTTP Archive 1.2, of executions that have ended. */
export const ExecutionExportQuery = z.strictObject({
  format: z.enum(['jsonl', 'har']).default('jsonl'),
  ...taskHistoryFilters,
})
