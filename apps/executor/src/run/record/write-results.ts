import type pg from 'pg'
import { rollupSeconds } from '@knockwire/domain/series/series-ranges'
import { storedBinOf } from '@knockwire/domain/series/time-bins'
import { inconclusiveCodes } from '@knockwire/domain/executions/inconclusive'
import { countUnreleasedSql, releaseEndedSql } from '@knockwire/services/schedules/schedule-sql'
import { arraysOf, type Column, jsonColumn, plainColumn, textColumn, unnest } from './columns.ts'
import type { CallOutcome, RunResult, ResponseRecord } from '../run.ts'

const inconclusiveList = inconclusiveCodes.map((code) => `'${code}'`).join(', ')

interface WrittenRow {
  /** Its place among the results, counting from 1. */
  n: number
  /** Its task's place among the tasks of the results. */
  slot: number
  result: RunResult
  response: ResponseRecord | null
  failure: Extract<CallOutcome, { status: 'FAILED' }> | null
  /** Where its body begins in all of them, counting from 1 as SQL does. */
  bodyFrom: number
}

/** What is written of each result, a column for each: name and value cannot part. */
const resultColumns: readonly Column<WrittenRow>[] = [
  plainColumn('n', 'int', ({ n }) => n),
  plainColumn('slot', 'int', ({ slot }) => slot),
  plainColumn('id', 'uuid', ({ result }) => result.executionId),
  plainColumn('task_id', 'uuid', ({ result }) => result.taskId),
  plainColumn('attempt', 'uuid', ({ result }) => result.attempt),
  plainColumn('started_ms', 'float8', ({ result }) => result.startedMs),
  plainColumn('status', 'text', ({ result }) => result.outcome.status),
  plainColumn('response_time_ms', 'float8', ({ result }) => result.outcome.responseTimeMs),
  plainColumn('time_bin', 'int2', ({ result: { outcome } }) =>
    outcome.status === 'SUCCEEDED' ? storedBinOf(outcome.responseTimeMs) : null,
  ),
  plainColumn('error_code', 'text', ({ failure }) => failure?.code ?? null),
  textColumn('error_message', ({ failure }) => failure?.message ?? null),
  jsonColumn('request', ({ result: { sent } }) => (sent?.kind === 'own' ? sent.json : null)),
  plainColumn('request_hash', 'uuid', ({ result: { sent } }) => (sent?.kind === 'shared' ? sent.hash : null)),
  plainColumn('shared_bytes', 'int', ({ result }) => sharedBytesOf(result)),
  plainColumn('status_code', 'int2', ({ response }) => response?.statusCode ?? null),
  jsonColumn('response_headers', ({ response }) => (response ? JSON.stringify(response.storedHeaders) : null)),
  plainColumn('body_from', 'int', ({ bodyFrom }) => bodyFrom),
  plainColumn('body_bytes', 'int', ({ response }) => response?.body.length ?? null),
  plainColumn('is_truncated', 'bool', ({ response }) => response?.isTruncated ?? false),
  textColumn('final_uri', ({ response }) => response?.finalUri ?? null),
  plainColumn('redirects', 'int', ({ response }) => response?.redirects ?? 0),
  jsonColumn('timing', ({ response }) => (response ? JSON.stringify(response.timing) : null)),
]

interface SharedRequest {
  taskId: string
  hash: string
  json: string
}

const sharedColumns: readonly Column<SharedRequest>[] = [
  plainColumn('task_id', 'uuid', ({ taskId }) => taskId),
  plainColumn('hash', 'uuid', ({ hash }) => hash),
  jsonColumn('request', ({ json }) => json),
]

/**
 * All statuses of a batch in one statement: the executions where their attempt's token still holds, for those
 * the details, and the schedules that are released. Status RUNNING makes it safe to repeat when the answer to the
 * first commit was lost. "In" in brackets is hashed; a join would be planned for the handful of rows that is
 * expected of an array, and compare each result with every other one. One statement changes a row once: where a test ends
 * with a run of its schedule, its bytes are counted by the next recount. Counts for charts are added to their quarter of an
 * hour here, so that they are as exact as the history, by whichever process records a run. Bodies ($1) come as one value with
 * offsets, since in an array each byte would be two and quoted.
 *
 * What ends is numbered by its task's schedule, which is changed and so locked until the commit: the order of the numbers is that of
 * the commits. Where a task has several among the results, its schedule counts them all, and `place` says which is which. They are
 * brought to the rows of the details by arrays, for want of a join.
 */
