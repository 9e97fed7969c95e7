import type { Secrets } from '@knockwire/services/secrets/secrets'
import { encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundOutcome, ReceivedResponse } from '@knockwire/outbound/outcome'
import type { Logger } from 'pino'
import type { StoredRequest } from '@knockwire/db/stored-json'
import type { RequestMethod } from '@knockwire/domain/requests/request-target'
import type { DatabaseClock } from '../../dispatch/database-clock.ts'
import { runLogIds } from '../../log-ids.ts'
import type { RunResult, CallOutcome, ResponseRecord, StartedRun } from '../run.ts'
import type { KnownRequests } from './known-requests.ts'
import { withCompletionUrl, withinOrigin } from './completion-url.ts'
import { masked } from '@knockwire/domain/headers/secret-headers'
import { describeSent, toOutbound } from '@knockwire/services/requests/outgoing-request'
import {
  maskOf,
  type SecretValues,
  type SecretValuesOf,
  UnusableSecret,
  withoutSecrets,
} from '@knockwire/services/requests/secret-values'

export interface CallTools {
  client: OutboundClient
  secrets: Secrets
  /** What requests refer to. */
  secretValuesOf: SecretValuesOf
  log: Logger
  requests: KnownRequests
  /** The address that completes an execution, by its id. */
  completionUrlOf: (executionId: string) => string
  clock: DatabaseClock
}

/** Makes the call, or says why it is not made; whatever happens is a result, never a throw. */
export const callTarget = async (execution: StartedRun, signal: AbortSignal, tools: CallTools): Promise<RunResult> => {
  const { id, taskId, accountId, trigger, attempt, dueMs, request, mustNotRepeat } = execution
  const ids = { executionId: id, taskId, accountId, trigger, attempt, dueMs }
  if (request === null) return { ...ids, startedMs: null, sent: null, outcome: internalError(unreadableMessage) }
  const startedMs = mustNotRepeat ? null : tools.clock.now()
  const outcome = mustNotRepeat
    ? interruption(request.method)
    : await outcomeOf({ ...execution, request }, signal, tools)
  return { ...ids, startedMs, sent: sentToRecord(execution, request, tools), outcome }
}

const sentToRecord = (execution: StartedRun, request: StoredRequest, tools: CallTools) => {
  const { client, requests, log } = tools
  const { id, taskId } = execution
  try {
    return requests.toRecord(
      taskId,
      id,
      describeSent(asCompletable(execution, request, maskedUrl(id, tools)), id, client),
    )
  } catch (error) {
    log.error({ ...runLogIds({ ...execution, executionId: id }), err: error }, 'request cannot be recorded')
    return null
  }
}

/** Anyone who reads the history must not be able to complete an execution. */
const maskedUrl = (id: string, { completionUrlOf }: CallTools) => {
  const url = completionUrlOf(id)
  return `${url.slice(0, url.lastIndexOf('/') + 1)}${masked}`
}

/** What the target may repeat, and nobody who reads the history may see: secrets, and what completes the execution. */
const hiddenOf = ({ completionSeconds }: StartedRun, values: SecretValues | undefined, url: string) => {
  if (completionSeconds === null) return values
  return new Map([...(values ?? []), ['', url.slice(url.lastIndexOf('/') + 1)]])
}

/** The request with the address that completes it, where its task waits for that. */
const asCompletable = ({ completionSeconds }: StartedRun, request: StoredRequest, url: string): StoredRequest =>
  completionSeconds === null ? request : withCompletionUrl(request, url)

const unreadableMessage =
  'The request could not be read because of an error on this server. Save it again, or contact support.'

const interruption = (method: RequestMethod): CallOutcome => ({
  status: 'FAILED',
  code: 'INTERRUPTED',
  message: `The server that made this call stopped before the response was recorded. A ${method} request is not sent a second time, since it may have been received.`,
  responseTimeMs: null,
})

const outcomeOf = async (
  execution: StartedRun & { request: StoredRequest },
  signal: AbortSignal,
  { client, secrets, secretValuesOf, log, completionUrlOf }: CallTools,
): Promise<CallOutcome> => {
  const { id, taskId, accountId, request } = execution
  const ids = runLogIds({ executionId: id, taskId, accountId })
  try {
    const values = request.secretNames && (await secretValuesOf(accountId, request.secretNames))
    const url = completionUrlOf(id)
    const completable = asCompletable(execution, request, url)
    const decrypted = toOutbound(completable, id, accountId, secrets, { values })
    const outbound = execution.completionSeconds === null ? decrypted : withinOrigin(decrypted, completable, url)
    const hidden = hiddenOf(execution, values, url)
    const basicAuth = values && outbound.basicAuth
    const masking = hidden ? { ...outbound, mask: maskOf(hidden, basicAuth) } : outbound
    const answer = await client.send(masking, { signal })
    const outcome = hidden ? withoutSecrets(answer, hidden, basicAuth) : answer
    if (outcome.kind === 'failure' && outcome.code === 'INTERNAL')
      log.error({ ...ids, err: outcome.cause }, 'call failed unexpectedly')
    return toCallOutcome(outcome, secrets)
  } catch (error) {
    if (error instanceof UnusableSecret)
      return { status: 'FAILED', code: 'UNUSABLE_SECRET', message: error.message, responseTimeMs: null }
    log.error({ ...ids, err: error }, 'request cannot be made')
    return internalError(
      'The request could not be made because of an error on this server. Save it again, or contact support.',
    )
  }
}

export const internalError = (message: string): CallOutcome => ({
  status: 'FAILED',
  code: 'INTERNAL',
  message,
  responseTimeMs: null,
})

const toCallOutcome = (outcome: OutboundOutcome, secrets: Secrets): CallOutcome => {
  const { responseTimeMs } = outcome
  if (outcome.kind === 'response') return { status: 'SUCCEEDED', response: toRecord(outcome, secrets), responseTimeMs }
  const { code, message } = outcome
  const failure = { status: 'FAILED', code, message, responseTimeMs } as const
  return outcome.response === undefined ? failure : { ...failure, response: toRecord(outcome.response, secrets) }
}

const toRecord = (received: ReceivedResponse, secrets: Secrets): ResponseRecord => {
  const { statusCode, headers, body, isTruncated, finalUri, redirects, timing } = received
  const { connectMs, firstByteMs, totalMs } = timing
  return {
    statusCode,
    headers,
    storedHeaders: encryptSecretHeaders(headers, secrets),
    body,
    isTruncated,
    finalUri,
    redirects,
    timing: { connectMs, firstByteMs, totalMs },
  }
}
