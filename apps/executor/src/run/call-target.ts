import type { Secrets } from '@knockwire/db/secrets'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundOutcome } from '@knockwire/outbound/outcome'
import type { Logger } from 'pino'
import type { Ending, EndingResult, StartedExecution } from './execution.ts'
import type { KnownRequests } from './record/known-requests.ts'
import { describeSent, toOutbound } from './sent-request.ts'

export interface CallTools {
  client: OutboundClient
  secrets: Secrets
  log: Logger
  requests: KnownRequests
}

/** Makes the call; whatever comes of it is an ending, never a throw. */
export const callTarget = async (
  execution: StartedExecution,
  signal: AbortSignal,
  tools: CallTools,
): Promise<Ending> => {
  const { id, taskId, accountId, trigger, attempt, request } = execution
  const result = await resultOf(execution, signal, tools)
  const sent = tools.requests.toRecord(taskId, id, describeSent(request, id))
  return { executionId: id, taskId, accountId, trigger, attempt, sent, result }
}

const resultOf = async (
  { id, accountId, request }: StartedExecution,
  signal: AbortSignal,
  { client, secrets, log }: CallTools,
): Promise<EndingResult> => {
  try {
    const outcome = await client.send(toOutbound(request, id, accountId, secrets), { signal })
    if (outcome.kind === 'failure' && outcome.code === 'INTERNAL')
      log.error({ executionId: id, err: outcome.cause }, 'call failed by our fault')
    return toResult(outcome)
  } catch (error) {
    log.error({ executionId: id, err: error }, 'request cannot be made')
    return internal(
      'The request could not be made because of a fault on this server. Save it again, or contact support.',
    )
  }
}

export const internal = (message: string): EndingResult => ({
  status: 'FAILED',
  code: 'INTERNAL',
  message,
  responseTimeMs: null,
})

const toResult = (outcome: OutboundOutcome): EndingResult => {
  const { responseTimeMs } = outcome
  if (outcome.kind === 'failure')
    return { status: 'FAILED', code: outcome.code, message: outcome.message, responseTimeMs }
  const { statusCode, headers, body, isTruncated, finalUri, redirects, timing } = outcome
  const { connectMs, firstByteMs, totalMs } = timing
  const response = {
    statusCode,
    headers,
    body,
    isTruncated,
    finalUri,
    redirects,
    timing: { connectMs, firstByteMs, totalMs },
  }
  return { status: 'SUCCEEDED', response, responseTimeMs }
}
