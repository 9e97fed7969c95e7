import { plainArray } from '@knockwire/db/sql-array'
import type { StoredHeaders } from '@knockwire/db/stored-json'
import type { ExecutionTiming, ExecutionTrigger } from '@knockwire/domain/executions/execution'
import { createExtension } from '@knockwire/domain/heartbeats/absence'
import { decidableUntilSql, loadPresence } from '@knockwire/services/heartbeats/presence'
import { drizzle } from 'drizzle-orm/node-postgres'
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
  /** By how much its time was longer, since its target could not have reached us. */
  absenceMs: number
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

/**
 * The end of its time waits until an ingress is known to have been there then, or to have been away. An index is read up to `now()` and no
 * further: to a clock that goes on, it would be read to its end.
 */
const isDueSql = `check_at <= now() and (received_at is not null or check_at <= ${decidableUntilSql})`

// What is locked is another executor's, or a completion that is just being recorded: it is looked at again.
const claimSql = `
  select c.execution_id as id, c.received_at is not null as "isReceived",
    extract(epoch from c.deadline_at)::float8 * 1000 as "deadlineMs",
    (select extract(epoch from e.started_at)::float8 * 1000 from executions e where e.id = c.execution_id) as "startedMs",
    extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"
  from completions c where ${isDueSql}
  order by check_at limit $1 for update skip locked`

/** One that is due, and locked. */
export interface ClaimedCompletion {
  id: string
  isReceived: boolean
  /** Null of an execution that is no more. */
  startedMs: number | null
  deadlineMs: number | null
  nowMs: number
}

/** Those whose time is longer, since their targets could not have reached us, are looked at again when it is over. */
const postponeSql = `
  update completions c set check_at = to_timestamp(p.at_ms / 1000)
  from unnest($1::uuid[], $2::float8[]) as p (id, at_ms) where c.execution_id = p.id`

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
    coalesce(extract(epoch from c.received_at)::float8 * 1000, o.until_ms) as "endedMs",
    case when c.received_at is null then o.until_ms - extract(epoch from c.deadline_at)::float8 * 1000 else 0 end as "absenceMs",
    case when c.received_at is not null then c.has_failed end as "hasFailed", c.exit_code as "exitCode",
    c.content_type as "contentType", c.body, a.status_code as "statusCode", t.request::text as request,
    t.request_hash as "requestHash", t.response_headers as "responseHeaders", t.response_body as "responseBody",
    t.is_truncated as "isTruncated", t.final_uri as "finalUri", t.redirects, t.timing
  from adopted a join completions c on c.execution_id = a.id join taken t on t.execution_id = a.id
    join unnest($1::uuid[], $3::float8[]) as o (id, until_ms) on o.id = a.id
  order by c.check_at`

export interface Adopted {
  /** Those that end, also of executions that are no more. */
  ended: readonly string[]
  rows: CompletedRow[]
}

/** Locks what is due. */
export const claimCompleted = async (client: pg.PoolClient, limit: number): Promise<ClaimedCompletion[]> =>
  (await client.query<ClaimedCompletion>(claimSql, [limit])).rows

/** Takes over under this attempt what ends of them. */
export const adoptCompleted = async (
  client: pg.PoolClient,
  attempt: string,
  claimed: readonly ClaimedCompletion[],
): Promise<Adopted> => {
  const due = await untilWhen(client, claimed)
  const later = due.filter(({ nowMs, isReceived, untilMs }) => !isReceived && untilMs >= nowMs)
  if (later.length > 0) await client.query(postponeSql, [idsOf(later), plainArray(later.map(({ untilMs }) => untilMs))])
  const over = due.filter((one) => !later.includes(one))
  if (over.length === 0) return { ended: [], rows: [] }
  const values = [idsOf(over), attempt, plainArray(over.map(({ untilMs }) => untilMs))]
  const { rows } = await client.query<CompletedRow>(adoptSql, values)
  return { ended: over.map(({ id }) => id), rows }
}

const idsOf = (completions: readonly ClaimedCompletion[]) => plainArray(completions.map(({ id }) => id))

/** Until when each may be completed: its time, and that in which nobody could take its completion. */
const untilWhen = async (client: pg.PoolClient, claimed: readonly ClaimedCompletion[]) => {
  const silent = claimed.filter(({ isReceived }) => !isReceived)
  const sinceMs = Math.min(...silent.flatMap(({ startedMs }) => startedMs ?? []))
  const presences = Number.isFinite(sinceMs) ? await loadPresence(drizzle(client), sinceMs) : []
  const extend = createExtension({ presences, nowMs: Math.max(...claimed.map(({ nowMs }) => nowMs)) })
  return claimed.map((one) => {
    const { startedMs, deadlineMs, nowMs } = one
    return { ...one, untilMs: startedMs === null || deadlineMs === null ? nowMs - 1 : extend(startedMs, deadlineMs) }
  })
}

/** They are looked at again in a minute. */
export const postpone = async (pool: pg.Pool, claimed: readonly ClaimedCompletion[]): Promise<void> => {
  if (claimed.length === 0) return
  const sql = `
    update completions set check_at = clock_timestamp() + interval '1 minute' where execution_id = any ($1::uuid[])`
  await pool.query(sql, [idsOf(claimed)])
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
