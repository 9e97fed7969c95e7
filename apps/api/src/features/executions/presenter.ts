import type { SentRequest, StoredRequest } from '@knockwire/db/stored-json'
import { textBody } from '@knockwire/domain/bodies/http-body'
import type { ExecutionRow, ExecutionView } from '@knockwire/domain/executions/execution'
import { errorTitles } from '@knockwire/domain/executions/error-titles'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import { sendsBody } from '@knockwire/domain/requests/request-rules'
import { requestOfExecution } from '@knockwire/services/executions/sent-request'
import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { deliveryMarks } from '../deliveries/load-deliveries.ts'
import { presentBody, presentText } from '../history/present-body.ts'
import type { DetailedExecution, SlimExecution } from './queries.ts'

const presentCommon = (execution: SlimExecution['execution']) => ({
  id: execution.id,
  taskId: execution.taskId,
  status: execution.status,
  trigger: execution.trigger,
  createdAt: execution.createdAt.toISOString(),
  scheduledFor: execution.scheduledFor.toISOString(),
  startedAt: execution.startedAt?.toISOString() ?? null,
  lagMs: lagOf(execution),
  responseTimeMs: execution.responseTimeMs,
})

const lagOf = ({ trigger, startedAt, scheduledFor }: SlimExecution['execution']): number | null =>
  trigger === 'TEST' || startedAt === null ? null : Math.max(0, startedAt.getTime() - scheduledFor.getTime())

/** As a row of the history shows it. */
export const presentRow = (
  { execution, bodyBytes }: SlimExecution,
  deliveries: readonly DeliveryView[],
): ExecutionRow => {
  const { statusCode, errorCode } = execution
  return {
    ...presentCommon(execution),
    response: statusCode === null ? null : { statusCode, bodyBytes: bodyBytes ?? 0 },
    error: errorCode === null ? null : { code: errorCode, message: errorTitles[errorCode] },
    notificationResults: deliveryMarks(deliveries),
  }
}

export const presentExecution = (row: DetailedExecution, deliveries: readonly DeliveryView[]): ExecutionView => {
  const { execution, details } = row
  return {
    ...presentCommon(execution),
    waitsUntil: row.waitsUntil === null ? null : new Date(row.waitsUntil).toISOString(),
    timing: details?.timing ?? null,
    request: presentSent(sentBy(row)) ?? presentPlanned(row.plannedRequest),
    response: presentResponse(row),
    error: presentError(row),
    notificationResults: [...deliveries],
    conditionProblems: details?.conditionProblems ?? [],
  }
}

const sentBy = ({ execution, details, sharedRequest }: DetailedExecution): SentRequest | null => {
  const kept = sharedRequest ?? details?.request ?? null
  return kept && requestOfExecution(kept, execution.id)
}

const presentSent = (sent: SentRequest | null): ExecutionView['request'] | null =>
  sent && { ...sent, headers: maskHeaders(sent.headers), body: presentText(sent.body, contentTypeOf(sent.headers)) }

const presentPlanned = (request: StoredRequest | null): ExecutionView['request'] => {
  if (request === null) return { uri: '', method: 'GET', headers: [], body: presentText(null) }
  const headers = maskHeaders(request.headers)
  const body = presentText(sendsBody(request.method) ? request.body : null, contentTypeOf(headers))
  return { uri: request.uri, method: request.method, headers, body }
}

const presentResponse = (row: DetailedExecution): ExecutionView['response'] => {
  const { execution, details, responseBody, bodyBytes } = row
  if (execution.statusCode === null) return null
  const headers = maskHeaders(details?.responseHeaders ?? [])
  const bytes = bodyBytes ?? 0
  const isLeftOut = responseBody === null && bytes > 0
  return {
    statusCode: execution.statusCode,
    headers,
    body: isLeftOut
      ? textBody('', bytes, true)
      : presentBody(responseBody ?? new Uint8Array(), contentTypeOf(headers), details?.isTruncated),
    finalUri: details?.finalUri ?? sentBy(row)?.uri ?? '',
  }
}

const presentError = ({ execution, details }: DetailedExecution): ExecutionView['error'] => {
  const code = execution.errorCode
  if (code === null) return null
  return { code, message: errorTitles[code], details: details?.errorMessage ?? errorTitles[code] }
}
