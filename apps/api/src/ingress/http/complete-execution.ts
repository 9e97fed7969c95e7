import { createExtension } from '@knockwire/domain/heartbeats/absence'
import { loadPresence } from '@knockwire/services/heartbeats/presence'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** How an execution ended, as its target says. */
export interface SentCompletion {
  executionId: string
  hasFailed: boolean
  exitCode: number | null
  contentType: string | null
  body: Uint8Array
}

/**
 * COMPLETED: by this one. KNOWN: before. TOO_LATE: its time was over. ENDED: with its response, or without one. UNKNOWN: there is no such
 * execution any more.
 */
export type CompletionVerdict = 'COMPLETED' | 'KNOWN' | 'TOO_LATE' | 'ENDED' | 'UNKNOWN'

/**
 * The first one that arrives counts, also before the response of the call is recorded (`check_at` null): it waits for that then.
 * One that comes again, or after its time, changes nothing.
 */
const completeSql = `
  with completed as (
    insert into completions (execution_id, task_id, account_id, received_at, has_failed, exit_code, content_type, body)
    select id, task_id, account_id, clock_timestamp(), $2, $3, $4, $5 from executions
    where id = $1 and status in ('QUEUED', 'RUNNING', 'WAITING')
    on conflict (execution_id) do update set received_at = excluded.received_at, has_failed = excluded.has_failed,
      exit_code = excluded.exit_code, content_type = excluded.content_type, body = excluded.body,
      check_at = case when completions.check_at is not null then excluded.received_at end
    where completions.received_at is null
      and (completions.deadline_at is null or completions.deadline_at > excluded.received_at)
    returning deadline_at
  )
  select deadline_at is null as "isEarly" from completed`

/** A response of 2xx accepts the work, and ends nothing. */
const isCompletedSql = `coalesce(e.error_code = 'COMPLETION_FAILED' or e.status = 'SUCCEEDED' and e.status_code between 200 and 299, false)`

/**
 * An executor that ends the execution meanwhile, since its time is over, has deleted the row that this one waited for: what was
 * inserted in its place would never be looked at.
 */
const undoSql = `
  delete from completions c using executions e
  where c.execution_id = $1 and e.id = c.execution_id and e.status in ('SUCCEEDED', 'FAILED')
  returning e.error_code as "errorCode", false as "isOver", ${isCompletedSql} as "isCompleted",
    null as "startedMs", null as "deadlineMs", null as "nowMs"`

/** Looked at after the statement above, which knows nothing of rows that it has waited for and not changed. */
const lookSql = `
  select e.error_code as "errorCode", (c.received_at is null and c.deadline_at <= clock_timestamp()) is true as "isOver",
    c.received_at is not null or ${isCompletedSql} as "isCompleted",
    extract(epoch from e.started_at)::float8 * 1000 as "startedMs", extract(epoch from c.deadline_at)::float8 * 1000 as "deadlineMs",
    extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"
  from executions e left join completions c on c.execution_id = e.id where e.id = $1`

interface State {
  errorCode: string | null
  /** It waits no longer, and has not been ended yet. */
  isOver: boolean
  isCompleted: boolean
  startedMs: number | null
  deadlineMs: number | null
  nowMs: number | null
}

/** After its deadline, up to a later one. */
const completeLateSql = `
  update completions set received_at = clock_timestamp(), has_failed = $2, exit_code = $3, content_type = $4, body = $5,
    check_at = clock_timestamp()
  where execution_id = $1 and received_at is null and clock_timestamp() <= to_timestamp($6::float8 / 1000)`

/** Records how an execution ended; an executor ends it then. */
export const completeExecution = async (pool: pg.Pool, sent: SentCompletion): Promise<CompletionVerdict> => {
  const { executionId, hasFailed, exitCode, contentType, body } = sent
  const values = [executionId, hasFailed, exitCode, contentType, body]
  const completed = await pool.query<{ isEarly: boolean }>({ name: 'complete_execution', text: completeSql, values })
  const [row] = completed.rows
  if (row !== undefined && !row.isEarly) return 'COMPLETED'
  const [name, text] = row === undefined ? ['look_at_completion', lookSql] : ['undo_completion', undoSql]
  const [state] = (await pool.query<State>({ name, text, values: [executionId] })).rows
  if (state === undefined) return row === undefined ? 'UNKNOWN' : 'COMPLETED'
  const untilMs = state.isOver ? await extendedDeadline(pool, state) : null
  if (untilMs !== null) {
    const late = await pool.query({ name: 'complete_late', text: completeLateSql, values: [...values, untilMs] })
    if (late.rowCount === 1) return 'COMPLETED'
  }
  if (state.isOver || state.errorCode === 'NOT_COMPLETED') return 'TOO_LATE'
  return state.isCompleted ? 'KNOWN' : 'ENDED'
}

/** A deadline is later by the time in which its target could not reach us; null where it is not, or that is over, too. */
const extendedDeadline = async (pool: pg.Pool, { startedMs, deadlineMs, nowMs }: State): Promise<number | null> => {
  if (startedMs === null || deadlineMs === null || nowMs === null) return null
  const presences = await loadPresence(drizzle(pool), startedMs)
  const untilMs = createExtension({ presences, nowMs, takenAtMs: nowMs })(startedMs, deadlineMs)
  return untilMs >= nowMs ? untilMs : null
}
