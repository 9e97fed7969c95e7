import { isInconclusive } from '@knockwire/domain/executions/inconclusive'
import type { StoredHeaders } from '@knockwire/db/stored-json'
import type { ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import type { ExecutionErrorCode, ExecutionTiming, ExecutionTrigger } from '@knockwire/domain/executions/execution'
import type { StoredRequest } from '@knockwire/db/stored-json'

/** An execution that this process is to run. */
export interface Run {
  id: string
  taskId: string
  accountId: string
  trigger: ExecutionTrigger
  /** When it is to start, by the database's clock, in epoch milliseconds. */
  dueMs: number
  /**
   * The token of this attempt. Nothing is written for the execution where it no longer holds. It is drawn before the
   * start is written, so that a start whose commit was not confirmed is recognised.
   */
  attempt: string
  /** The token of a dead executor's attempt, which this one takes over; null where none was started. */
  deadAttempt: string | null
  /** The dead executor's call may have been received, and must not be made a second time. */
  mustNotRepeat: boolean
  /** Length of the stored request. */
  requestBytes: number
  /** False once reading the request has made its start fail. */
  readsRequest: boolean
}

/** What dispatch knows of it once it is queued; the executor that leases its job finds out the rest. */
export type QueuedRun = Pick<Run, 'id' | 'taskId' | 'accountId' | 'dueMs' | 'requestBytes'>

/** One whose start is committed: nobody else makes it, unless this process is taken for dead. */
export interface StartedRun extends Run {
  /** Null where it was not read. */
  request: StoredRequest | null
  /** How long it waits for its completion; null: it ends with its response. */
  completionSeconds: number | null
}

export interface ResponseRecord {
  statusCode: number
  headers: ReadonlyHeaderList
  /** The same as they are kept. */
  storedHeaders: StoredHeaders
  body: Uint8Array
  isTruncated: boolean
  finalUri: string
  redirects: number
  timing: ExecutionTiming
}

export type CallOutcome =
  | { status: 'SUCCEEDED'; response: ResponseRecord; responseTimeMs: number }
  | {
      status: 'FAILED'
      code: ExecutionErrorCode
      message: string
      responseTimeMs: number | null
      /** The redirect that was not followed to its end. */
      response?: ResponseRecord
    }

/** Whether it says nothing about the target (`isInconclusive`). */
export const isInconclusiveOutcome = (outcome: CallOutcome): boolean =>
  outcome.status === 'FAILED' && isInconclusive(outcome.code)

/** The request of an execution, as it is recorded. */
export type RecordedRequest =
  | { kind: 'own'; json: string }
  /** `json` is null where the database has it already. */
  | { kind: 'shared'; hash: string; json: string | null }

/** What became of an attempt, to be recorded. */
export interface RunResult {
  executionId: string
  taskId: string
  accountId: string
  trigger: ExecutionTrigger
  attempt: string
  /** When it was to start, by the database's clock, in epoch milliseconds. */
  dueMs: number
  /** When the call began, by the database's clock, in epoch milliseconds; null where none was made. */
  startedMs: number | null
  /** Null where the request could not be read. */
  sent: RecordedRequest | null
  outcome: CallOutcome
  /** What the call came to, where that could not be recorded: its conditions are decided on it all the same. */
  known?: CallOutcome
}
