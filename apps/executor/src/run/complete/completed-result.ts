import type { ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { decryptHeaders, encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import type { CallOutcome, ResponseRecord, RunResult } from '../run.ts'
import type { CompletedRow } from './completed-rows.ts'

/**
 * What an execution came to by its completion: the body is that of the completion, where it has one, and the duration that of the
 * whole work. Status code and headers stay those of the response that accepted it.
 */
export const completedResult = (row: CompletedRow, attempt: string, secrets: Secrets): RunResult => ({
  executionId: row.executionId,
  taskId: row.taskId,
  accountId: row.accountId,
  trigger: row.trigger,
  attempt,
  dueMs: row.dueMs,
  startedMs: row.startedMs,
  sent: sentOf(row),
  outcome: outcomeOf(row, secrets),
})

const sentOf = ({ request, requestHash }: CompletedRow): RunResult['sent'] => {
  if (requestHash !== null) return { kind: 'shared', hash: requestHash, json: null }
  return request === null ? null : { kind: 'own', json: request }
}

const outcomeOf = (row: CompletedRow, secrets: Secrets): CallOutcome => {
  const response = responseOf(row, secrets)
  const responseTimeMs = Math.max(0, row.endedMs - row.startedMs)
  if (row.hasFailed === false) return { status: 'SUCCEEDED', response, responseTimeMs }
  const failed = { status: 'FAILED', responseTimeMs, response } as const
  if (row.hasFailed === null) return { ...failed, code: 'NOT_COMPLETED', message: notCompleted(row) }
  const code = row.exitCode === null ? '' : ` (exit code ${row.exitCode})`
  return {
    ...failed,
    code: 'COMPLETION_FAILED',
    message: `The target accepted the request, and said later that it failed${code}.`,
  }
}

const secondsOf = (ms: number) => `${Math.round(ms / 1000)} s`

const notCompleted = ({ startedMs, endedMs, absenceMs, redirects }: CompletedRow) => {
  const within = secondsOf(endedMs - startedMs - absenceMs)
  const more = absenceMs > 0 ? ` and ${secondsOf(absenceMs)} more, since this server could take no calls meanwhile` : ''
  const late = `The target accepted the request, and did not call the address of its completion within ${within}${more}.`
  return redirects === 0 ? late : `${late} A redirect to another host does not carry that address.`
}

const responseOf = (row: CompletedRow, secrets: Secrets): ResponseRecord => {
  const accepted = decryptHeaders(row.responseHeaders ?? [], secrets)
  const hasBody = row.body !== null && row.body.length > 0
  const headers: ReadonlyHeaderList = hasBody ? withContentType(accepted, row.contentType) : accepted
  return {
    statusCode: row.statusCode,
    headers,
    storedHeaders: encryptSecretHeaders(headers, secrets),
    body: (hasBody ? row.body : row.responseBody) ?? new Uint8Array(),
    isTruncated: !hasBody && row.isTruncated,
    finalUri: row.finalUri ?? '',
    redirects: row.redirects,
    timing: row.timing,
  }
}

const withContentType = (headers: ReadonlyHeaderList, contentType: string | null): ReadonlyHeaderList => [
  ...headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  ...(contentType === null ? [] : [['content-type', contentType] as const]),
]
