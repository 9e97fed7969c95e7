import { plainArray } from '@knockwire/db/sql-array'
import type { StoredHeaders } from '@knockwire/db/stored-json'
import type { ExecutionTiming, ExecutionTrigger } from '@knockwire/domain/executions/execution'
import type pg from 'pg'

/** An execution whose completion has arrived, or did not in time, with what was recorded of its call. */
export interface CompletedRow {
  executionId: string
  taskId: string
  accountId: string
  trigger: ExecutionTrigger
  dueMs: number
  startedMs: number
  /** When it ended. */
  endedMs: number
  /** Null where no completion arrived in time. */
  hasFailed: boolean | null
  exitCode: number | null
  contentType: string | null
  body: Uint8Array | null
  statusCode: number
  request: string | null
  requestHash: string | null
  responseHeaders: StoredHeaders | null
  responseBody: Uint8Array | null
  isTruncated: boolean
  finalUri: string | null
  redirects: number
  timing: ExecutionTiming
}

/** Bodies of 2 MiB at most come with each. */
export const completedAtOnce = 8

// What is locked is another executor's, or a completion that is just being recorded: it is looked at again.
const claimSql = `
  select execution_id as id from completions where check_at <= clock_timestamp()
  order by check_at limit $1 for update skip locked`

/**
 * They run again, for as long as this transaction lasts, so that their results are written as any others are; what was recorded of
 * the call is taken out, and written again with the rest. Those that were deleted are missing.
 */
const adoptSql = `
  with adopted as (
    update executions e set status = 'RUNNING', attempt = $2
    where e.id = any ($1::uuid[]) and e.status = 'WAITING'
    returning e.id, e.task_id, e.account_id, e.trigger, e.scheduled_for, e.started_at, e.status_code
  ), taken as (
    delete from execution_details d where d.execution_id = any (array(select id from adopted)) returning d.*
  )
  select a.id as "executionId", a.task_id as "taskId", a.account_id as "accountId", a.trigger,
    extract(epoch from a.scheduled_for)::float8 * 1000 as "dueMs", extract(epoch from a.started_at)::float8 * 1000 as "startedMs",
    extract(epoch from coalesce(c.received_at, c.deadline_at))::float8 * 1000 as "endedMs",
    case when c.received_at is not null then c.has_failed end as "hasFailed", c.exit_code as "exitCode",
    c.content_type as "contentType", c.body, a.status_code as "statusCode", t.request::text as request,
    t.request_hash as "requestHash", t.response_headers as "responseHeaders", t.response_body as "responseBody",
    t.is_truncated as "isTruncated", t.final_uri as "finalUri", t.redirects, t.timing
  from adopted a join completions c on c.execution_id = a.id join taken t on t.execution_id = a.id
  order by c.check_at`

/** Locks what is due and takes it over under this attempt. `claimed`: how many were due, also of executions that are no more. */
export const adoptCompleted = async (
  client: pg.ClientBase,
  attempt: string,
  limit: number,
): Promise<{ claimed: readonly string[]; rows: CompletedRow[] }> => {
  const claimed = (await client.query<{ id: string }>(claimSql, [limit])).rows.map(({ id }) => id)
  if (claimed.length === 0) return { claimed, rows: [] }
  const { rows } = await client.query<CompletedRow>(adoptSql, [plainArray(claimed), attempt])
  return { claimed, rows }
}

/** The one that was due first is looked at again in a minute. */
export const postponeFirst = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`
    update completions set check_at = clock_timestamp() + interval '1 minute'
    where execution_id = (select execution_id from completions where check_at <= clock_timestamp() order by check_at limit 1)`)
}

export const deleteCompletions = async (client: pg.ClientBase, executionIds: readonly string[]): Promise<void> => {
  if (executionIds.length === 0) return
  await client.query('delete from completions where execution_id = any ($1::uuid[])', [plainArray(executionIds)])
}

/** In how many milliseconds the next one is due, negative where it is already; null where none ever is. */
export const nextCompletionIn = async (pool: pg.Pool): Promise<number | null> => {
  const sql = `
    select extract(epoch from check_at - clock_timestamp())::float8 * 1000 as "waitMs"
    from completions where check_at is not null order by check_at limit 1`
  const { rows } = await pool.query<{ waitMs: number }>({ name: 'next_completion', text: sql })
  return rows[0]?.waitMs ?? null
}
