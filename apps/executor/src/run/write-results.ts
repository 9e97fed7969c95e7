import type pg from 'pg'
import { jsonArray, plainArray, textArray } from '@knockwire/db/sql-array'
import { rollupSeconds } from '@knockwire/domain/series/series-ranges'
import { binOf } from '@knockwire/domain/series/time-bins'
import { inconclusiveCodes } from '@knockwire/domain/executions/inconclusive'
import type { RunResult, ResponseRecord } from './execution.ts'

const inconclusiveList = inconclusiveCodes.map((code) => `'${code}'`).join(', ')

/**
 * All results of a batch in one statement: the executions where their attempt's token still holds, for those
 * the details, and the schedules that are released. Status RUNNING makes it safe to repeat when the answer to the
 * first commit was lost. "In" in brackets is hashed; a join would be planned for the handful of rows that is
 * expected of an array, and compare each result with every other one. One statement changes a row once: where a test ends
 * with a run of its schedule, its bytes are counted by the next recount. Counts for charts are added to their quarter of an
 * hour here, so that they are as exact as the history, by whichever process records a run. Bodies come as one value with offsets, since in
 * an array each byte would be two and quoted.
 */
const endSql = `
  with result as (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::text[], $4::float8[], $5::int2[], $6::text[], $7::text[], $8::text[],
      $9::int[], $10::int[], $11::bool[], $12::text[], $13::int[], $14::text[], $15::text[], $17::uuid[],
      $21::int[], $22::int2[], $23::float8[]
    ) as result (id, attempt, status, response_time_ms, status_code, error_code, request, response_headers, body_from,
      body_bytes, is_truncated, final_uri, redirects, timing, error_message, request_hash, shared_bytes, time_bin, started_ms)
  ), ended as (
    update executions e
    set started_at = coalesce(to_timestamp(result.started_ms / 1000), e.started_at), status = result.status,
      response_time_ms = result.response_time_ms, status_code = result.status_code, error_code = result.error_code,
      stored_bytes = result.shared_bytes + coalesce(octet_length(result.request), 0) + coalesce(result.body_bytes, 0)
        + coalesce(octet_length(result.response_headers), 0) + coalesce(octet_length(result.final_uri), 0)
        + coalesce(octet_length(result.error_message), 0)
    from result
    where e.id = result.id and e.attempt = result.attempt and e.status = 'RUNNING'
    returning e.id, e.task_id, e.status, e.trigger, e.error_code in (${inconclusiveList}) is true as is_inconclusive, e.stored_bytes, e.status_code, result.time_bin,
      coalesce(e.started_at, e.created_at) as at, e.status = 'SUCCEEDED' and e.status_code < 400 as is_ok
  ), inserted_details as (
    insert into execution_details
      (execution_id, request, request_hash, response_headers, response_body, is_truncated, final_uri, redirects, timing, error_message)
    select id, request::jsonb, request_hash, response_headers::jsonb, substring($16::bytea from body_from for body_bytes),
      is_truncated, final_uri, redirects, timing::jsonb, error_message
    from result where (id in (select id from ended)) is true
  ), deleted_tested_requests as (
    delete from tested_requests where execution_id = any (array(select id from ended where trigger = 'TEST'))
  ), released as (
    update schedules s set
      in_flight_execution_id = null,
      stored_bytes = s.stored_bytes + ended.stored_bytes,
      consecutive_failures = case when ended.is_inconclusive then s.consecutive_failures
        when ended.status = 'FAILED' then s.consecutive_failures + 1 else 0 end,
      failing_runs = case when ended.is_inconclusive then s.failing_runs when ended.is_ok then 0 else s.failing_runs + 1 end,
      failing_since = case when ended.is_inconclusive then s.failing_since when ended.is_ok then null
        else coalesce(s.failing_since, ended.at) end,
      status = case when s.mode = 'ONE_TIME' and s.due_at is null then 'DISABLED' else s.status end,
      disabled_reason = case when s.mode = 'ONE_TIME' and s.due_at is null and s.status = 'ACTIVE' then 'DONE' else s.disabled_reason end
    from ended
    where s.task_id = ended.task_id and s.in_flight_execution_id = ended.id
    returning ended.id, s.task_id, s.status, s.consecutive_failures, s.executions_total,
      extract(epoch from s.due_at - clock_timestamp())::float8 * 1000 as wait_ms
  ), tested as (
    update schedules s set stored_bytes = s.stored_bytes + test.bytes
    from (select task_id, sum(stored_bytes) as bytes from ended where trigger = 'TEST' group by task_id) test
    where s.task_id = test.task_id and (s.task_id in (select task_id from released)) is not true
  ), rolled_up as (
    insert into execution_rollups as r (task_id, bucket_at, runs, inconclusive, failures, http_errors, times)
    select task_id, date_bin('${rollupSeconds} seconds', at, 'epoch'), count(*) filter (where not is_inconclusive),
      count(*) filter (where is_inconclusive), count(*) filter (where status = 'FAILED' and not is_inconclusive),
      count(*) filter (where status_code >= 400), coalesce(string_agg(set_byte('\\x00', 0, time_bin), ''), '')
    from ended where trigger = 'SCHEDULE' group by 1, 2 order by 1, 2
    on conflict (task_id, bucket_at) do update set runs = r.runs + excluded.runs,
      inconclusive = r.inconclusive + excluded.inconclusive, failures = r.failures + excluded.failures,
      http_errors = r.http_errors + excluded.http_errors, times = r.times || excluded.times
  ), stored as (
    insert into sent_requests (task_id, hash, request, last_used_at)
    select task_id, hash, request::jsonb, now()
    from unnest($18::uuid[], $19::uuid[], $20::text[]) as shared (task_id, hash, request)
    order by task_id, hash
    on conflict (task_id, hash) do update set last_used_at = now()
  )
  select id, null as schedule_status, null::int as consecutive_failures, null::int as executions_total, null::float8 as wait_ms
  from ended where (id in (select id from released)) is not true
  union all
  select id, status, consecutive_failures, executions_total, wait_ms from released`