const endSql = `
  with result as (
    ${unnest(resultColumns, 'result', 2)}
  ), written as (
    update executions e
    set started_at = coalesce(to_timestamp(result.started_ms / 1000), e.started_at), status = result.status,
      response_time_ms = result.response_time_ms, status_code = result.status_code, error_code = result.error_code,
      stored_bytes = result.shared_bytes + coalesce(octet_length(result.request), 0) + coalesce(result.body_bytes, 0)
        + coalesce(octet_length(result.response_headers), 0) + coalesce(octet_length(result.final_uri), 0)
        + coalesce(octet_length(result.error_message), 0)
    from result
    where e.id = result.id and e.attempt = result.attempt and e.status = 'RUNNING'
    returning result.n, result.slot, e.id, e.task_id, e.status, e.trigger, e.error_code in (${inconclusiveList}) is true as is_inconclusive, e.stored_bytes, e.status_code, result.time_bin,
      coalesce(e.started_at, e.created_at) as at, e.status = 'SUCCEEDED' and e.status_code < 400 as is_ok
  ), ended as (
    select *, count(*) over (partition by slot) as of_task, row_number() over (partition by slot order by id) as place from written
  ), deleted_tested_requests as (
    delete from tested_requests where execution_id = any (array(select id from ended where trigger = 'TEST'))
  ), released as (
    ${releaseEndedSql}
    returning ended.id, ended.slot, s.task_id, s.status, s.consecutive_failures, s.executions_total, s.last_seq,
      extract(epoch from s.due_at - clock_timestamp())::float8 * 1000 as wait_ms
  ), counted as (
    ${countUnreleasedSql}
    returning unreleased.slot, s.last_seq
  ), numbered as (
    select n, max(last_seq) over (partition by slot) - of_task + place as seq from (
      select n, slot, of_task, place, null::bigint as last_seq from ended
      union all select null, slot, null, null, last_seq from released
      union all select null, slot, null, null, last_seq from counted
    ) of_slots
  ), seqs as materialized (
    select array_agg(seq order by n) as by_n from (
      select n, coalesce(max(seq), 0) as seq from (
        select n, seq from numbered where n is not null union all select n, null from result
      ) of_results group by n
    ) complete
  ), inserted_details as (
    insert into execution_details
      (execution_id, request, request_hash, response_headers, response_body, is_truncated, final_uri, redirects, timing, error_message, task_id, seq)
    select id, request::jsonb, request_hash, response_headers::jsonb, substring($1::bytea from body_from for body_bytes),
      is_truncated, final_uri, redirects, timing::jsonb, error_message, task_id, nullif(seqs.by_n[n], 0)
    from result, seqs where (id in (select id from ended)) is true
  ), rolled_up as (
    insert into execution_rollups as r (task_id, bucket_at, runs, inconclusive, failures, http_errors, times)
    select task_id, date_bin('${rollupSeconds} seconds', at, 'epoch'), count(*) filter (where not is_inconclusive),
      count(*) filter (where is_inconclusive), count(*) filter (where status = 'FAILED' and not is_inconclusive),
      count(*) filter (where status_code >= 400), coalesce(string_agg(
        case when time_bin < 256 then set_byte('\\x00', 0, time_bin) else set_byte('\\x0000', 1, time_bin - 256) end, ''), '')
    from ended where trigger = 'SCHEDULE' group by 1, 2 order by 1, 2
    on conflict (task_id, bucket_at) do update set runs = r.runs + excluded.runs,
      inconclusive = r.inconclusive + excluded.inconclusive, failures = r.failures + excluded.failures,
      http_errors = r.http_errors + excluded.http_errors, times = r.times || excluded.times
  ), inserted_requests as (
    insert into sent_requests (task_id, hash, request, last_used_at)
    select task_id, hash, request::jsonb, now()
    from (${unnest(sharedColumns, 'shared', 2 + resultColumns.length)}) shared
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

/** A result that was written, and what became of its schedule. */
export interface RecordedResult {
  result: RunResult
  /** The schedule, which is free again; null for a test run, and where the task has been deleted. */
  released: {
    isActive: boolean
    consecutiveFailures: number
    executionsTotal: number
    /** Until it is due again, by the database's clock; negative where it is overdue, null where it is not. */
    waitMs: number | null
  } | null
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

const toReleased = (row: Row): RecordedResult['released'] => ({
  isActive: row.schedule_status === 'ACTIVE',
  consecutiveFailures: row.consecutive_failures ?? 0,
  executionsTotal: row.executions_total ?? 0,
  waitMs: row.wait_ms,
})

const parametersOf = (results: readonly RunResult[]) => {
  let bodyFrom = 1
  const slots = new Map([...new Set(results.map(({ taskId }) => taskId))].map((taskId, at) => [taskId, at + 1]))
  const ended = results.map((result, at): WrittenRow => {
    const { outcome, taskId } = result
    const response = outcome.response ?? null
    const failure = outcome.status === 'FAILED' ? outcome : null
    const one = { n: at + 1, slot: slots.get(taskId) ?? 0, result, response, failure, bodyFrom }
    bodyFrom += response?.body.length ?? 0
    return one
  })
  const bodies = Buffer.concat(ended.map(({ response }) => response?.body ?? new Uint8Array()))
  return [bodies, ...arraysOf(resultColumns, ended), ...arraysOf(sharedColumns, requestsToStore(results))]
}

/** A request that many executions share counts for the one that stores it. */
const sharedBytesOf = ({ sent }: RunResult) =>
  sent?.kind === 'shared' && sent.json !== null ? Buffer.byteLength(sent.json) : 0

/** Each request once, however many of the group sent it. */
const requestsToStore = (results: readonly RunResult[]): SharedRequest[] => {
  const toStore = new Map<string, SharedRequest>()
  for (const { taskId, sent } of results) {
    if (sent?.kind !== 'shared' || sent.json === null) continue
    const { hash, json } = sent
    toStore.set(`${taskId}:${hash}`, { taskId, hash, json })
  }
  return [...toStore.values()]
}
