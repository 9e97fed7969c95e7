import type { HttpBody } from '@knockwire/domain/bodies/http-body'
import { textBody } from '@knockwire/domain/bodies/http-body'
import type { ExecutionRow, ExecutionView } from '@knockwire/domain/executions/execution'
import { idOf } from './ids.ts'
import { minutesAgo } from './times.ts'

/** A greater number is a newer execution; each was answered with 200 in as many milliseconds as its number. */
export const executionRow = (number: number, more: Partial<ExecutionRow> = {}): ExecutionRow => ({
  id: idOf('execution', number),
  taskId: idOf('task', 1),
  status: 'SUCCEEDED',
  trigger: 'SCHEDULE',
  createdAt: minutesAgo(1000 - number),
  scheduledFor: minutesAgo(1000 - number),
  startedAt: minutesAgo(1000 - number),
  lagMs: 4,
  responseTimeMs: number,
  response: { statusCode: 200, bodyBytes: 10 },
  error: null,
  notificationResults: [],
  ...more,
})

/** An execution that got no response. */
export const failedRow = (number: number, more: Partial<ExecutionRow> = {}): ExecutionRow =>
  executionRow(number, {
    status: 'FAILED',
    responseTimeMs: null,
    response: null,
    error: { code: 'CONNECTION_RESET', message: 'Connection lost' },
    ...more,
  })

interface Opened {
  responseBody?: HttpBody
  responseHeaders?: [string, string][]
  contentType?: string
}

/** What a row opens to. */
export const executionOf = (row: ExecutionRow, opened: Opened = {}): ExecutionView => {
  const { responseBody = textBody('{"price":7}', 11), contentType = 'application/json' } = opened
  const { response, error } = row
  return {
    ...row,
    waitsUntil: null,
    timing: response && { connectMs: 1, firstByteMs: 3, totalMs: 5 },
    request: {
      uri: 'https://example.com/tea',
      method: 'POST',
      headers: [['X-Cup', 'large']],
      body: textBody('two sugars', 10),
    },
    response: response && {
      statusCode: response.statusCode,
      headers: opened.responseHeaders ?? [['Content-Type', contentType]],
      body: responseBody,
      finalUri: 'https://example.com/tea',
    },
    error: error && { ...error, details: 'The server closed the connection before it had answered.' },
    notificationResults: [],
    conditionProblems: [],
  }
}

/** So many executions, the newest in front. */
export const executions = (count: number) => Array.from({ length: count }, (_, index) => executionRow(count - index))
