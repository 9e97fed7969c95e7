import type { Secrets } from '../secrets/secrets.ts'
import { decryptHeaders } from '../secrets/stored-headers.ts'
import type { KeptHeaders } from '@knockwire/db/stored-json'
import type { ExecutionStatus, ExecutionTrigger } from '@knockwire/domain/executions/execution'
import { observationOf } from '@knockwire/domain/executions/observation'
import { receiverTemplateValues, taskTemplateValues } from '@knockwire/domain/notifications/template-values'
import type { ReceiverTemplateValues, TaskTemplateValues } from '@knockwire/domain/templates/variables'
import { receiverUrl } from '@knockwire/domain/receivers/receiver'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import type { Attempt } from './begin-attempts.ts'

const executionsSql = `
  select e.id, e.trigger, e.status, e.status_code, e.response_time_ms, t.id as task_id, t.name, t.request ->> 'uri' as uri,
    d.error_message, d.response_headers, d.response_body, d.is_truncated
  from executions e
  join tasks t on t.id = e.task_id
  join execution_details d on d.execution_id = e.id
  where e.id = any ($1::uuid[])`

interface ExecutionRow {
  id: string
  trigger: ExecutionTrigger
  status: ExecutionStatus
  status_code: number | null
  response_time_ms: number | null
  task_id: string
  name: string | null
  uri: string
  error_message: string | null
  response_headers: KeptHeaders | null
  response_body: Uint8Array | null
  is_truncated: boolean
}

const requestsSql = `
  select q.id, q.method, q.request_headers, q.request_body, q.remote_address, q.response_code, q.response_body,
    r.id as receiver_id, r.name, r.token
  from received_requests q join receivers r on r.id = q.receiver_id
  where q.id = any ($1::uuid[])`

interface RequestRow {
  id: string
  method: string
  request_headers: KeptHeaders
  request_body: Uint8Array
  remote_address: string
  response_code: number
  response_body: string
  receiver_id: string
  name: string
  token: string
}

export interface SubjectTools {
  publicOrigin: string
  receiverOrigin: string
  secrets: Secrets
}

/** What the templates of one delivery stand on. */
export type ValuesFor = (attempt: Attempt) => TaskTemplateValues | ReceiverTemplateValues

/** What is told of, by its id, as values for templates. */
export const loadSubjects = async (
  client: pg.PoolClient,
  attempts: readonly Attempt[],
  tools: SubjectTools,
): Promise<ReadonlyMap<string, ValuesFor>> => {
  const [ofReceivers, ofTasks] = [true, false].map((isRequest) => [
    ...new Set(attempts.filter(({ occasion }) => (occasion === 'REQUEST') === isRequest).map((one) => one.subjectId)),
  ])
  return new Map([
    ...(await loadExecutions(client, ofTasks ?? [], tools)),
    ...(await loadRequests(client, ofReceivers ?? [], tools)),
  ])
}

const loadExecutions = async (
  client: pg.PoolClient,
  ids: readonly string[],
  { publicOrigin, secrets }: SubjectTools,
): Promise<[string, ValuesFor][]> => {
  if (ids.length === 0) return []
  const { rows } = await client.query<ExecutionRow>(executionsSql, [plainArray(ids)])
  return rows.map((row) => {
    const { id, trigger, status, name, uri: url, task_id: taskId, error_message: error } = row
    const observation = observationOf({
      statusCode: row.status_code,
      responseTimeMs: row.response_time_ms,
      responseHeaders: row.response_headers && decryptHeaders(row.response_headers, secrets),
      responseBody: row.response_body,
      isTruncated: row.is_truncated,
    })
    const subject = { publicOrigin, task: { id: taskId, name, url }, execution: { id, status, error }, observation }
    return [
      id,
      ({ verdict, occasion }) =>
        taskTemplateValues({ ...subject, condition: conditionOf(verdict, wordsFor(trigger, occasion), occasion) }),
    ]
  })
}

const conditionOf = (verdict: Attempt['verdict'], words: string, occasion: Attempt['occasion']) => ({
  description: `${words}${verdict?.description ?? ''}`,
  value: verdict?.value ?? null,
  holds: occasion === 'HOLDS',
})

/**
 * What is said before a condition, so that it is told also by a template that does not ask: a test tells whatever has
 * been told before, and must not be taken for an alarm.
 */
const wordsFor = (trigger: ExecutionTrigger, occasion: Attempt['occasion']): string => {
  if (trigger === 'TEST') return 'Test run: '
  return occasion === 'RECOVERED' ? 'No longer: ' : ''
}

const loadRequests = async (
  client: pg.PoolClient,
  ids: readonly string[],
  { publicOrigin, receiverOrigin, secrets }: SubjectTools,
): Promise<[string, ValuesFor][]> => {
  if (ids.length === 0) return []
  const { rows } = await client.query<RequestRow>(requestsSql, [plainArray(ids)])
  return rows.map((row) => {
    const { method, request_body: body, remote_address: remoteAddress } = row
    const headers = decryptHeaders(row.request_headers, secrets)
    const values = receiverTemplateValues({
      publicOrigin,
      receiver: { id: row.receiver_id, name: row.name, url: receiverUrl(receiverOrigin, row.token) },
      request: { method, headers, body, remoteAddress },
      response: { code: row.response_code, body: row.response_body },
    })
    return [row.id, () => values]
  })
}
