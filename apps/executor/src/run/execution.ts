import type { ExecutionErrorCode, ExecutionTiming, ExecutionTrigger } from '@knockwire/domain/executions/execution'
import type { SentRequest } from '@knockwire/db/sent-request'
import type { StoredRequest } from '@knockwire/db/stored-request'

/** An execution that this process is to make. */
export interface WaitingExecution {
  id: string
  taskId: string
  accountId: string
  trigger: ExecutionTrigger
  /** The token of a dead executor's attempt, which is to be made again; null where none was started. */
  deadAttempt: string | null
}

/** One whose start is committed: nobody else makes it, unless this process is taken for dead. */
export interface StartedExecution extends WaitingExecution {
  /** The token of this attempt. Nothing is written for the execution where it no longer holds. */
  attempt: string
  request: StoredRequest
}

export interface ResponseRecord {
  statusCode: number
  headers: Record<string, string>
  body: Uint8Array
  isTruncated: boolean
  finalUri: string
  redirects: number
  timing: ExecutionTiming
}

export type EndingResult =
  | { status: 'SUCCEEDED'; response: ResponseRecord; responseTimeMs: number }
  | { status: 'FAILED'; code: ExecutionErrorCode; message: string; responseTimeMs: number | null }

/** The request of an execution, as it is recorded. */
export type RecordedRequest =
  | { kind: 'own'; request: SentRequest }
  /** `json` is null where the database has it already. */
  | { kind: 'shared'; hash: string; json: string | null }

/** What became of an attempt, to be recorded. */
export interface Ending {
  executionId: string
  taskId: string
  accountId: string
  trigger: ExecutionTrigger
  attempt: string
  /** Null where the request could not be read. */
  sent: RecordedRequest | null
  result: EndingResult
}