interface Row {
  id: string
  /** Null where the execution released no schedule. */
  schedule_status: 'ACTIVE' | 'DISABLED' | null
  consecutive_failures: number | null
  executions_total: number | null
  wait_ms: number | null
}

/** The schedule that an ended run was of, as it is now. */
export interface ReleasedSchedule {
  isActive: boolean
  consecutiveFailures: number
  executionsTotal: number
  /** Until it is due again, by the database's clock; negative where it is overdue, null where it is not. */
  waitMs: number | null
}

export interface RecordedResult {
  result: RunResult
  /** Null for a test run, and where the task has been deleted. */
  released: ReleasedSchedule | null
}

/** Writes a group's results, and gives those that were still this process's to write. */
export const writeResults = async (
  client: pg.ClientBase | pg.Pool,
  results: readonly RunResult[],
): Promise<RecordedResult[]> => {
  const { rows } = await client.query<Row>({ name: 'write_endings', text: endSql, values: parametersOf(results) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return results.flatMap((result) => {
    const row = byId.get(result.executionId)
    return row ? [{ result, released: row.schedule_status === null ? null : toReleased(row) }] : []
  })
}

const toReleased = (row: Row): ReleasedSchedule => ({
  isActive: row.schedule_status === 'ACTIVE',
  consecutiveFailures: row.consecutive_failures ?? 0,
  executionsTotal: row.executions_total ?? 0,
  waitMs: row.wait_ms,
})

const responseOf = ({ outcome }: RunResult): ResponseRecord | null => outcome.response ?? null

const parametersOf = (results: readonly RunResult[]) => {
  const outcomes = results.map(({ outcome }) => outcome)
  const responses = results.map(responseOf)
  const failures = outcomes.map((outcome) => (outcome.status === 'FAILED' ? outcome : null))
  return [
    plainArray(results.map(({ executionId }) => executionId)),
    plainArray(results.map(({ attempt }) => attempt)),
    plainArray(outcomes.map(({ status }) => status)),
    plainArray(outcomes.map(({ responseTimeMs }) => responseTimeMs)),
    plainArray(responses.map((response) => response?.statusCode ?? null)),
    plainArray(failures.map((failure) => failure?.code ?? null)),
    jsonArray(results.map(({ sent }) => (sent?.kind === 'own' ? sent.json : null))),
    jsonArray(responses.map((response) => (response ? JSON.stringify(response.storedHeaders) : null))),
    ...bodiesOf(responses),
    plainArray(responses.map((response) => response?.isTruncated ?? false)),
    textArray(responses.map((response) => response?.finalUri ?? null)),
    plainArray(responses.map((response) => response?.redirects ?? 0)),
    jsonArray(responses.map((response) => (response ? JSON.stringify(response.timing) : null))),
    textArray(failures.map((failure) => failure?.message ?? null)),
    Buffer.concat(responses.map((response) => response?.body ?? new Uint8Array())),
    plainArray(results.map(({ sent }) => (sent?.kind === 'shared' ? sent.hash : null))),
    ...requestsToStore(results),
    plainArray(results.map(sharedBytesOf)),
    plainArray(outcomes.map(({ status, responseTimeMs }) => (status === 'SUCCEEDED' ? binOf(responseTimeMs) : null))),
    plainArray(results.map(({ startedMs }) => startedMs)),
  ]
}

/** A request that many executions share counts for the one that stores it. */
const sharedBytesOf = ({ sent }: RunResult) =>
  sent?.kind === 'shared' && sent.json !== null ? Buffer.byteLength(sent.json) : 0

/** Each request once, however many of the group sent it. */
const requestsToStore = (results: readonly RunResult[]) => {
  const toStore = new Map<string, { taskId: string; hash: string; json: string }>()
  for (const { taskId, sent } of results) {
    if (sent?.kind !== 'shared' || sent.json === null) continue
    const { hash, json } = sent
    toStore.set(`${taskId}:${hash}`, { taskId, hash, json })
  }
  const requests = [...toStore.values()]
  return [
    plainArray(requests.map(({ taskId }) => taskId)),
    plainArray(requests.map(({ hash }) => hash)),
    jsonArray(requests.map(({ json }) => json)),
  ]
}

/** Where each body begins in all of them, counting from 1 as SQL does, and its length; null where there is none. */
const bodiesOf = (responses: readonly (ResponseRecord | null)[]) => {
  let from = 1
  const starts = responses.map((response) => {
    const start = from
    from += response?.body.length ?? 0
    return start
  })
  return [plainArray(starts), plainArray(responses.map((response) => response?.body.length ?? null))]
}
