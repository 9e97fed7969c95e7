import type { Secrets } from '@knockwire/services/secrets/secrets'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import type { StoredHeaders } from '@knockwire/db/stored-json'
import type { ExecutionStatus, ExecutionTrigger } from '@knockwire/domain/executions/execution'
import { observationOf } from '@knockwire/domain/executions/observation'
import { receiverTemplateValues, taskTemplateValues } from '@knockwire/domain/notifications/template-values'
import type { ReceiverTemplateValues, TaskTemplateValues } from '@knockwire/domain/templates/variables'
import { fallbackTimeZone } from '@knockwire/domain/schedules/schedule-zone'
import { decodeReceived } from '@knockwire/services/receivers/received-body'
import { receiverUrl } from '@knockwire/domain/receivers/receiver'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import type { Attempt } from '../begin/begin-attempts.ts'
import { decidedOf, loadHeartbeats } from './load-heartbeats.ts'
import { conditionText, wordsOf } from '@knockwire/services/deliveries/condition-text'
import type { MessageSummary } from '@knockwire/services/channels/channel'
import { type ExecutionResult, summarizeRequest, summarizeTaskEvent } from './message-summary.ts'

const executionsSql = `
  select e.id, e.trigger, e.status, e.status_code, e.response_time_ms, e.scheduled_for, s.timezone, s.one_time_mode_timezone,
    t.id as task_id, t.name, t.request ->> 'uri' as uri, d.error_message, d.response_headers, d.response_body, d.is_truncated
  from executions e
  join tasks t on t.id = e.task_id
  join execution_details d on d.execution_id = e.id
  left join schedules s on s.task_id = t.id
  where e.id = any ($1::uuid[])`

/** Of executions in a row, so many are looked through for the one before them. */
const longestRow = 1000

// The first in the order of the index, nulls included: any other order reads the whole history.
const beforeSql = `
  select r.id, r.since, case when p.status = 'SUCCEEDED' then p.status_code end as status_code, p.response_time_ms, d.error_message
  from unnest($1::uuid[], $2::text[]) r (id, since)
  join executions e on e.id = r.id
  cross join lateral (
    select near.* from (
      select id, status, status_code, response_time_ms, started_at from executions
      where task_id = e.task_id and id < e.id and status in ('SUCCEEDED', 'FAILED') and trigger <> 'TEST'
      order by id desc nulls last limit ${longestRow}
    ) near
    where r.since is null or near.started_at < r.since::timestamptz order by near.id desc nulls last limit 1
  ) p
  join execution_details d on d.execution_id = p.id`

interface BeforeRow {
  id: string
  since: string | null
  status_code: number | null
  response_time_ms: number | null
  error_message: string | null
}

interface ExecutionRow {
  id: string
  trigger: ExecutionTrigger
  status: ExecutionStatus
  status_code: number | null
  response_time_ms: number | null
  scheduled_for: Date
  timezone: string | null
  one_time_mode_timezone: string | null
  task_id: string
  name: string | null
  uri: string
  error_message: string | null
  response_headers: StoredHeaders | null
  response_body: Uint8Array | null
  is_truncated: boolean
}

const requestsSql = `
  select q.id, q.method, q.request_headers, q.request_body, q.remote_address, q.response_code, q.response_body, q.created_at,
    r.id as receiver_id, r.name, r.token
  from received_requests q join receivers r on r.id = q.receiver_id
  where q.id = any ($1::uuid[])`

interface RequestRow {
  id: string
  method: string
  request_headers: StoredHeaders
  request_body: Uint8Array
  remote_address: string
  created_at: Date
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

/** What one delivery says. */
interface Subject {
  values: TaskTemplateValues | ReceiverTemplateValues
  summary: MessageSummary
}

export type SubjectFor = (attempt: Attempt) => Subject

/** What deliveries report, by its id, as values for templates. */
export const loadSubjects = async (
  client: pg.PoolClient,
  attempts: readonly Attempt[],
  tools: SubjectTools,
): Promise<ReadonlyMap<string, SubjectFor>> => {
  const stored = attempts.filter(({ draft }) => draft === null)
  const [ofReceivers, ofTasks] = [true, false].map((isRequest) => [
    ...new Set(stored.filter((attempt) => isOfRequest(attempt) === isRequest).map((one) => one.subjectId)),
  ])
  return new Map([
    ...(await loadExecutions(client, ofTasks ?? [], await loadBefore(client, stored), tools)),
    ...(await loadRequests(client, ofReceivers ?? [], tools)),
    ...(await loadHeartbeats(client, ofReceivers ?? [], tools)),
  ])
}

/** Whether it is about a received request or a heartbeat, rather than an execution. */
const isOfRequest = ({ occasion, receiverId }: Pick<Attempt, 'occasion' | 'receiverId'>): boolean =>
  occasion === 'REQUEST' || receiverId !== null

/** Since when an alert's condition has held, where that is several executions: ISO 8601. */
const rowStartOf = ({ occasion, verdict }: Attempt): string | null =>
  occasion === 'HOLDS' && (verdict?.count ?? 0) > 1 ? (verdict?.since ?? null) : null

const keyOf = (executionId: string, rowStart: string | null) => `${executionId} ${rowStart}`

/**
 * What came of the execution before, which for an alert is the last for which its condition did not hold; by `keyOf`. A test
 * is no "before" of an alert.
 */
const loadBefore = async (
  client: pg.PoolClient,
  attempts: readonly Attempt[],
): Promise<ReadonlyMap<string, ExecutionResult>> => {
  const ofTasks = attempts.filter((attempt) => !isOfRequest(attempt))
  const byKey = new Map(ofTasks.map((one) => [keyOf(one.subjectId, rowStartOf(one)), one]))
  if (byKey.size === 0) return new Map()
  const distinct = [...byKey.values()]
  const { rows } = await client.query<BeforeRow>(beforeSql, [
    plainArray(distinct.map(({ subjectId }) => subjectId)),
    plainArray(distinct.map(rowStartOf)),
  ])
  return new Map(
    rows.map((row) => [
      keyOf(row.id, row.since),
      { statusCode: row.status_code, responseTimeMs: row.response_time_ms, error: row.error_message },
    ]),
  )
}

const loadExecutions = async (
  client: pg.PoolClient,
  ids: readonly string[],
  before: ReadonlyMap<string, ExecutionResult>,
  { publicOrigin, secrets }: SubjectTools,
): Promise<[string, SubjectFor][]> => {
  if (ids.length === 0) return []
  const { rows } = await client.query<ExecutionRow>(executionsSql, [plainArray(ids)])
  return rows.map((row) => {
    const { id, trigger, status, name, uri: url, task_id: taskId, error_message: error } = row
    const observation = observationOf({
      // A run that failed had no answer, though the redirect that it failed at is kept.
      statusCode: status === 'SUCCEEDED' ? row.status_code : null,
      responseTimeMs: row.response_time_ms,
      responseHeaders: row.response_headers && decryptHeaders(row.response_headers, secrets),
      responseBody: row.response_body,
      isTruncated: row.is_truncated,
    })
    const subject = {
      publicOrigin,
      task: { id: taskId, name, url },
      execution: { id, status, error, scheduledFor: row.scheduled_for },
      observation,
    }
    return [
      id,
      (attempt) => {
        const { verdict, occasion } = attempt
        const words = wordsOf(attempt)
        const values = taskTemplateValues({
          ...subject,
          condition: conditionOf(attempt, trigger),
          words: trigger === 'TEST' ? { ...words, state: 'Test' } : words,
          alert: { since: verdict?.since ?? null, count: verdict?.count ?? null },
        })
        const summary = summarizeTaskEvent({
          title: values.task.name,
          url: values.execution.url,
          occasion,
          state: words.state,
          isTest: trigger === 'TEST',
          verdict,
          body: observation.body,
          before: before.get(keyOf(id, rowStartOf(attempt))) ?? null,
          now: { statusCode: observation.statusCode, responseTimeMs: row.response_time_ms, error },
          at: row.scheduled_for,
          timeZone: row.timezone ?? row.one_time_mode_timezone ?? fallbackTimeZone,
        })
        return { values, summary }
      },
    ]
  })
}

const conditionOf = (attempt: Attempt, trigger: ExecutionTrigger) => ({
  description: descriptionOf(attempt, trigger),
  value: attempt.verdict?.value ?? null,
  ...(attempt.verdict?.previousValue !== undefined && { previousValue: attempt.verdict.previousValue }),
  holds: attempt.occasion === 'HOLDS',
})

/** A test run is notified of whatever was sent before: its text must not be taken for an alert, in any template. */
const descriptionOf = (attempt: Attempt, trigger: ExecutionTrigger): string =>
  trigger === 'TEST' ? `Test run: ${attempt.verdict?.description ?? ''}` : (conditionText(attempt) ?? '')

const loadRequests = async (
  client: pg.PoolClient,
  ids: readonly string[],
  { publicOrigin, receiverOrigin, secrets }: SubjectTools,
): Promise<[string, SubjectFor][]> => {
  if (ids.length === 0) return []
  const { rows } = await client.query<RequestRow>(requestsSql, [plainArray(ids)])
  const subjectOf = async (row: RequestRow): Promise<[string, SubjectFor]> => {
    const { method, remote_address: remoteAddress } = row
    const headers = decryptHeaders(row.request_headers, secrets)
    const { bytes: body, problem: bodyProblem } = await decodeReceived(row.request_body, headers)
    const subject = {
      publicOrigin,
      receiver: { id: row.receiver_id, name: row.name, url: receiverUrl(receiverOrigin, row.token) },
      request: { id: row.id, method, headers, body, bodyProblem, remoteAddress },
      response: { code: row.response_code, body: row.response_body },
    }
    return [
      row.id,
      (attempt) => {
        const { occasion, verdict } = attempt
        const values = receiverTemplateValues({
          ...subject,
          ...(occasion !== 'REQUEST' && { decided: decidedOf(attempt) }),
        })
        const summary = summarizeRequest({
          title: row.name,
          url: values.receiver.detailUrl,
          method,
          remoteAddress,
          at: row.created_at,
          alert: occasion === 'REQUEST' ? null : { occasion, state: wordsOf(attempt).state, verdict },
        })
        return { values, summary }
      },
    ]
  }
  return Promise.all(rows.map(subjectOf))
}
